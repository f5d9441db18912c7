"""What the garbage collector finds, in objects."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def garbage_left() -> Iterator[list[object]]:
    """What refers to itself, of all that is no longer needed at the end, and what only that refers
    to. Garbage is not collected meanwhile."""
    left = list[object]()
    before = gc.isenabled()
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield left
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
        if before:
            gc.enable()
