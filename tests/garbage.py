"""What the garbage collector has to look through, and what it finds: in objects."""

import gc
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType

from bot.process.memory import SECOND


@contextmanager
def collections() -> Iterator[list[int]]:
    """How many objects each collection of more than the youngest could look through, of those that
    are made meanwhile: all that are not exempt."""
    counts = list[int]()

    def count(phase: str, about: Mapping[str, int]) -> None:
        if phase == "start" and about["generation"] >= SECOND:
            # In one call into C, so that no other thread finds half-made tuples that a list holds.
            counts.append(sum(map(len, map(gc.get_objects, range(3)))))

    gc.callbacks.insert(0, count)
    try:
        yield counts
    finally:
        gc.callbacks.remove(count)


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


def kinds_of(left: list[object], but: str = "simcord") -> Counter[str]:
    """The kinds of garbage, but for a package's own and what that refers to, however indirectly."""
    ours = {id(thing): thing for thing in left}
    theirs = [thing for thing in left if _package_of(thing) == but]
    while theirs:
        thing = theirs.pop()
        ours.pop(id(thing), None)
        theirs += [ours.pop(id(it)) for it in gc.get_referents(thing) if id(it) in ours]
    return Counter(type(thing).__qualname__ for thing in ours.values())


def _package_of(thing: object) -> str:
    module = thing.__module__ if isinstance(thing, FunctionType) else type(thing).__module__
    return str(module).partition(".")[0]
