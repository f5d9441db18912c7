"""Clocks. Everything that needs the time is passed one, so that tests can control it."""

from collections.abc import Callable
from time import time_ns

# Milliseconds since 1970, in UTC.
Millis = int

Clock = Callable[[], Millis]

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR


def system_clock() -> Millis:
    return time_ns() // 1_000_000
