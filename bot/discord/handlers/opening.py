"""Opening a game from Discord: in the channel, in a thread of its own, or as a rematch.

Also decides what is offered instead in a busy channel.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import discord
from discord import ButtonStyle

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.pages.asked_game import Unreadable, read_asked, text_of
from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.page import page
from bot.discord.pages.posts.lobby import cancel_button
from bot.discord.pages.wording.escaping import escaped, unmarked
from bot.discord.pages.wording.naming import against
from bot.match.actions import Answer, Done, Interaction, NewGame
from bot.match.actions import Rematch as RematchAction
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Status
from bot.match.life.computers import USUAL_LEVEL

LONGEST_THREAD_NAME = 100


async def open_here(visit: Visit, asked: NewGame) -> None:
    """Open a game in this channel; if it is busy, offer a thread."""
    try:
        answer = await visit.table.open(await visit.by_right(), asked)
    except Refused as refused:
        if not _is_busy(visit, refused):
            raise
        await _offer_thread(visit, "thread", Target(rest=text_of(asked)))
        return
    await _opened(visit, answer)


async def open_against_computer(visit: Visit, kind: str) -> None:
    """Open a game of one person, who begins, against the computer."""
    if kind not in visit.desk.faces:
        raise Mistake("refused.unknown_button")
    asked = NewGame(
        kind=kind,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        computers=(USUAL_LEVEL,),
        seats=2,
        first=0,
        rated=False,
    )
    await open_here(visit, asked)


async def open_in_thread(visit: Visit, asked: NewGame) -> None:
    """Open a game in a thread of this channel, created for it unless the game would be refused."""
    with _once_at_a_time(visit):
        by = await visit.by_right()
        await visit.table.may_open_thread(by, asked)
        thread = await _new_thread(visit, by, asked.kind, [name for _, name in asked.opponents])
        place = replace(asked, channel_id=thread.id, parent_id=visit.channel_id)
        answer = await visit.table.open(by, place)
    await _opened(visit, answer, thread)


@contextmanager
def _once_at_a_time(visit: Visit) -> Iterator[None]:
    """A second click must not create a second thread."""
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
    """The thread for a game between this person and others."""
    channel = visit.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Mistake("new.no_thread")
    people = " – ".join(map(unmarked, [by.name, *others]))
    name = visit.words("new.thread", game=visit.words(f"{kind}.name"), players=people)
    return await channel.create_thread(
        name=name[:LONGEST_THREAD_NAME], type=discord.ChannelType.public_thread
    )


async def rematch(visit: Visit, game_id: int) -> None:
    """The same game again in this channel, or in a thread if it is busy; joins a rematch that
    another player has already opened."""
    try:
        await _rematch_here(visit, game_id)
    except Refused as refused:
        if not _is_busy(visit, refused):
            raise
        await _offer_thread(visit, "rethread", Target(game_id))


async def rematch_in_thread(visit: Visit, game_id: int) -> None:
    """A rematch in a thread, which is created only if the channel is still busy and no other player
    is waiting anywhere."""
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
        raise Mistake("new.still_running" if game.status is Status.RUNNING else "refused.in_lobby")
    action = RematchAction(visit.channel_id, visit.parent_id)
    answer = await visit.table.act(await visit.by_right(), game_id, action)
    await _opened(visit, answer)


def _is_busy(visit: Visit, refused: Refused) -> bool:
    """Whether a thread would help; a thread cannot have threads of its own."""
    return refused.why is Why.CHANNEL_BUSY and visit.parent_id is None


async def _offer_thread(visit: Visit, verb: str, mark: Target) -> None:
    button = PageButton(verb, mark, visit.words("button.thread"), ButtonStyle.success)
    await visit.show(page(visit.words("new.busy"), [button]))


async def _opened(visit: Visit, answer: Answer, thread: discord.Thread | None = None) -> None:
    """Answer with the outcome, and with who was not pinged."""
    words, game = visit.words, await visit.table.games.get(answer.game_id)
    if answer.done is Done.STARTED:
        await visit.say(words("new.started", players=against(words, game)))
        return
    if answer.done is Done.JOINED:
        await visit.say(words("done.joined"))
        return
    place = None if thread is None else thread.mention
    told = "new.opened" if place is None else "new.in_thread"
    lines = [words(told, players=against(words, game), place=place)]
    quiet = await visit.table.invitations.unpinged(game)
    if quiet:
        names = [escaped(seat.name) for seat in game.seats if seat.user_id in quiet]
        lines.append(words("new.no_ping", who=words.listed(names)))
    await visit.show(page("\n".join(lines), [cancel_button(words, game)]))


async def asked_from(visit: Visit, text: str) -> NewGame:
    """The request restored from a button, for this channel. A button from another version may have
    other options."""
    try:
        asked = read_asked(text)
    except Unreadable:
        raise Mistake("refused.unknown_button") from None
    members = [await _member(visit, user) for user, _ in asked.opponents]
    return replace(
        asked,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        opponents=invited(visit, members),
    )


async def _member(visit: Visit, user_id: int) -> discord.Member:
    guild = visit.interaction.guild
    if guild is None:
        raise Mistake("refused.not_here")
    try:
        return guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        raise Mistake("refused.not_a_member") from None


def invited(visit: Visit, opponents: Sequence[discord.Member]) -> tuple[tuple[int, str], ...]:
    """The people for whom seats are kept: not this person, no bots, and nobody twice."""
    if any(one.bot or one.id == visit.user_id for one in opponents):
        raise Mistake("new.no_opponent")
    if len({one.id for one in opponents}) < len(opponents):
        raise Mistake("new.named_twice")
    return tuple((one.id, one.display_name) for one in opponents)
