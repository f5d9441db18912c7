"""Whose work a thread does: what the simulated Discord takes is not the bot's.

A second thread looks now and then at what the first one is doing. Each look counts for whichever of
the two is the innermost at work, with what it calls in libraries.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread, get_ident
from time import thread_time
from types import FrameType

EVERY = 0.003
"""In seconds."""
SIMULATED = "/simcord/"
OTHERS = ("/bot/", "/render/", "/engine/", "/discord/", "/sqlalchemy/", "/tests/")
IDLE = "select"
"""The function in which an event loop waits."""


@dataclass
class Shares:
    """Of one thread, while it lasted."""

    looks: int = 0
    simulated: int = 0
    seconds: float = 0.0
    """On the processor, of all that the thread did."""

    @property
    def simulated_seconds(self) -> float:
        return self.seconds * self.simulated / max(1, self.looks)

    def look(self, frame: FrameType | None) -> None:
        if frame is None or frame.f_code.co_name == IDLE:
            return
        self.looks += 1
        self.simulated += _is_simulated(frame)


@contextmanager
def sampled() -> Iterator[Shares]:
    """What the calling thread does."""
    shares, over, thread, began = Shares(), Event(), get_ident(), thread_time()

    def look() -> None:
        while not over.wait(EVERY):
            shares.look(sys._current_frames().get(thread))

    looking = Thread(target=look, daemon=True)
    looking.start()
    try:
        yield shares
    finally:
        over.set()
        looking.join()
        shares.seconds = thread_time() - began


def _is_simulated(frame: FrameType | None) -> bool:
    while frame is not None:
        file = frame.f_code.co_filename
        if SIMULATED in file:
            return True
        if any(part in file for part in OTHERS):
            return False
        frame = frame.f_back
    return False
