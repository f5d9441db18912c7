"""How much of this process's work is done by the simulated Discord, and not by the bot.

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

# In seconds, as far as the system's timer is that precise.
EVERY = 0.001
SIMULATED = "/simcord/"
OTHERS = ("/bot/", "/render/", "/engine/", "/discord/", "/sqlalchemy/", "/tests/", "/tools/")
# The function in which an event loop waits while only other threads work.
IDLE = "select"


class Sampling:
    """Clocks that also attribute the main thread's work, while it is sampled."""

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
    """Sample the main thread, which must be the one that calls this."""
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
