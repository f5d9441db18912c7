"""For a server's moderators: what a channel allows, and what the players of a game cannot do."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.actions import Action, Halt, HandOver, Resume, Stop, Withdraw
from bot.channel_settings import POSSIBLE, SWITCHED, ChannelSettings, from_stored, to_stored
from bot.commands.context import fixed, last_game
from bot.failures import Mistake
from bot.game import Game, Status, sits
from bot.locale import Words, languages
from bot.ui.escaping import escaped
from bot.ui.page import page
from bot.ui.wording import place_of
from bot.visiting import Visit, visiting

NAMED = ("language", "live")
"""The settings whose values are called otherwise than who may do something."""


@app_commands.choices(
    **{right: fixed("who", who) for right, who in POSSIBLE.items()},
    language=fixed("language", languages()),
    live=fixed("live", SWITCHED),
)
async def settings(
    interaction: discord.Interaction[Any],
    start: str | None = None,
    cancel: str | None = None,
    end: str | None = None,
    *,
    language: str | None = None,
    live: str | None = None,
) -> None:
    async with visiting(interaction) as visit:
        channel = visit.parent_id or visit.channel_id
        given = {"start": start, "cancel": cancel, "end": end, "language": language, "live": live}
        changes = {name: value for name, value in given.items() if value is not None}
        now = await visit.table.channel_settings(channel)
        if changes:
            now = from_stored({**to_stored(now), **changes})
            await visit.table.set_channel_settings(visit.guild_id, channel, now)
        await visit.show(page("\n".join(_told(visit.words, now))))


def _told(words: Words, settings: ChannelSettings) -> Iterator[str]:
    yield words("settings.head")
    for name, value in to_stored(settings).items():
        told = words(f"{name if name in NAMED else 'who'}.{value}")
        yield words("settings.line", name=words(f"settings.{name}"), value=told)


async def end(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        await stop_game(visit, await last_game(visit))


async def stop_game(visit: Visit, game: Game) -> None:
    """For whoever has the right to, in this channel."""
    by = await visit.by_right(player=sits(game, visit.user_id))
    action = Withdraw() if game.status is Status.LOBBY else Stop()
    await visit.table.act(by, game.id, action)
    await visit.say(visit.words("done.stopped"))


async def pause(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        await _act(visit, Halt())
        await visit.say(visit.words("done.halted"))


async def resume(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        await _act(visit, Resume(visit.channel_id, visit.parent_id))
        await visit.say(visit.words("done.resumed"))


async def seat(
    interaction: discord.Interaction[Any], player: discord.User, to: discord.Member
) -> None:
    """The player may have left the server; whoever takes over is in it."""
    async with visiting(interaction) as visit:
        if to.bot:
            raise Mistake("seat.no_bot")
        game = await _act(visit, HandOver(player.id, to.id, to.display_name))
        who = escaped(to.display_name)
        await visit.say(visit.words("done.handed_over", who=who, place=place_of(game)))


async def _act(visit: Visit, action: Action) -> Game:
    """With what this person may do in this channel, to its game."""
    game = await last_game(visit)
    by = await visit.by_right(player=sits(game, visit.user_id))
    await visit.table.act(by, game.id, action)
    return game


COMMANDS = (settings, end, pause, resume, seat)
