"""Days as a person has them: in their time zone, as they write them. Pure, and reads no clock."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.clock import SECOND, Moment
from bot.habits import Habits


def zone_of(habits: Habits) -> tzinfo:
    """UTC for a zone that is not known here."""
    try:
        return ZoneInfo(habits.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def read_day(text: str) -> date:
    """`2026-08-15`. Raises ValueError."""
    return date.fromisoformat(text.strip())


def day_at(moment: Moment, zone: tzinfo) -> date:
    return datetime.fromtimestamp(moment / SECOND, zone).date()


def beginning(day: date, zone: tzinfo) -> Moment:
    return round(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()) * SECOND


def end(day: date, zone: tzinfo) -> Moment:
    return beginning(day + timedelta(days=1), zone)


def days_from(day: date, count: int) -> Iterator[date]:
    return (day + timedelta(days=number) for number in range(count))
