"""Memory: how much there is for the bot, and how this process gives back what it does not use.

Almost everything is free as soon as nothing refers to it. What refers to itself is found by the
garbage collector, and the whole process waits while it looks through the objects it knows: some 0.1
to 0.8 us for each. So it knows few: whatever has outlived two collections is exempt from more.
"""

import gc
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from ctypes import CDLL
from pathlib import Path

MIB = 1 << 20
CGROUPS = Path("/sys/fs/cgroup")
OWN_CGROUPS = Path("/proc/self/cgroup")
# The parameters of glibc's `mallopt`.
ARENA_MAX = -8
TRIM_THRESHOLD = -1
MMAP_THRESHOLD = -3
# In bytes: what is at least this large is given back as soon as it is free.
LARGE = 1 << 18
# In bytes: what may stay free at the end of the heap.
LOOSE = 1 << 20
# The same as what `allocate_sparingly` sets, as environment of a process to be started.
SPARING = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(LARGE),
    "MALLOC_TRIM_THRESHOLD_": str(LOOSE),
}


def total_memory() -> int | None:
    """Return how many bytes this process and those it starts may take: the least of the machine's
    and of the limits of its cgroups, of either version; None where the system does not tell."""
    return min((*_limits(), *_machine()), default=None)


def _machine() -> Iterator[int]:
    with suppress(AttributeError, OSError, ValueError):  # not on Windows
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _limits() -> Iterator[int]:
    """Yield the limits of the own cgroup and those around it, by which it is limited too. In a
    container, the path may be that on the host, and only the top of it exists."""
    with suppress(OSError, ValueError):
        for line in OWN_CGROUPS.read_text("utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if "memory" in controllers.split(","):
                yield from _along(CGROUPS / "memory", path, "memory.limit_in_bytes")
            elif not controllers:
                yield from _along(CGROUPS, path, "memory.max")


def _along(top: Path, path: str, file: str) -> Iterator[int]:
    own = top / path.strip("/")
    for folder in (own, *own.parents):
        with suppress(OSError, ValueError):  # no such folder, or `max`
            yield int((folder / file).read_text("ascii"))
        if folder == top:
            return


def resident_memory(pid: int) -> int | None:
    """Return how many bytes a process holds; None where the system does not tell."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text("ascii", "replace").splitlines():
            if line.startswith("VmRSS:"):
                return 1024 * int(line.split()[1])
    return None


def allocate_sparingly() -> None:
    """Have the allocator keep little of what is free, at some cost in time. Only glibc's can be
    asked; call it before any thread is started."""
    with suppress(AttributeError, OSError, TypeError):
        libc = CDLL(None)
        libc.mallopt(ARENA_MAX, 1)
        libc.mallopt(MMAP_THRESHOLD, LARGE)
        libc.mallopt(TRIM_THRESHOLD, LOOSE)


def return_memory() -> None:
    """Return what is free between things that stay, which only glibc can be asked for."""
    with suppress(AttributeError, OSError, TypeError):
        CDLL(None).malloc_trim(0)


# The youngest objects are looked through when they have become this many more, and those that
# outlived that with them at every fourth time. Only the difference to what became free meanwhile is
# counted: with 700, there were 50,000 when 300 people clicked at once, and 2,000 with 100.
THRESHOLDS = (100, 2)
# The generation of objects that have outlived one collection.
SECOND = 1
# How many times as much memory in small pieces is in use when all objects are looked through.
GROWN = 1.5


class _Exempting:
    """Called by the interpreter before and after each collection: exempts what a second one left,
    so that there is never a third generation to look through."""

    def __init__(self) -> None:
        self.settled = 0
        """How many blocks of memory were in use when it was settled."""

    def __call__(self, phase: str, about: Mapping[str, int]) -> None:
        if phase == "stop" and about["generation"] >= SECOND:
            gc.freeze()


_exempting = _Exempting()


def settle_memory(*, anew: bool = False) -> None:
    """Call once everything is loaded: exempts what is there from garbage collection, and from then
    on what outlives two of them, so that all of them are short. What is exempt and comes to refer
    to itself is found only when this is called `anew`, which takes a tenth of a second or more."""
    if anew:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    _exempting.settled = sys.getallocatedblocks()
    if _exempting not in gc.callbacks:
        gc.callbacks.append(_exempting)


def settle_memory_if_grown() -> None:
    """Call now and then: what a process keeps grows while its caches fill, and then stays as it is,
    unless things that refer to themselves are left over again and again."""
    if _exempting.settled and sys.getallocatedblocks() > GROWN * _exempting.settled:
        settle_memory(anew=True)
