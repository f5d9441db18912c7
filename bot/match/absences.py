"""Absences: time away does not count towards a player's turns, and is limited in a year."""

from collections.abc import Iterable, Sequence
from itertools import chain

from bot.match.preferences import Away
from bot.process.clock import DAY, Millis

YEAR = 365 * DAY
# The days that a player may be away within any year.
MOST_DAYS = 45


def back_at(aways: Sequence[Away], at: Millis) -> Millis | None:
    """Find the return of a person who is away at this moment; None when they are not away."""
    return next((absence.until for absence in aways if absence.since <= at < absence.until), None)


def time_waited(aways: Sequence[Away], since: Millis, until: Millis) -> Millis:
    """Compute the time that it has been somebody's turn, without the time they were away."""
    return until - since - _time_away(aways, since, until)


def end_of_wait(aways: Sequence[Away], since: Millis, time: Millis) -> Millis:
    """Find the moment at which it will have been somebody's turn for this long."""
    at = since + time
    for absence in aways:
        if absence.until > since and absence.since < at:
            at += absence.until - max(absence.since, since)
    return at


def start_of_wait(aways: Sequence[Away], until: Millis, time: Millis) -> Millis:
    """Find the moment at which a turn began that has lasted this long by `until`."""
    at = until - time
    for absence in reversed(aways):
        if absence.since < until and absence.until > at:
            at -= min(absence.until, until) - absence.since
    return at


def merge_absences(*aways: Iterable[Away]) -> tuple[Away, ...]:
    """Merge the absences: in order, none touching another."""
    merged: list[Away] = []
    for absence in sorted(chain(*aways)):
        if merged and absence.since <= merged[-1].until:
            merged[-1] = Away(merged[-1].since, max(merged[-1].until, absence.until))
        else:
            merged.append(absence)
    return tuple(merged)


def limit_absences(aways: Sequence[Away], since: Millis, most: Millis) -> tuple[Away, ...]:
    """Take the part of these absences that counts from that moment on, if no more than so much
    does."""
    counted = list[Away]()
    time_left = most
    for absence in aways:
        begins = max(absence.since, since)
        time = min(absence.until - begins, time_left)
        if time > 0:
            counted.append(Away(begins, begins + time))
            time_left -= time
    return tuple(counted)


def end_absences(aways: Iterable[Away], now: Millis) -> tuple[Away, ...]:
    """End the absences of a person who is back: what they have used stays, what was planned is
    dropped."""
    return tuple(
        Away(absence.since, min(absence.until, now)) for absence in aways if absence.since < now
    )


def upcoming_absences(aways: Iterable[Away], now: Millis) -> tuple[Away, ...]:
    """List the absences that are not over yet."""
    return tuple(absence for absence in aways if absence.until > now)


def fits_in_a_year(aways: Sequence[Away]) -> bool:
    """Check whether no year, whenever it begins, holds more than `MOST_DAYS` away.

    The fullest year begins with an absence, or ends with one.
    """
    begins = chain(
        (absence.since for absence in aways), (absence.until - YEAR for absence in aways)
    )
    return all(_time_away(aways, begin, begin + YEAR) <= MOST_DAYS * DAY for begin in begins)


def days_left(aways: Sequence[Away], since: Millis) -> int:
    """Count for how many days in a row a person may be away from this moment on, in addition to
    these absences."""
    nearby = [
        absence
        for absence in aways
        if absence.until > since - YEAR and absence.since < since + YEAR
    ]
    fitting = (
        days
        for days in range(MOST_DAYS, 0, -1)
        if fits_in_a_year(merge_absences(nearby, [Away(since, since + days * DAY)]))
    )
    return next(fitting, 0)


def _time_away(aways: Iterable[Away], since: Millis, until: Millis) -> Millis:
    times = (min(absence.until, until) - max(absence.since, since) for absence in aways)
    return sum(time for time in times if time > 0)
