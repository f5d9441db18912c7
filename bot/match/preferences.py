"""A player's preferences, in all their games: how often to be reminded, where, in which hours not,
by the clock of which time zone; and when they are away.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from importlib.resources import files
from json import dumps, loads
from typing import Any, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.process.clock import SECOND, Millis

# The reminders of a turn: after 24 and 72 hours and then rarely, never, or every N hours.
Cadence = Literal["usual", "off", "6", "12", "24", "48"]
# The announcement of turns and reminders: in the game's channel, or by direct message.
Route = Literal["channel", "direct"]


# The follower that the panel suggests unasked: one that comes straight back with its points, or
# none.
Unasked = Literal["returning", "never"]
# How somebody follows a game: by its pictures with few words, or in words, all of them.
Reading = Literal["pictures", "words"]
# How somebody is called on the web pages of their games: by name, or by the colour they play.
PageName = Literal["name", "colour"]


class Away(NamedTuple):
    """A time in which a player is away; the end is not part of it."""

    since: Millis
    until: Millis


@dataclass(frozen=True, slots=True)
class PlayerPreferences:
    reminders: Cadence = "usual"
    place: Route = "channel"
    quiet: tuple[int, int] | None = None
    """The hours of the day in which to be left alone: from the first to the second, in `zone`."""
    zone: str = "UTC"
    """A time zone by its name, such as Europe/Amsterdam."""
    follower: Unasked = "returning"
    reading: Reading = "pictures"
    """What is private, and direct messages; posts say what their channel wants."""
    page_name: PageName = "name"
    language: str = ""
    """Discord's language for them when they last set a preference; empty when they never did."""
    aways: tuple[Away, ...] = ()
    """In order, none touching another."""

    @property
    def in_words(self) -> bool:
        return self.reading == "words"


USUAL = PlayerPreferences()


def load_preferences(preferences: str | None, aways: str | None) -> PlayerPreferences:
    """Load what is stored; the default where nothing is stored, or the value is unknown."""
    if preferences is None and aways is None:
        return USUAL
    values: Mapping[str, Any] = loads(preferences or "{}")
    first_hour, dash, last_hour = values.get("quiet", "").partition("-")
    return PlayerPreferences(
        reminders=_valid_value(values, "reminders", get_args(Cadence)),
        place=_valid_value(values, "place", get_args(Route)),
        quiet=(int(first_hour), int(last_hour)) if dash else None,
        zone=values.get("zone", USUAL.zone),
        follower=_valid_value(values, "follower", get_args(Unasked)),
        reading=_valid_value(values, "reading", get_args(Reading)),
        page_name=_valid_value(values, "page_name", get_args(PageName)),
        language=values.get("language", USUAL.language),
        aways=tuple(Away(*away) for away in loads(aways or "[]")),
    )


def dump_aways(aways: Sequence[Away]) -> str:
    return dumps(aways)


def _valid_value(values: Mapping[str, Any], name: str, possible: Sequence[Any]) -> Any:
    value = values.get(name)
    return value if value in possible else getattr(USUAL, name)


def zone_of(name: str) -> tzinfo:
    """Find a zone by its name, such as Europe/Amsterdam; UTC when the name is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def local_time(zone: str, at: Millis) -> datetime:
    return datetime.fromtimestamp(at / SECOND, zone_of(zone))


def read_day(text: str) -> date:
    """`2026-08-15`. Raises ValueError."""
    return date.fromisoformat(text.strip())


def start_of_day(day: date, zone: tzinfo) -> Millis:
    return round(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()) * SECOND


def end_of_day(day: date, zone: tzinfo) -> Millis:
    return start_of_day(day + timedelta(days=1), zone)


def days_from(day: date, count: int) -> Iterator[date]:
    return (day + timedelta(days=number) for number in range(count))


Hours = tuple[int, int]

QUIET_OFF = "off"
_HOUR = r"(\d{1,2})(?::00)?"
_WRITTEN = re.compile(rf"{_HOUR}\s*[-\u2013]\s*{_HOUR}")


def quiet_until(quiet: Hours | None, zone: str, at: Millis) -> Millis | None:
    """Find the end of the quiet hours at this moment; None outside of quiet hours.

    An hour that the clock skips in spring ends where it would have begun; if an hour comes twice in
    autumn, the first one counts.
    """
    if quiet is None:
        return None
    first_hour, last_hour = quiet
    local = local_time(zone, at)
    inside = (
        first_hour <= local.hour < last_hour
        if first_hour < last_hour
        else not last_hour <= local.hour < first_hour
    )
    if not inside:
        return None
    day = local.date() + timedelta(days=local.hour >= last_hour)
    end = datetime(day.year, day.month, day.day, last_hour, tzinfo=local.tzinfo)
    return round(end.timestamp()) * SECOND


def parse_quiet(text: str) -> Hours | None:
    """Read what somebody types, such as `22-8`, `22:00 - 8:00` or `off`. Raises ValueError."""
    text_typed = text.strip().casefold()
    if text_typed == QUIET_OFF:
        return None
    match = _WRITTEN.fullmatch(text_typed)
    if match is None:
        raise ValueError(text)
    first_hour, last_hour = (
        int(hour) % 24 if int(hour) == 24 else int(hour) for hour in match.groups()
    )
    if first_hour == last_hour or max(first_hour, last_hour) > 23:
        raise ValueError(text)
    return first_hour, last_hour


def quiet_text(quiet: Hours | None) -> str:
    """Write the text that `parse_quiet` reads."""
    return QUIET_OFF if quiet is None else f"{quiet[0]}-{quiet[1]}"


@cache
def zones() -> tuple[str, ...]:
    """List every time zone by its name."""
    return tuple(sorted(files("tzdata").joinpath("zones").read_text("utf-8").split()))


def matching_zones(typed: str, common: Sequence[str] = ()) -> list[str]:
    """List those that contain what was typed; the `common` ones come before the others."""
    part = "_".join(typed.split()).casefold()
    names = dict.fromkeys([*common, *zones()])
    return [name for name in names if part in name.casefold()]


def parse_zone(text: str) -> str:
    """Read a zone by its name, or that of its city, in any case; else a ValueError."""
    sought = "_".join(text.split()).casefold()
    matches = [name for name in zones() if name.casefold() == sought]
    matches = matches or [name for name in zones() if name.casefold().endswith(f"/{sought}")]
    if len(matches) != 1:
        raise ValueError(text)
    return matches[0]
