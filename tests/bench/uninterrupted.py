"""How long a thread works without a single function call in Python: mostly inside of a call into C,
which cannot be interrupted. Most such calls keep the interpreter to themselves, so the event loop
waits even for those made in another thread."""

import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import get_ident
from time import perf_counter, thread_time
from types import FrameType
from typing import Any

ROUNDED = 0.001
"""In seconds."""


@dataclass
class Uninterrupted:
    """What was observed. Processor time, so that other processes and threads do not count."""

    longest: float = 0.0
    """In milliseconds."""
    after: str = "nothing"
    """The call that the longest stretch began with."""
    calls: int = 0
    """All function calls of the observing thread."""


class Stretch:
    """The time of one thread since its last function call."""

    __slots__ = ("after", "began", "read", "worked")

    def __init__(self) -> None:
        self.began = self.read = perf_counter()
        self.worked = thread_time()
        """Its processor time when that was last read, at most `ROUNDED` before the stretch."""
        self.after: Any = None


@contextmanager
def uninterrupted_work() -> Iterator[Uninterrupted]:
    """Watches this thread, and those that begin inside. The garbage collector may run anywhere: it
    should rest meanwhile.

    Processor time is slow to read, and no more passes than time on the clock: only what is long on
    the clock is measured in it, rounded up."""
    watched, here = Uninterrupted(), get_ident()
    stretches: defaultdict[int, Stretch] = defaultdict(Stretch)

    def called(frame: FrameType, what: str, function: Any) -> None:
        thread = get_ident()
        stretch = stretches[thread]
        if thread == here and what in ("call", "c_call"):
            watched.calls += 1
        now = perf_counter()
        if now - stretch.read > ROUNDED:
            worked = thread_time()
            took = 1000 * (worked - stretch.worked)
            if now - stretch.began > ROUNDED and took > watched.longest:
                watched.longest = took
                watched.after = str(getattr(stretch.after, "__qualname__", stretch.after))
            stretch.worked, stretch.read = worked, now
        stretch.began = now
        stretch.after = function if what == "c_call" else frame.f_code

    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield watched
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
