"""Turn notifications: a player's preferences for all their games."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answering.failures import Mistake
from bot.discord.answering.visit import Visit, visiting
from bot.discord.commands.context import Typed, choices, fixed, offered
from bot.discord.pages.page import page, shortened
from bot.discord.pages.wording.escaping import in_code
from bot.locale import Words
from bot.match.people.days import local_time
from bot.match.people.preferences import Cadence, Habits, Place
from bot.match.people.quiet_hours import OFF, parse_quiet, parse_zone, quiet_text, zones_like

LONGEST_PART = 40
QUIET = ("22-7", "22-8", "23-7", "23-8", "0-8", "0-9", OFF)
"""Suggested quiet hours; any others can be typed."""
COMMON_ZONES = (
    *("Europe/Amsterdam", "Europe/Berlin", "Europe/Brussels", "Europe/Vienna", "Europe/Zurich"),
    *("Europe/London", "Europe/Dublin", "Europe/Paris", "Europe/Madrid", "Europe/Rome"),
    *("Europe/Warsaw", "Europe/Stockholm", "Europe/Helsinki", "Europe/Athens", "America/New_York"),
    *("America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo"),
    *("Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"),
    "UTC",
)


@offered
async def _quiet_hours(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """What was typed if it is complete, else the suggestions that begin with it."""
    try:
        fits = [_quiet(typed)]
    except ValueError:
        fits = [hours for hours in QUIET if hours.startswith(typed.strip())]
    return choices([(hours, hours) for hours in fits])


@offered
async def _zones(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    return choices([(zone, zone) for zone in zones_like(typed, COMMON_ZONES)])


@app_commands.autocomplete(quiet=_quiet_hours, zone=_zones)
@app_commands.choices(
    reminders=fixed("cadence", get_args(Cadence)), place=fixed("place", get_args(Place))
)
async def me(
    interaction: discord.Interaction[Any],
    reminders: str | None = None,
    place: str | None = None,
    quiet: Typed | None = None,
    zone: Typed | None = None,
) -> None:
    async with visiting(interaction) as visit:
        given = {
            "reminders": reminders,
            "place": place,
            "quiet": quiet and _read(_quiet, quiet, "me.bad_quiet"),
            "zone": zone and _read(parse_zone, zone, "me.bad_zone"),
        }
        changes = {name: value for name, value in given.items() if value is not None}
        if place == "direct":
            await _greet(visit)
        if changes:
            changes["language"] = visit.words.language
            habits = await visit.table.preferences.set(visit.user_id, changes)
        else:
            habits = await visit.table.preferences.of(visit.user_id)
        lines = _told(visit.words, habits, visit.table.clock())
        await visit.show(page("\n".join(lines)))


def _quiet(typed: str) -> str:
    return quiet_text(parse_quiet(typed))


def _read(parse: Callable[[str], str], typed: str, otherwise: str) -> str:
    try:
        return parse(typed)
    except ValueError:
        raise Mistake(otherwise, typed=shortened(in_code(typed), LONGEST_PART)) from None


async def _greet(visit: Visit) -> None:
    """Sends a direct message, to find out whether that is possible."""
    try:
        greeting = page(visit.words("me.greeting"))
        await visit.interaction.user.send(view=greeting.view, allowed_mentions=greeting.allowed)
    except discord.Forbidden:
        raise Mistake("me.closed") from None


def _told(words: Words, habits: Habits, now: int) -> Iterator[str]:
    yield words("me.head")
    yield words("me.reminders", value=words(f"cadence.{habits.reminders}"))
    yield words("me.place", value=words(f"place.{habits.place}"))
    if habits.quiet is None:
        yield words("me.no_quiet")
    else:
        first, last = habits.quiet
        yield words("me.quiet", first=f"{first}:00", last=f"{last}:00")
    time = f"{local_time(habits.zone, now):%H:%M}"
    yield words("me.zone", zone=habits.zone, time=time)


COMMANDS = (me,)
