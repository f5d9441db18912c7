"""A player's preferences for all their games, and their absences."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import get_args

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.discord.answering.desk import desk_of
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import (
    HERE,
    LONGEST_CHOICE,
    MOST_CHOICES,
    Typed,
    autocompletion,
    button,
    choices,
    fixed_choices,
    form,
    opens_form,
    typed_text,
)
from bot.discord.pages.forms import ChecksField, Form, FormValues, MenuField, TextField
from bot.discord.pages.page import PageButton, Target, page, shorten
from bot.discord.pages.wording import code_text, timestamp
from bot.locale import Words
from bot.match.absences import MOST_DAYS, YEAR
from bot.match.preferences import (
    QUIET_OFF,
    Away,
    Cadence,
    Place,
    PlayerPreferences,
    Unasked,
    days_from,
    end_of_day,
    local_time,
    matching_zones,
    parse_quiet,
    parse_zone,
    quiet_text,
    read_day,
    start_of_day,
    zone_of,
)
from bot.process.clock import DAY, Millis
from bot.table.people import Absence
from engine.games import GAMES

LONGEST_PART = 40
QUIET = ("22-7", "22-8", "23-7", "23-8", "0-8", "0-9", QUIET_OFF)
"""Suggested quiet hours; any others can be typed."""
COMMON_ZONES = (
    *("Europe/Amsterdam", "Europe/Berlin", "Europe/Brussels", "Europe/Vienna", "Europe/Zurich"),
    *("Europe/London", "Europe/Dublin", "Europe/Paris", "Europe/Madrid", "Europe/Rome"),
    *("Europe/Warsaw", "Europe/Stockholm", "Europe/Helsinki", "Europe/Athens", "America/New_York"),
    *("America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo"),
    *("Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"),
    "UTC",
)


@autocompletion
async def _quiet_hours(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """The typed text if it is complete, else the suggestions that begin with it."""
    try:
        fits = [_quiet(typed)]
    except ValueError:
        fits = [hours for hours in QUIET if hours.startswith(typed.strip())]
    return choices([(hours, hours) for hours in fits])


@autocompletion
async def _zones(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    return choices([(zone, zone) for zone in matching_zones(typed, COMMON_ZONES)])


@opens_form
@app_commands.autocomplete(quiet=_quiet_hours, zone=_zones)
@app_commands.choices(
    reminders=fixed_choices("cadence", get_args(Cadence)),
    place=fixed_choices("place", get_args(Place)),
    follower=fixed_choices("unasked", get_args(Unasked)),
)
async def me(
    visit: Visit,
    *,
    reminders: str | None = None,
    place: str | None = None,
    quiet: Typed | None = None,
    zone: Typed | None = None,
    follower: str | None = None,
) -> None:
    """Set what is given; without anything, open the form with everything as it is set now."""
    given = {
        "reminders": reminders,
        "place": place,
        "quiet": quiet and _parse(_quiet, quiet, "me.bad_quiet"),
        "zone": zone and _parse(parse_zone, zone, "me.bad_zone"),
        "follower": follower,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if not changes:
        await on_me(visit)
        return
    if place == "direct":
        await _greet(visit, "me.greeting")
    await _set(visit, changes)


async def _set(visit: Visit, changes: Mapping[str, str]) -> None:
    """Set some preferences, and show all."""
    language = {"language": visit.words.language}
    preferences = await visit.table.preferences.set(visit.user_id, {**changes, **language})
    calls = await visit.table.seat_calls.wanted(visit.guild_id, visit.user_id)
    lines = _preference_lines(visit.words, preferences, calls, visit.table.clock())
    change = PageButton("me", Target(), visit.words("button.edit"))
    await visit.show(page("\n".join(lines), [change]))


@button("me", opens_form=True)
async def on_me(visit: Visit, target: Target = HERE) -> None:
    preferences = await visit.table.preferences.of(visit.user_id)
    calls = await visit.table.seat_calls.wanted(visit.guild_id, visit.user_id)
    await visit.open_form(preference_form(visit.words, preferences, calls))


def preference_form(words: Words, preferences: PlayerPreferences, calls: Collection[str]) -> Form:
    """Everything that a person can set, as it is set now."""
    quiet = "" if preferences.quiet is None else quiet_text(preferences.quiet)
    direct, follower = preferences.place == "direct", preferences.follower == "returning"
    fields = [
        MenuField(
            name="reminders",
            label=words("me.form.reminders"),
            options=[(words(f"cadence.{one}"), one) for one in get_args(Cadence)],
            chosen=[preferences.reminders],
        ),
        TextField(
            name="quiet",
            label=words("me.form.quiet"),
            about=words("me.form.quiet_about"),
            value=quiet,
            most=LONGEST_CHOICE,
        ),
        TextField(
            name="zone",
            label=words("me.form.zone"),
            about=words("me.form.zone_about"),
            value=preferences.zone,
            most=LONGEST_CHOICE,
            required=True,
        ),
        MenuField(
            name="calls",
            label=words("me.form.calls"),
            about=words("me.form.calls_about"),
            options=[(words(f"{kind}.name"), kind) for kind in GAMES],
            chosen=sorted(calls),
            least=0,
            most=len(GAMES),
        ),
        ChecksField(
            name="more",
            label=words("me.form.more"),
            options=[
                (words("me.form.direct"), "direct"),
                (words("me.form.follower"), "follower"),
            ],
            chosen=["direct"] * direct + ["follower"] * follower,
        ),
    ]
    return Form("me", HERE, words("me.form.title"), fields)


@form("me", in_place=True)
async def on_preferences(visit: Visit, target: Target, values: FormValues) -> None:
    """Set everything in the form. What is missing in it, or unknown, as in that of another version,
    stays as it is."""
    before = await visit.table.preferences.of(visit.user_id)
    called = await visit.table.seat_calls.wanted(visit.guild_id, visit.user_id)
    calls = {*values.chosen("calls")} & GAMES.keys() if "calls" in values.given else called
    reminders, zone = values.text("reminders"), typed_text(values, "zone", LONGEST_CHOICE)
    quiet = typed_text(values, "quiet", LONGEST_CHOICE) or QUIET_OFF
    changes = {
        "reminders": reminders if reminders in get_args(Cadence) else before.reminders,
        "quiet": _parse(_quiet, quiet, "me.bad_quiet"),
        "zone": _parse(parse_zone, zone or before.zone, "me.bad_zone"),
        "place": before.place,
        "follower": before.follower,
    }
    if "more" in values.given:
        ticked = values.chosen("more")
        changes["place"] = "direct" if "direct" in ticked else "channel"
        changes["follower"] = "returning" if "follower" in ticked else "never"
    if changes["place"] == "direct" and before.place != "direct":
        await _greet(visit, "me.greeting")
    elif calls and not called:
        await _greet(visit, "me.greeting_calls")
    await visit.table.seat_calls.want(visit.guild_id, visit.user_id, calls)
    await _set(visit, changes)


def _quiet(typed: str) -> str:
    return quiet_text(parse_quiet(typed))


def _parse(parse: Callable[[str], str], typed: str, otherwise: str) -> str:
    try:
        return parse(typed)
    except ValueError:
        raise Mistake(otherwise, typed=shorten(code_text(typed), LONGEST_PART)) from None


async def _greet(visit: Visit, key: str) -> None:
    """Sends a direct message, to find out whether that is possible."""
    try:
        greeting = page(visit.words(key))
        await visit.interaction.user.send(
            view=greeting.view, allowed_mentions=greeting.allowed_mentions
        )
    except discord.Forbidden:
        raise Mistake("me.closed") from None


def _preference_lines(
    words: Words, preferences: PlayerPreferences, calls: Collection[str], now: Millis
) -> Iterator[str]:
    yield words("me.head")
    yield words("me.reminders", value=words(f"cadence.{preferences.reminders}"))
    yield words("me.place", value=words(f"place.{preferences.place}"))
    if preferences.quiet is None:
        yield words("me.no_quiet")
    else:
        first, last = preferences.quiet
        yield words("me.quiet", first=f"{first}:00", last=f"{last}:00")
    time = f"{local_time(preferences.zone, now):%H:%M}"
    yield words("me.zone", zone=preferences.zone, time=time)
    yield words("me.follower", value=words(f"unasked.{preferences.follower}"))
    games = [words(f"{kind}.name") for kind in GAMES if kind in calls]
    yield words("me.calls", games=words.join(games)) if games else words("me.no_calls")


@autocompletion
async def _next_days(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """The next days, starting today."""
    table = desk_of(interaction).table
    preferences = await table.preferences.of(interaction.user.id)
    today = local_time(preferences.zone, table.clock()).date()
    days = [day.isoformat() for day in days_from(today, MOST_DAYS)]
    fits = [day for day in days if typed.strip() in day]
    return choices([(day, day) for day in fits[:MOST_CHOICES]])


@app_commands.autocomplete(since=_next_days, until=_next_days)
async def away(
    visit: Visit,
    days: Range[int, 1, MOST_DAYS] | None = None,
    since: Typed | None = None,
    until: Typed | None = None,
    back: bool = False,
) -> None:
    absences = visit.table.absences
    if back:
        found = await absences.come_back(visit.by())
    elif days is None and since is None and until is None:
        found = await absences.of(visit.user_id)
    else:
        preferences, now = await visit.table.preferences.of(visit.user_id), visit.table.clock()
        found = await absences.go(visit.by(), _parse_absence(preferences, now, days, since, until))
    await visit.say(_absence_text(visit.words, found))


def _parse_absence(
    preferences: PlayerPreferences,
    now: Millis,
    days: int | None,
    since: str | None,
    until: str | None,
) -> Away:
    """An absence from now or from the start of a day, for this many days or until the end of a
    day."""
    zone = zone_of(preferences.zone)
    if (days is None) == (until is None):
        raise Mistake("away.how_long")
    try:
        first = now if since is None else max(now, start_of_day(read_day(since), zone))
        past = since is not None and end_of_day(read_day(since), zone) <= now
        last = first + (days or 0) * DAY if until is None else end_of_day(read_day(until), zone)
    except (ValueError, OverflowError, OSError):
        raise Mistake("away.unreadable") from None
    if past or last <= now:
        raise Mistake("away.past")
    if last <= first:
        raise Mistake("away.backwards")
    if first > now + YEAR:
        raise Mistake("away.too_far")
    return Away(first, last)


def _absence_text(words: Words, absence: Absence) -> str:
    lines = [
        words("away.line", since=timestamp(one.since, "f"), until=timestamp(one.until, "f"))
        for one in absence.planned
    ]
    left = words("away.left", count=absence.left, most=MOST_DAYS)
    return "\n".join([*(lines or [words("away.none")]), left])
