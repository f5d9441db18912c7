"""What it means that a player is away: this time does not count as waiting for them. Pure."""

from collections.abc import Sequence

from bot.clock import Moment
from bot.habits import Away


def back_at(aways: Sequence[Away], at: Moment) -> Moment | None:
    """When somebody who is away at this moment comes back; None when they are not."""
    return next((away.until for away in aways if away.since <= at < away.until), None)


def waited(aways: Sequence[Away], since: Moment, until: Moment) -> Moment:
    """How long somebody has been waited for, without the time in which they were away."""
    gone = (min(away.until, until) - max(away.since, since) for away in aways)
    return until - since - sum(time for time in gone if time > 0)


def waited_until(aways: Sequence[Away], since: Moment, time: Moment) -> Moment:
    """The moment at which somebody will have been waited for so long."""
    at = since + time
    for away in aways:
        if away.until > since and away.since < at:
            at += away.until - max(away.since, since)
    return at
