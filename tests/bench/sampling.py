"""What the simulated Discord takes of the work of this process, which is not the bot's.

Each time that the process has worked for a moment, a signal interrupts the main thread. What the
thread has worked since the last time counts for whichever of the two is the innermost at work, with
what it calls in libraries.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import thread_time
from types import FrameType

from tests.bench.clocks import Time, now

EVERY = 0.001
"""In seconds, as far as the system counts so finely."""
SIMULATED = "/simcord/"
OTHERS = ("/bot/", "/render/", "/engine/", "/discord/", "/sqlalchemy/", "/tests/")
IDLE = "select"
"""The function in which an event loop waits, while only other threads work."""


class Sampling:
    """Clocks that also tell whose the work of the main thread was, while it is sampled."""

    def __init__(self) -> None:
        self._simulated = 0.0
        self._last = thread_time()

    def now(self) -> Time:
        return replace(now(), simulated=self._simulated)

    def look(self, frame: FrameType | None) -> None:
        if frame is None or frame.f_code.co_name == IDLE:
            return
        before, self._last = self._last, thread_time()
        if _is_simulated(frame):
            self._simulated += self._last - before


@contextmanager
def sampled() -> Iterator[Sampling]:
    """What the main thread does, which has to be the one that calls this."""
    sampling = Sampling()
    signal.signal(signal.SIGPROF, lambda _, frame: sampling.look(frame))
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        yield sampling
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)


def _is_simulated(frame: FrameType | None) -> bool:
    while frame is not None:
        file = frame.f_code.co_filename
        if SIMULATED in file:
            return True
        if any(part in file for part in OTHERS):
            return False
        frame = frame.f_back
    return False
