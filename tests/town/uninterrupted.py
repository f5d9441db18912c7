"""How long a thread works without a single function call in Python: mostly inside of a call into C,
which cannot be interrupted. Most such calls keep the interpreter to themselves, so the event loop
waits even for those made in another thread."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter, thread_time
from types import FrameType
from typing import Any

# In seconds.
ROUNDED = 0.001


@dataclass
class Uninterrupted:
    """What was observed. Processor time, so that other processes and threads do not count."""

    longest: float = 0.0
    """In milliseconds."""
    after: str = "nothing"
    """The call that the longest stretch began with."""
    calls: int = 0
    """All function calls of the observing thread."""


@contextmanager
def uninterrupted_work() -> Iterator[Uninterrupted]:
    """Watches this thread, and those that begin inside. The garbage collector may run anywhere: it
    should rest meanwhile."""
    watched = Uninterrupted()

    def begin(frame: FrameType, what: str, function: Any) -> None:
        """In each thread that begins."""
        called = observer(watched, counts=False)
        sys.setprofile(called)
        called(frame, what, function)

    threading.setprofile(begin)
    sys.setprofile(observer(watched, counts=True))
    try:
        yield watched
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def observer(watched: Uninterrupted, *, counts: bool) -> Callable[[FrameType, str, Any], None]:
    """What the interpreter calls at each call in this thread, and at each return: millions of
    times, so all it knows is in local variables.

    Processor time is slow to read, and no more passes than time on the clock: only what is long on
    the clock is measured in it, rounded up."""
    began = perf_counter()
    read = began
    worked = thread_time()  # read at most `ROUNDED` before the stretch
    after: Any = None

    def called(frame: FrameType, what: str, function: Any) -> None:
        nonlocal began, read, worked, after
        if counts and (what == "call" or what == "c_call"):  # noqa: PLR1714  # faster
            watched.calls += 1
        now = perf_counter()
        if now - read > ROUNDED:
            done = thread_time()
            took = 1000 * (done - worked)
            if now - began > ROUNDED and took > watched.longest:
                watched.longest = took
                watched.after = str(getattr(after, "__qualname__", after))
            worked = done
            read = now
        began = now
        after = function if what == "c_call" else frame.f_code

    return called
