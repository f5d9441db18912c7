"""The slash commands: one group a game, built from the functions of the modules here.

A command is a function; its name, its description and those of its parameters are texts of
`bot.locale`, found by the function's name. The group's name is the game's, so that every function
serves every game.
"""

from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any

from discord import Permissions, app_commands
from discord.app_commands import Command, Group

from bot.commands import (
    helping,
    keeping,
    leaving,
    looking,
    moderating,
    playing,
    remembering,
    reminding,
    starting,
)
from bot.commands.context import text
from engine.game import GAMES

Callback = Callable[..., Any]

PLAYERS: tuple[Callback, ...] = (
    *starting.COMMANDS,
    *playing.COMMANDS,
    *looking.COMMANDS,
    *reminding.COMMANDS,
    *leaving.COMMANDS,
    *keeping.COMMANDS,
    *remembering.COMMANDS,
    *helping.COMMANDS,
)
MODERATORS: tuple[Callback, ...] = moderating.COMMANDS


def groups() -> Iterator[Group]:
    """What is registered with Discord."""
    for kind in GAMES:
        yield _group(kind, "commands.group", PLAYERS)
        admin = _group(f"{kind}-admin", "commands.admin_group", MODERATORS)
        admin.default_permissions = Permissions(manage_channels=True)
        yield admin


def _group(name: str, key: str, callbacks: tuple[Callback, ...]) -> Group:
    game = f"{name.removesuffix('-admin')}.name"
    group = Group(name=name, description=text(key, game=game), guild_only=True)
    for callback in callbacks:
        group.add_command(_command(callback))
    return group


def _command(callback: Callback) -> Command[Any, ..., Any]:
    key = f"commands.{callback.__name__.rstrip('_')}"
    parameters = list(signature(callback).parameters)[1:]
    describe = {name: text(f"{key}.options.{name}.description") for name in parameters}
    rename = {name: text(f"{key}.options.{name}.name") for name in parameters}
    app_commands.describe(**describe)(callback)
    app_commands.rename(**rename)(callback)
    return Command(
        name=text(f"{key}.name"), description=text(f"{key}.description"), callback=callback
    )
