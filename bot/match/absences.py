"""Absences: time away does not count towards a player's turns, and is limited in a year."""

from collections.abc import Iterable, Sequence
from itertools import chain

from bot.match.preferences import Away
from bot.process.clock import DAY, Millis

YEAR = 365 * DAY
# The maximum number of days that a player may be away within any year.
MOST_DAYS = 45


def back_at(aways: Sequence[Away], at: Millis) -> Millis | None:
    """The return of a person who is away at this moment; None when they are not away."""
    return next((away.until for away in aways if away.since <= at < away.until), None)


def time_waited(aways: Sequence[Away], since: Millis, until: Millis) -> Millis:
    """The time that it has been somebody's turn, without the time they were away."""
    return until - since - _time_away(aways, since, until)


def end_of_wait(aways: Sequence[Away], since: Millis, time: Millis) -> Millis:
    """The moment at which it will have been somebody's turn for this long."""
    at = since + time
    for away in aways:
        if away.until > since and away.since < at:
            at += away.until - max(away.since, since)
    return at


def start_of_wait(aways: Sequence[Away], until: Millis, time: Millis) -> Millis:
    """The moment at which a turn began that has lasted this long by `until`."""
    at = until - time
    for away in reversed(aways):
        if away.since < until and away.until > at:
            at -= min(away.until, until) - away.since
    return at


def merge_absences(*aways: Iterable[Away]) -> tuple[Away, ...]:
    """The absences merged: in order, none touching another."""
    merged: list[Away] = []
    for away in sorted(chain(*aways)):
        if merged and away.since <= merged[-1].until:
            merged[-1] = Away(merged[-1].since, max(merged[-1].until, away.until))
        else:
            merged.append(away)
    return tuple(merged)


def limit_absences(aways: Sequence[Away], since: Millis, most: Millis) -> tuple[Away, ...]:
    """The part of these absences that counts from that moment on, if no more than so much does."""
    counted = list[Away]()
    left = most
    for away in aways:
        begins = max(away.since, since)
        time = min(away.until - begins, left)
        if time > 0:
            counted.append(Away(begins, begins + time))
            left -= time
    return tuple(counted)


def end_absences(aways: Iterable[Away], now: Millis) -> tuple[Away, ...]:
    """The absences of a person who is back: what they have used stays, what was planned is
    dropped."""
    return tuple(Away(away.since, min(away.until, now)) for away in aways if away.since < now)


def upcoming_absences(aways: Iterable[Away], now: Millis) -> tuple[Away, ...]:
    """The absences that are not over yet."""
    return tuple(away for away in aways if away.until > now)


def fits_in_a_year(aways: Sequence[Away]) -> bool:
    """True if no year, whenever it begins, holds more than `MOST_DAYS` away.

    The fullest year begins with an absence, or ends with one.
    """
    years = chain((away.since for away in aways), (away.until - YEAR for away in aways))
    return all(_time_away(aways, first, first + YEAR) <= MOST_DAYS * DAY for first in years)


def days_left(aways: Sequence[Away], since: Millis) -> int:
    """For how many days in a row a person may be away from this moment on, in addition to these
    absences."""
    others = [away for away in aways if away.until > since - YEAR and away.since < since + YEAR]
    fitting = (
        days
        for days in range(MOST_DAYS, 0, -1)
        if fits_in_a_year(merge_absences(others, [Away(since, since + days * DAY)]))
    )
    return next(fitting, 0)


def _time_away(aways: Iterable[Away], since: Millis, until: Millis) -> Millis:
    gone = (min(away.until, until) - max(away.since, since) for away in aways)
    return sum(time for time in gone if time > 0)
