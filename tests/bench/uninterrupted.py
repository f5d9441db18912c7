"""How long a thread works without a single function call in Python: mostly inside of a call into C,
which cannot be interrupted. Most such calls keep the interpreter to themselves, so the event loop
waits even for those made in another thread."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import get_ident
from time import thread_time
from types import FrameType
from typing import Any


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
    watched, here = Uninterrupted(), get_ident()
    last: dict[int, tuple[float, Any]] = {}

    def called(frame: FrameType, what: str, function: Any) -> None:
        thread, now = get_ident(), thread_time()
        if thread == here and what in ("call", "c_call"):
            watched.calls += 1
        began, before = last.get(thread, (now, None))
        if 1000 * (now - began) > watched.longest:
            watched.longest = 1000 * (now - began)
            watched.after = str(getattr(before, "__qualname__", before))
        last[thread] = thread_time(), function if what == "c_call" else frame.f_code

    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield watched
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
