"""Digests for spectators: when a channel gets the next one."""

from datetime import datetime, timedelta

from bot.match.preferences import local_time, zone_of
from bot.process.clock import SECOND, Millis


def digest_after(at: Millis, hour: int, zone: str) -> Millis:
    """Find the first moment after this one at which the clock of a zone shows this hour, once a
    day.

    Where the clock skips the hour in spring, it is the moment an hour later; if the hour comes
    twice in autumn, the first one counts.
    """
    clock = zone_of(zone)
    day = local_time(zone, at).date()
    while True:
        moment = datetime(day.year, day.month, day.day, hour, tzinfo=clock)
        due_at = round(moment.timestamp()) * SECOND
        if due_at > at:
            return due_at
        day += timedelta(days=1)
