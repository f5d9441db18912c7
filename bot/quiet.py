"""The hours of the day in which somebody wants to be left alone. Pure."""

from datetime import datetime, timedelta

from bot.clock import SECOND, Moment
from bot.days import zone_of
from bot.habits import Habits


def quiet_until(habits: Habits, at: Moment) -> Moment | None:
    """When the quiet hours end in which this moment falls; None when it falls in none."""
    if habits.quiet is None:
        return None
    first, last = habits.quiet
    here = datetime.fromtimestamp(at / SECOND, zone_of(habits))
    if (here.hour - first) % 24 >= (last - first) % 24:
        return None
    end = here.replace(hour=last % 24, minute=0, second=0, microsecond=0)
    if end <= here:
        end += timedelta(days=1)
    return round(end.timestamp()) * SECOND
