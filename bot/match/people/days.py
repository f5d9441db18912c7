"""Days as a person counts them: in their time zone, in the form they write. Pure, and reads no
clock."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.process.clock import SECOND, Millis


def zone_of(name: str) -> tzinfo:
    """By its name, such as Europe/Amsterdam; UTC when the name is no longer known."""
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
