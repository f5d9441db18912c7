"""A player's preferences for all their games, and their absences."""

from collections.abc import Collection, Iterator, Mapping
from typing import get_args

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.discord.answering.desk import desk_of
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features import context
from bot.discord.features.context import HERE, TypedText, autocompletion, button, form, opens_form
from bot.discord.features.preference_form import (
    LONGEST_PART,
    FormEntries,
    parse_typed,
    preference_form,
    read_quiet,
)
from bot.discord.pages.forms import FormValues
from bot.discord.pages.page import PageButton, Target, page, shorten
from bot.discord.pages.wording import code_text, timestamp
from bot.locale import Words, words_of
from bot.match.absences import MOST_DAYS, YEAR
from bot.match.preferences import (
    QUIET_OFF,
    Away,
    Cadence,
    PageName,
    PlayerPreferences,
    Reading,
    Route,
    Unasked,
    days_from,
    end_of_day,
    local_time,
    matching_zones,
    parse_zone,
    read_day,
    start_of_day,
    zone_of,
)
from bot.match.seat_calls import WantedCalls
from bot.process.clock import DAY, Millis
from engine.games import GAMES

# No calls to open seats at all.
CALLS_OFF = "off"
# Suggested quiet hours; any others can be typed.
QUIET = ("22-7", "22-8", "23-7", "23-8", "0-8", "0-9", QUIET_OFF)
COMMON_ZONES = (
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/Brussels",
    "Europe/Vienna",
    "Europe/Zurich",
    "Europe/London",
    "Europe/Dublin",
    "Europe/Paris",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Warsaw",
    "Europe/Stockholm",
    "Europe/Helsinki",
    "Europe/Athens",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "UTC",
)


