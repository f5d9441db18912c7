"""Opening a game from Discord: in the channel, in a thread of its own, or once more.

Owns how a request for a game is carried by a button, and what a busy channel offers instead.
"""

from collections.abc import Mapping
from dataclasses import replace

import discord
from discord import ButtonStyle

from bot.actions import Answer, Done, NewGame
from bot.actions import Rematch as RematchAction
from bot.errors import Refused, Why
from bot.failures import Mistake
from bot.game import ENDED
from bot.rules import rules_of
from bot.ui.items import Mark, Press
from bot.ui.page import page
from bot.ui.wording import against
from bot.visiting import Visit

LONGEST_THREAD_NAME = 100
UNRATED = "unrated"


async def open_here(visit: Visit, asked: NewGame) -> None:
    """In this channel; when it is busy, a thread is offered."""
    try:
        answer = await visit.table.open(await visit.by_right(), asked)
    except Refused as refused:
        if refused.why is not Why.CHANNEL_BUSY or visit.parent_id is not None:
            raise
        mark = Mark(rest=text_of(asked))
        button = Press("thread", mark, visit.words("button.thread"), ButtonStyle.success)
        await visit.show(page(visit.words("new.busy"), [button]))
        return
    await _opened(visit, answer)


async def open_in_thread(visit: Visit, asked: NewGame) -> None:
    """In a thread of this channel, made for it. A second click makes no second thread."""
    if visit.user_id in visit.bot.opening:
        raise Mistake("new.opening")
    visit.bot.opening.add(visit.user_id)
    try:
        thread = await _opened_thread(visit, asked)
    finally:
        visit.bot.opening.discard(visit.user_id)
    await visit.say(visit.words("new.in_thread", place=thread.mention))


async def _opened_thread(visit: Visit, asked: NewGame) -> discord.Thread:
    by = await visit.by_right()
    if "start" not in by.rights:
        raise Refused(Why.NOT_ALLOWED, right="start")
    channel = visit.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Mistake("new.no_thread")
    people = " – ".join([by.name, *(name for _, name in asked.opponents)])
    name = visit.words("new.thread", game=visit.words(f"{asked.kind}.name"), players=people)
    thread = await channel.create_thread(
        name=name[:LONGEST_THREAD_NAME], type=discord.ChannelType.public_thread
    )
    await visit.table.open(by, replace(asked, channel_id=thread.id, parent_id=channel.id))
    return thread


async def rematch(visit: Visit, game_id: int) -> None:
    """The same game once more in this channel; joins the one that the other player opened."""
    game = visit.about(await visit.table.game(game_id))
    if game.status not in ENDED:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    action = RematchAction(visit.channel_id, visit.parent_id)
    answer = await visit.table.act(await visit.by_right(), game_id, action)
    await _opened(visit, answer)


async def _opened(visit: Visit, answer: Answer) -> None:
    game = await visit.table.game(answer.game_id)
    done = "new.started" if answer.done is Done.STARTED else "new.opened"
    await visit.say(visit.words(done, players=against(visit.words, game)))


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
    return ".".join([asked.kind, str(opponent), str(first), digits, *unusual])


async def asked_from(visit: Visit, text: str) -> NewGame:
    """The request back from a button. One of another version may have other options."""
    try:
        kind, opponent, first, digits, *unusual = text.split(".")
        values = rules_of(kind).option_values
        options: Mapping[str, str] = {
            name: possible[int(digit)]
            for (name, possible), digit in zip(values.items(), digits, strict=True)
        }
        seat = None if first == "-" else int(first)
        invited = int(opponent)
    except (ValueError, IndexError):
        raise Mistake("refused.unknown_button") from None
    return NewGame(
        kind=kind,
        guild_id=visit.guild_id,
        channel_id=visit.channel_id,
        parent_id=visit.parent_id,
        options=options,
        opponents=await _named(visit, invited),
        first=seat,
        rated=UNRATED not in unusual,
    )


async def _named(visit: Visit, user_id: int) -> tuple[tuple[int, str], ...]:
    guild = visit.interaction.guild
    if not user_id or guild is None:
        return ()
    try:
        member = guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        raise Mistake("refused.not_a_member") from None
    return ((member.id, member.display_name),)
