"""Opening a game from Discord: in the channel, in a thread of its own, or once more.

Owns how a request for a game is carried by a button, and what a busy channel offers instead.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import discord
from discord import ButtonStyle

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.pages.buttons import Mark, Press
from bot.discord.pages.page import page
from bot.discord.pages.wording.escaping import escaped, unmarked
from bot.discord.pages.wording.naming import against
from bot.match.actions import Answer, Done, Interaction, NewGame
from bot.match.actions import Rematch as RematchAction
from bot.match.errors import Refused, Why
from bot.match.game import ENDED
from bot.match.rules import rules_of
from bot.match.time_limits import read_limit, typed_limit

LONGEST_THREAD_NAME = 100
MOST_ID = 2**63 - 1
"""The greatest number that Discord gives to anybody, and a database takes."""
UNRATED = "unrated"
TIME = "t"
"""How the part of a button's request begins that tells the time limit."""


async def open_here(visit: Visit, asked: NewGame) -> None:
    """In this channel; when it is busy, a thread is offered."""
    try:
        answer = await visit.table.open(await visit.by_right(), asked)
    except Refused as refused:
        if not _is_busy(visit, refused):
            raise
        await _offer_thread(visit, "thread", Mark(rest=text_of(asked)))
        return
    await _opened(visit, answer)


async def open_in_thread(visit: Visit, asked: NewGame) -> None:
    """In a thread of this channel, made for it unless the game would be refused."""
    with _once_at_a_time(visit):
        by = await visit.by_right()
        await visit.table.may_open_thread(by, asked)
        thread = await _new_thread(visit, by, asked.kind, [name for _, name in asked.opponents])
        place = replace(asked, channel_id=thread.id, parent_id=visit.channel_id)
        answer = await visit.table.open(by, place)
    await _opened(visit, answer, thread)


@contextmanager
def _once_at_a_time(visit: Visit) -> Iterator[None]:
    """A second click makes no second thread."""
    if visit.user_id in visit.desk.opening:
        raise Mistake("new.opening")
    visit.desk.opening.add(visit.user_id)
    try:
        yield
    finally:
        visit.desk.opening.discard(visit.user_id)


async def _new_thread(
    visit: Visit, by: Interaction, kind: str, others: Sequence[str]
) -> discord.Thread:
    """For a game of this person against others."""
    channel = visit.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Mistake("new.no_thread")
    people = " – ".join(map(unmarked, [by.name, *others]))
    name = visit.words("new.thread", game=visit.words(f"{kind}.name"), players=people)
    return await channel.create_thread(
        name=name[:LONGEST_THREAD_NAME], type=discord.ChannelType.public_thread
    )


async def rematch(visit: Visit, game_id: int) -> None:
    """The same game once more in this channel, or in a thread when it is busy; joins the one that
    the other player opened."""
    try:
        await _rematch_here(visit, game_id)
    except Refused as refused:
        if not _is_busy(visit, refused):
            raise
        await _offer_thread(visit, "rethread", Mark(game_id))


async def rematch_in_thread(visit: Visit, game_id: int) -> None:
    """A thread is made only when the channel is still busy, and the other player waits nowhere."""
    with _once_at_a_time(visit):
        try:
            await _rematch_here(visit, game_id)
        except Refused as refused:
            if not _is_busy(visit, refused):
                raise
        else:
            return
        by, game = await visit.by_right(), await visit.table.games.get(game_id)
        await visit.table.invitations.may_have_thread(by)
        others = [seat.name for seat in game.seats if seat.user_id != visit.user_id]
        thread = await _new_thread(visit, by, game.kind, others)
        again = RematchAction(thread.id, visit.channel_id)
        answer = await visit.table.act(by, game_id, again)
    await _opened(visit, answer, thread)


async def _rematch_here(visit: Visit, game_id: int) -> None:
    if not visit.guild_id:
        raise Mistake("refused.not_here")
    game = visit.about(await visit.table.games.get(game_id))
    if game.status not in ENDED:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    action = RematchAction(visit.channel_id, visit.parent_id)
    answer = await visit.table.act(await visit.by_right(), game_id, action)
    await _opened(visit, answer)


def _is_busy(visit: Visit, refused: Refused) -> bool:
    """Whether a thread would help; a thread cannot have one of its own."""
    return refused.why is Why.CHANNEL_BUSY and visit.parent_id is None


async def _offer_thread(visit: Visit, verb: str, mark: Mark) -> None:
    button = Press(verb, mark, visit.words("button.thread"), ButtonStyle.success)
    await visit.show(page(visit.words("new.busy"), [button]))


async def _opened(visit: Visit, answer: Answer, thread: discord.Thread | None = None) -> None:
    """What became of it, and whom it did not ping."""
    words, game = visit.words, await visit.table.games.get(answer.game_id)
    if answer.done is Done.STARTED:
        await visit.say(words("new.started", players=against(words, game)))
        return
    place = None if thread is None else thread.mention
    told = "new.opened" if place is None else "new.in_thread"
    lines = [words(told, players=against(words, game), place=place)]
    quiet = await visit.table.invitations.unpinged(game)
    if quiet:
        names = [escaped(seat.name) for seat in game.seats if seat.user_id in quiet]
        lines.append(words("new.no_ping", who=words.listed(names)))
    await visit.say("\n".join(lines))


def text_of(asked: NewGame) -> str:
    """A request in the id of a button: opponent, who is first, the options by number, and what is
    not as usual."""
    rules = rules_of(asked.kind)
    options = rules.settle_options(asked.options, asked.preset)
    digits = "".join(
        str(values.index(options[name])) for name, values in rules.option_values.items()
    )
    opponent = asked.opponents[0][0] if asked.opponents else 0
    first = "-" if asked.first is None else asked.first
    unusual = [] if asked.rated else [UNRATED]
    if asked.time_limit is not None:
        unusual.append(TIME + typed_limit(asked.time_limit))
    return ".".join([asked.kind, str(opponent), str(first), digits, *unusual])


async def asked_from(visit: Visit, text: str) -> NewGame:
    """The request back from a button. One of another version may have other options."""
    try:
        kind, opponent, first, digits, *unusual = text.split(".")
        time = next((part for part in unusual if part.startswith(TIME)), "")
        values = rules_of(kind).option_values
        options: Mapping[str, str] = {
            name: possible[int(digit)]
            for (name, possible), digit in zip(values.items(), digits, strict=True)
        }
        seat = None if first == "-" else int(first)
        other = int(opponent)
        limit = read_limit(time.removeprefix(TIME))
    except (ValueError, IndexError, Refused):
        raise Mistake("refused.unknown_button") from None
    if not 0 <= other <= MOST_ID:
        raise Mistake("refused.unknown_button")
    return NewGame(
        kind=kind,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        options=options,
        opponents=invited(visit, await _member(visit, other)),
        first=seat,
        rated=UNRATED not in unusual,
        time_limit=limit,
    )


async def _member(visit: Visit, user_id: int) -> discord.Member | None:
    guild = visit.interaction.guild
    if not user_id or guild is None:
        return None
    try:
        return guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        raise Mistake("refused.not_a_member") from None


def invited(visit: Visit, opponent: discord.Member | None) -> tuple[tuple[int, str], ...]:
    """Whom a seat is kept for: another person, or nobody."""
    if opponent is None:
        return ()
    if opponent.bot or opponent.id == visit.user_id:
        raise Mistake("new.no_opponent")
    return ((opponent.id, opponent.display_name),)