@autocompletion
async def _quiet_hours(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Suggest the typed text if it is complete, else the suggestions that begin with it."""
    try:
        fits = [read_quiet(typed)]
    except ValueError:
        fits = [hours for hours in QUIET if hours.startswith(typed.strip())]
    return context.choices([(hours, hours) for hours in fits])


@autocompletion
async def suggest_zones(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    return context.choices([(zone, zone) for zone in matching_zones(typed, COMMON_ZONES)])


@autocompletion
async def _calls(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Suggest none, or the games named so far with each that is still missing."""
    words = words_of(str(interaction.locale))
    *kinds_named, last_part = [part.strip() for part in typed.split(",")]
    before = "".join(f"{part}, " for part in kinds_named)
    kinds_left = {kind: words(f"{kind}.name") for kind in GAMES if kind not in kinds_named}
    fits = [
        (f"{'… ' if before else ''}{name}", f"{before}{kind}")
        for kind, name in kinds_left.items()
        if last_part.casefold() in f"{name} {kind}".casefold()
    ]
    no_calls = [] if before else context.choices([(words("me.calls_off"), CALLS_OFF)], typed)
    return [*no_calls, *context.choices(fits)]


@context.command("table")
@opens_form()
@app_commands.autocomplete(quiet=_quiet_hours, zone=suggest_zones, calls=_calls)
@app_commands.choices(
    reminders=context.fixed_choices("cadence", get_args(Cadence)),
    place=context.fixed_choices("place", get_args(Route)),
    follower=context.fixed_choices("unasked", get_args(Unasked)),
    reading=context.fixed_choices("reading", get_args(Reading)),
    page_name=context.fixed_choices("page_name", get_args(PageName)),
)
async def me(
    visit: Visit,
    *,
    reminders: str | None = None,
    place: str | None = None,
    quiet: TypedText | None = None,
    zone: TypedText | None = None,
    follower: str | None = None,
    reading: str | None = None,
    page_name: str | None = None,
    calls: TypedText | None = None,
) -> None:
    """Set what is given; without anything, open the form with everything as it is set now."""
    if not vars(visit.interaction.namespace):
        await on_me(visit)
        return
    values = {
        "reminders": reminders,
        "place": place,
        "quiet": quiet and parse_typed(read_quiet, quiet, "me.bad_quiet"),
        "zone": zone and parse_typed(parse_zone, zone, "me.bad_zone"),
        "follower": follower,
        "reading": reading,
        "page_name": page_name,
    }
    changes = {name: value for name, value in values.items() if value is not None}
    await _set(visit, changes, None if calls is None else _read_calls(visit.words, calls))


async def _set(
    visit: Visit, changes: Mapping[str, str], calls: Collection[str] | None = None
) -> None:
    """Set some preferences, and the games to whose open seats this person is called, if given; then
    show everything. A direct message that is wanted from now on is tried first."""
    table = visit.table
    guild = visit.guild_id
    user = visit.user_id
    kinds_called = await table.seat_calls.kinds_for(guild, user)
    goes_direct = changes.get("place") == "direct"
    if goes_direct and (await table.people.preferences(user)).place != "direct":
        await _greet(visit, "me.greeting")
    elif calls and not kinds_called:
        await _greet(visit, "me.greeting_calls")
    preferences = await table.people.prefer(
        user,
        {**changes, "language": visit.words.language},
        None if calls is None else WantedCalls(guild, calls),
    )
    lines = _preference_lines(
        visit.words, preferences, kinds_called if calls is None else calls, table.clock()
    )
    buttons = [PageButton("me", Target(), visit.words("button.edit"))]
    if await table.seat_pages.count_of(user):
        buttons.append(PageButton("endpages", Target(), visit.words("button.end_pages")))
    await visit.show(page("\n".join(lines), buttons))


@button("endpages", in_place=True)
async def end_pages(visit: Visit, target: Target) -> None:
    """End all of this person's sessions on web pages, and their links."""
    await visit.table.seat_pages.end_all(visit.user_id)
    await visit.show(page(visit.words("me.pages_ended")))


async def _as_set(visit: Visit) -> FormEntries:
    preferences = await visit.table.people.preferences(visit.user_id)
    calls = await visit.table.seat_calls.kinds_for(visit.guild_id, visit.user_id)
    return FormEntries.of_settings(preferences, calls)


def _read_calls(words: Words, typed: str) -> Collection[str]:
    """Read the games with these names and commas between them, or none. Raises Mistake."""
    names = {words(f"{kind}.name").casefold(): kind for kind in GAMES}
    kinds = {**names, **{kind: kind for kind in GAMES}}
    parts = [part.strip().casefold() for part in typed.split(",") if part.strip()]
    if parts == [CALLS_OFF]:
        return ()
    if not parts or not {*parts} <= kinds.keys():
        games = ", ".join(f"`{kind}`" for kind in GAMES)
        raise Mistake("me.bad_calls", typed=shorten(code_text(typed), LONGEST_PART), games=games)
    return [kind for kind in GAMES if kind in {kinds[part] for part in parts}]


@button("me", opens_form=True)
async def on_me(visit: Visit, target: Target = HERE) -> None:
    """Open the form, as everything is set or as it was filled in."""
    entries = FormEntries.of_target(target) if target.rest else await _as_set(visit)
    await visit.open_form(preference_form(visit.words, entries))


@form("me", in_place=True)
async def on_preferences(visit: Visit, target: Target, values: FormValues) -> None:
    """Set everything in the form, or lead back to it."""
    entries = (await _as_set(visit)).changed_by(values)
    try:
        await _set(visit, entries.changes(), entries.calls)
    except Mistake as mistake:
        to_form = PageButton("me", entries.target(), visit.words("button.to_form"))
        await visit.show(page(visit.explain(mistake, visit.kind), [to_form]))


async def _greet(visit: Visit, key: str) -> None:
    """Send a direct message, to find out whether that is possible."""
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
        first_hour, last_hour = preferences.quiet
        yield words("me.quiet", first=f"{first_hour}:00", last=f"{last_hour}:00")
    time = f"{local_time(preferences.zone, now):%H:%M}"
    yield words("me.zone", zone=preferences.zone, time=time)
    yield words("me.follower", value=words(f"unasked.{preferences.follower}"))
    yield words("me.reading", value=words(f"reading.{preferences.reading}"))
    yield words("me.page_name", value=words(f"page_name.{preferences.page_name}"))
    games = [words(f"{kind}.name") for kind in GAMES if kind in calls]
    yield words("me.calls", games=words.join(games)) if games else words("me.no_calls")


@autocompletion
async def _next_days(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Suggest the next days, starting today."""
    table = desk_of(interaction).table
    preferences = await table.people.preferences(interaction.user.id)
    today = local_time(preferences.zone, table.clock()).date()
    days = [day.isoformat() for day in days_from(today, MOST_DAYS)]
    fits = [day for day in days if typed.strip() in day]
    return context.choices([(day, day) for day in fits[: context.MOST_CHOICES]])


@context.command("table")
@app_commands.autocomplete(since=_next_days, until=_next_days)
async def away(
    visit: Visit,
    days: Range[int, 1, MOST_DAYS] | None = None,
    since: TypedText | None = None,
    until: TypedText | None = None,
    back: bool = False,
) -> None:
    people = visit.table.people
    if back:
        absences = await people.come_back(visit.actor())
    elif days is None and since is None and until is None:
        absences = await people.absence(visit.user_id)
    else:
        preferences = await people.preferences(visit.user_id)
        now = visit.table.clock()
        absence = _parse_absence(preferences, now, days, since, until)
        absences = await people.go_away(visit.actor(), absence)
    words = visit.words
    lines = [
        words("away.line", since=timestamp(period.since, "f"), until=timestamp(period.until, "f"))
        for period in absences.planned
    ]
    days_left = words("away.left", count=absences.left, most=MOST_DAYS)
    await visit.show(page("\n".join([*(lines or [words("away.none")]), days_left])))


def _parse_absence(
    preferences: PlayerPreferences,
    now: Millis,
    days: int | None,
    since: str | None,
    until: str | None,
) -> Away:
    """Read an absence from now or the start of a day, for so many days or to the end of a day."""
    zone = zone_of(preferences.zone)
    if (days is None) == (until is None):
        raise Mistake("away.how_long")
    try:
        begin = now if since is None else max(now, start_of_day(read_day(since), zone))
        is_past = since is not None and end_of_day(read_day(since), zone) <= now
        end = begin + (days or 0) * DAY if until is None else end_of_day(read_day(until), zone)
    except (ValueError, OverflowError, OSError):
        raise Mistake("away.unreadable") from None
    if is_past or end <= now:
        raise Mistake("away.past")
    if end <= begin:
        raise Mistake("away.backwards")
    if begin > now + YEAR:
        raise Mistake("away.too_far")
    return Away(begin, end)
