"""The slash commands: one group per game, and two for commands that belong to no game.

A command is a function; its name, its description and those of its parameters are texts of
`bot.locale`, looked up by the function's name. A game's group has the game's name, and its
functions are shared by every game that needs them; a few are named by each game.
"""

from collections.abc import Callable, Iterable, Iterator
from inspect import signature
from typing import Any

from discord import Permissions, app_commands
from discord.app_commands import Command, Group

from bot.discord.commands import moderation
from bot.discord.commands.context import command_key, text
from bot.discord.commands.game import looks, play, rules, start, verify
from bot.discord.commands.table import away, exports, games, guide, preferences, records
from engine.game import GAMES

Callback = Callable[..., Any]

IN_A_GAME: tuple[Callback, ...] = (
    *start.COMMANDS,
    *play.COMMANDS,
    *looks.COMMANDS,
    *verify.COMMANDS,
    *rules.COMMANDS,
)
AT_THE_TABLE: tuple[Callback, ...] = (
    *preferences.COMMANDS,
    *away.COMMANDS,
    *games.COMMANDS,
    *records.COMMANDS,
    *exports.COMMANDS,
    *guide.COMMANDS,
)
FOR_MODERATORS: tuple[Callback, ...] = moderation.COMMANDS


def groups() -> Iterator[Group]:
    """The groups to register with Discord."""
    for kind in GAMES:
        about = text("commands.group.game.description", game=f"{kind}.name")
        played = Group(name=kind, description=about, guild_only=True, extras={"kind": kind})
        yield _filled(played, _in(kind), kind)
    yield _filled(_group("commands.group.table"), AT_THE_TABLE)
    yield _filled(_group("commands.group.moderation", manage_channels=True), FOR_MODERATORS)


def _in(kind: str) -> Iterator[Callback]:
    """The commands that a game needs."""
    for callback in IN_A_GAME:
        if callback is start.new:
            yield start.new_of(kind)
        elif callback is play.move:
            yield play.move_of(kind)
        elif callback is not looks.supply or GAMES[kind].has_supply:
            yield callback


def _group(key: str, **needed: bool) -> Group:
    """A group that belongs to no game."""
    return Group(
        name=text(f"{key}.name"),
        description=text(f"{key}.description"),
        guild_only=True,
        default_permissions=Permissions(**needed) if needed else None,
    )


def _filled(group: Group, callbacks: Iterable[Callback], kind: str = "") -> Group:
    for callback in callbacks:
        group.add_command(_command(callback, kind))
    return group


def _command(callback: Callback, kind: str) -> Command[Any, ..., Any]:
    called = callback.__name__.rstrip("_")
    key, named = f"commands.{called}", command_key(called, kind)
    parameters = list(signature(callback).parameters)[1:]
    describe = {name: text(f"{key}.options.{name}.description") for name in parameters}
    rename = {name: text(f"{key}.options.{name}.name") for name in parameters}
    app_commands.describe(**describe)(callback)
    app_commands.rename(**rename)(callback)
    return Command(
        name=text(f"{named}.name"),
        description=text(f"{named}.description"),
        callback=callback,
        extras={"called": called},
    )
