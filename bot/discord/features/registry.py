"""Every command and every button, and the way from a click to its handler.

There is a group of commands for each game, with the game's name, and two for commands that belong
to no game. The name and description of a command, and those of its parameters, are texts of
`bot.locale`, looked up by the function's name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from inspect import signature
from typing import Any

import discord
from discord import Permissions, app_commands
from discord.app_commands import Command, Group

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import AnsweredElsewhere, Visit, open_visit
from bot.discord.features import (
    agreements,
    exports,
    guide,
    history,
    leaderboards,
    lobby,
    looks,
    moderation,
    opening,
    orders,
    playing,
    predictions,
    preferences,
    reminders,
    reviews,
)
from bot.discord.features.context import ButtonHandler, command_key, text
from bot.discord.pages.page import Target, parse_id
from engine.games import GAMES

Callback = Callable[..., Any]

IN_A_GAME: tuple[Callback, ...] = (
    *(opening.new, opening.rematch),
    *(playing.move, playing.play, playing.hint),
    *(agreements.undo, agreements.resign, agreements.propose, reminders.nudge),
    *(looks.board, looks.supply, looks.log, looks.score, looks.replay, reviews.review),
    *(looks.text, looks.watch, exports.verify, guide.rules),
)
"""The commands that every game has in its group, as far as it needs them."""
AT_THE_TABLE: tuple[Callback, ...] = (
    *(preferences.me, preferences.away, history.games, history.history),
    *(leaderboards.stats, leaderboards.leaderboard, exports.export, guide.help_),
)
FOR_MODERATORS: tuple[Callback, ...] = (
    *(moderation.settings, moderation.end, moderation.pause, moderation.resume, moderation.seat),
)
VERBS: Mapping[str, ButtonHandler] = {
    **opening.BUTTONS,
    **lobby.BUTTONS,
    **playing.BUTTONS,
    **orders.BUTTONS,
    **predictions.BUTTONS,
    **agreements.BUTTONS,
    **reminders.BUTTONS,
    **looks.BUTTONS,
    **reviews.BUTTONS,
    **leaderboards.BUTTONS,
    **history.BUTTONS,
    **exports.BUTTONS,
    **guide.BUTTONS,
}
"""Every verb that can occur in the id of a button."""


async def handle_click(
    interaction: discord.Interaction, custom_id: str, chosen: Sequence[str] | None
) -> None:
    """Handle a click on a button, or on a menu with the values chosen. Answers every error itself,
    as discord.py would only log it."""
    with suppress(AnsweredElsewhere):
        try:
            await _handle(interaction, custom_id, chosen)
        except AnsweredElsewhere:
            raise
        except Exception as error:
            async with open_visit(interaction):
                raise error


async def _handle(
    interaction: discord.Interaction, custom_id: str, chosen: Sequence[str] | None
) -> None:
    name, target = parse_id(custom_id)
    known = name in VERBS
    button = VERBS.get(name, UNKNOWN)
    async with open_visit(
        interaction, in_place=button.in_place, verb=name if known else None
    ) as visit:
        if visit.desk.stopping.is_requested:
            raise Mistake("refused.restarting")
        if chosen is not None and not chosen:
            raise Mistake("refused.nothing_chosen")
        if chosen:
            target = replace(target, rest=chosen[0])
        if target.game:
            await visit.reach(target.game)
        await button.handle(visit, target)


async def _on_unknown(visit: Visit, target: Target) -> None:
    raise Mistake("refused.unknown_button")


UNKNOWN = ButtonHandler(_on_unknown)
"""A button of another version of the bot."""


def groups() -> Iterator[Group]:
    """The command groups to register with Discord."""
    for kind in GAMES:
        about = text("commands.group.game.description", game=f"{kind}.name")
        group = Group(name=kind, description=about, guild_only=True, extras={"kind": kind})
        yield _fill(group, _commands_of(kind), kind)
    yield _fill(_group("commands.group.table"), AT_THE_TABLE)
    yield _fill(_group("commands.group.moderation", manage_channels=True), FOR_MODERATORS)


def _commands_of(kind: str) -> Iterator[Callback]:
    """The commands that a game needs."""
    for callback in IN_A_GAME:
        if callback is opening.new:
            yield opening.make_new_command(kind)
        elif callback is playing.move:
            yield playing.move_for(kind)
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


def _fill(group: Group, callbacks: Iterable[Callback], kind: str = "") -> Group:
    for callback in callbacks:
        name = callback.__name__.rstrip("_")
        key, own_key = f"commands.{name}", command_key(name, kind)
        options = {one: f"{key}.options.{one}" for one in list(signature(callback).parameters)[1:]}
        descriptions = {one: text(f"{option}.description") for one, option in options.items()}
        app_commands.describe(**descriptions)(callback)
        names = {one: text(f"{option}.name") for one, option in options.items()}
        app_commands.rename(**names)(callback)
        command: Command[Any, ..., Any] = Command(
            name=text(f"{own_key}.name"),
            description=text(f"{own_key}.description"),
            callback=callback,
            extras={"called": name},
        )
        group.add_command(command)
    return group
