"""Starting a game: an invitation, or a rematch against the same players."""

from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import wraps
from inspect import signature
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import visiting
from bot.discord.commands.context import Typed, choices, fixed, kind_of, last_game, offered, text
from bot.discord.commands.game.options import TypedOptions, checked_options
from bot.discord.handlers.opening import invited, open_here, open_in_thread
from bot.discord.handlers.opening import rematch as once_more
from bot.discord.pages.wording.naming import option_told
from bot.discord.pages.wording.times import limit_told
from bot.locale import words_of
from bot.match.actions import NewGame
from bot.match.errors import Refused
from bot.match.game import Status
from bot.match.life.computers import USUAL_LEVEL
from bot.match.rules import rules_of
from bot.match.time_limits import OFF, read_limit, typed_limit
from engine.players.levels import LEVELS
from engine.players.players import EXPERTS

USUAL_TIMES = (OFF, "1d", "2d", "3d", "7d", "14d", "5d+24h", "10d+36h", "10d+36h max 20d")
FIRST = {"me": 0, "opponent": 1, "chance": None}
OPPONENTS = ("opponent", "opponent2", "opponent3", "opponent4")
"""The options of `new` that name opponents; a game gets as many as it can seat."""


@offered
async def _presets(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    presets = {
        name: words(
            "game.option",
            name=words(f"{kind}.preset.{name}.name"),
            value=words(f"{kind}.preset.{name}.about"),
        )
        for name in rules_of(kind).presets
    }
    return choices([(told, name) for name, told in presets.items()], typed)


@offered
async def _options(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The options given so far, followed by each one that is still missing."""
    kind, words = kind_of(interaction), words_of(str(interaction.locale))
    *given, last = [part.strip() for part in typed.split(",")]
    before = "".join(f"{part}, " for part in given)
    chosen = {part.partition("=")[0] for part in given}
    offered = []
    for name, values in rules_of(kind).option_values.items():
        for value in values:
            if name not in chosen and last.casefold() in f"{name}={value}":
                told = option_told(words, kind, name, value)
                offered.append((f"{'… ' if before else ''}{told}", f"{before}{name}={value}"))
    return choices(offered)


@offered
async def _times(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """What was typed, in words, followed by the usual limits."""
    words = words_of(str(interaction.locale))
    usual = [(limit_told(words, read_limit(time)), time) for time in USUAL_TIMES]
    own: list[tuple[str, str]] = []
    with suppress(Refused):
        limit = read_limit(typed)
        own = [] if limit is None else [(limit_told(words, limit), typed_limit(limit))]
    return [*choices(own), *choices([one for one in usual if one not in own], typed)]


async def new(  # noqa: PLR0917  # the options, which people give by name
    interaction: discord.Interaction[Any],
    opponent: discord.Member | None = None,
    opponent2: discord.Member | None = None,
    opponent3: discord.Member | None = None,
    opponent4: discord.Member | None = None,
    seats: int | None = None,
    first: str = "chance",
    preset: Typed | None = None,
    options: TypedOptions = "",
    thread: bool = False,
    time: Typed = OFF,
    level: str | None = None,
    rated: bool | None = None,
    hints: bool = True,
) -> None:
    async with visiting(interaction) as visit:
        kind = kind_of(interaction)
        named = [one for one in (opponent, opponent2, opponent3, opponent4) if one is not None]
        if seats is not None and seats <= len(named):
            raise Mistake("new.too_few_seats", seats=seats, players=1 + len(named))
        people = [one for one in named if not visit.is_me(one)]
        computers = _computers(kind, seats, len(people), len(named) - len(people), level)
        asked = NewGame(
            kind=kind,
            guild_id=visit.guild_id,
            channel_id=visit.channel_id,
            parent_id=visit.parent_id,
            preset=preset,
            options=checked_options(kind, preset, options),
            opponents=invited(visit, people),
            computers=computers,
            seats=seats,
            first=FIRST[first],
            rated=not computers if rated is None else rated,
            hints=hints,
            time_limit=read_limit(time),
        )
        await (open_in_thread if thread else open_here)(visit, asked)


def _computers(
    kind: str, seats: int | None, people: int, named: int, level: str | None
) -> tuple[str, ...]:
    """The levels of the computer players: one for each time the bot was named or, if only a level
    was given, one for each seat that is left, and at least one."""
    if level is None or named:
        return (level or USUAL_LEVEL,) * named
    counts = rules_of(kind).seat_counts
    left = (seats or max(counts[0], 2 + people)) - 1 - people
    if not left or (seats is None and 1 + people + left not in counts):
        raise Mistake("new.no_seat_for_level", players=1 + people)
    return (level,) * left


def new_of(kind: str) -> Callable[..., Coroutine[Any, Any, None]]:
    """`new` with the options that a game needs: an opponent for each seat, the number of seats if
    it can be chosen, the rules if there is a choice, and the computer's level if it plays the
    game."""
    counts = sorted(rules_of(kind).seat_counts)
    useless = {*OPPONENTS[counts[-1] - 1 :], *(["seats"] if len(counts) == 1 else [])}
    completed = {"preset": _presets, "options": _options, "time": _times}
    if not rules_of(kind).option_values:
        useless.add("options")
    if len(rules_of(kind).presets) < 2:
        useless.add("preset")
    if kind not in EXPERTS:
        useless |= {"level", "hints"}
    begins = fixed("first", tuple(FIRST))
    if counts[-1] > 2:
        begins[1] = Choice(name=text("first.first_opponent"), value="opponent")

    @wraps(new)
    async def new_in_it(interaction: discord.Interaction[Any], **given: Any) -> None:
        await new(interaction, **given)

    whole = signature(new)
    used = [one for name, one in whole.parameters.items() if name not in useless]
    new_in_it.__signature__ = whole.replace(parameters=used)  # type: ignore[attr-defined]
    offers = {name: offer for name, offer in completed.items() if name not in useless}
    app_commands.autocomplete(**offers)(new_in_it)
    app_commands.choices(first=begins)(new_in_it)
    if "level" not in useless:
        app_commands.choices(level=fixed("computer", tuple(LEVELS)))(new_in_it)
    if "seats" not in useless:
        numbers = [Choice(name=str(count), value=count) for count in counts]
        app_commands.choices(seats=numbers)(new_in_it)
    return new_in_it


async def rematch(interaction: discord.Interaction[Any]) -> None:
    async with visiting(interaction) as visit:
        game = await last_game(visit)
        older = game.rematch_of if game.status is Status.LOBBY else None
        await once_more(visit, game.id if older is None else older)


COMMANDS = (new, rematch)
