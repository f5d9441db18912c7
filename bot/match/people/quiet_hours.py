"""The hours of the day in which a player wants to be left alone, by their local clock.

Owns the texts in which people write such hours and time zones. Pure; does not know what is held
back until they are over.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files

from bot.match.people.days import local_time
from bot.process.clock import SECOND, Millis

Hours = tuple[int, int]

OFF = "off"
_HOUR = r"(\d{1,2})(?::00)?"
_WRITTEN = re.compile(rf"{_HOUR}\s*[-\u2013]\s*{_HOUR}")


def quiet_until(quiet: Hours | None, zone: str, at: Millis) -> Millis | None:
    """When the quiet hours at this moment are over; None outside of quiet hours.

    An hour that the clock skips in spring ends where it would have begun; if an hour comes twice in
    autumn, the first one counts.
    """
    if quiet is None:
        return None
    first, last = quiet
    local = local_time(zone, at)
    inside = first <= local.hour < last if first < last else not last <= local.hour < first
    if not inside:
        return None
    day = local.date() + timedelta(days=local.hour >= last)
    end = datetime(day.year, day.month, day.day, last, tzinfo=local.tzinfo)
    return round(end.timestamp()) * SECOND


def parse_quiet(text: str) -> Hours | None:
    """Reads what somebody types, such as `22-8`, `22:00 - 8:00` or `off`; else a ValueError."""
    typed = text.strip().casefold()
    if typed == OFF:
        return None
    written = _WRITTEN.fullmatch(typed)
    if written is None:
        raise ValueError(text)
    first, last = (int(hour) % 24 if int(hour) == 24 else int(hour) for hour in written.groups())
    if first == last or max(first, last) > 23:
        raise ValueError(text)
    return first, last


def quiet_text(quiet: Hours | None) -> str:
    """What `parse_quiet` reads."""
    return OFF if quiet is None else f"{quiet[0]}-{quiet[1]}"


@cache
def zones() -> tuple[str, ...]:
    """Every time zone by its name."""
    return tuple(sorted(files("tzdata").joinpath("zones").read_text("utf-8").split()))


def zones_like(typed: str, first: Sequence[str] = ()) -> list[str]:
    """Those that contain what was typed; the ones in `first` come before the others."""
    wanted = "_".join(typed.split()).casefold()
    ordered = dict.fromkeys([*first, *zones()])
    return [name for name in ordered if wanted in name.casefold()]


def parse_zone(text: str) -> str:
    """A zone by its name, or that of its city, in any case; else a ValueError."""
    wanted = "_".join(text.split()).casefold()
    found = [name for name in zones() if name.casefold() == wanted]
    found = found or [name for name in zones() if name.casefold().endswith(f"/{wanted}")]
    if len(found) != 1:
        raise ValueError(text)
    return found[0]
