"""Measures how much of this process's work is done by the simulated Discord, and not by the bot.

Whenever the process has worked for a moment, a signal interrupts the main thread. The thread's work
since the last signal is attributed to the simulated Discord or the bot, whichever is innermost on
the stack, including what it calls in libraries.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import thread_time
from types import FrameType

from tests.town.clocks import Time, now

# The seconds of work between two samples, as far as the system's timer is that precise.
INTERVAL = 0.001
SIMULATED_FOLDER = "/simcord/"
OTHER_FOLDERS = ("/bot/", "/render/", "/engine/", "/discord/", "/sqlalchemy/", "/tests/", "/tools/")
# The function in which an event loop waits while only other threads work.
IDLE_FUNCTION = "select"


class Sampling:
    """Clocks that also attribute the main thread's work, while it is sampled."""

    def __init__(self) -> None:
        self._simulated = 0.0
        self._last = thread_time()

    def now(self) -> Time:
        return replace(now(), simulated=self._simulated)

    def look(self, frame: FrameType | None) -> None:
        if frame is None or frame.f_code.co_name == IDLE_FUNCTION:
            return
        time = thread_time()
        if _is_simulated(frame):
            self._simulated += time - self._last
        self._last = time


@contextmanager
def sampled() -> Iterator[Sampling]:
    """Sample the main thread, which must be the one that calls this."""
    sampling = Sampling()
    signal.signal(signal.SIGPROF, lambda _, frame: sampling.look(frame))
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        yield sampling
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)


def _is_simulated(frame: FrameType | None) -> bool:
    while frame is not None:
        file = frame.f_code.co_filename
        if SIMULATED_FOLDER in file:
            return True
        if any(folder in file for folder in OTHER_FOLDERS):
            return False
        frame = frame.f_back
    return False
