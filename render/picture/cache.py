"""The caches of everything painted, which share one budget of bytes in each process.

However many games, themes and sizes are painted, all caches together hold no more than that: the
value that was not used for longest goes first, whichever cache it is in. Thread-safe.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from PIL import Image

T = TypeVar("T")
P = ParamSpec("P")

MOST = 52_000_000
"""How many bytes the caches of a process hold together."""
ENTRY = 1000
"""About how many bytes an entry takes besides its pixels: the key, and the objects around it."""
ROW = 8
"""How many bytes Pillow needs for each row of an image besides its pixels."""
PIXEL = {"1": 1, "L": 1, "P": 1}
"""How many bytes a pixel takes; 4 in the other modes."""


class Entry(Generic[T]):
    """A cached value. `used` says whether it was asked for again since it was last looked at."""

    __slots__ = ("used", "value", "weight")

    def __init__(self, value: T, weight: int) -> None:
        self.value = value
        self.weight = weight
        self.used = False


class Budget:
    """The values of all its caches, in order of age. When their total weight would exceed `most`,
    the oldest that was not used again is evicted; one that was gets a second chance at the other
    end. Compared with evicting the least recently used, more of the requests are hits, and a hit
    costs one look-up."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.weight = 0
        self.entries: OrderedDict[Hashable, Entry[Any]] = OrderedDict()
        self._lock = Lock()

    def keep(self, key: Hashable, entry: Entry[T]) -> Entry[T]:
        """The entry of this key: of several threads, that of the first."""
        entries = self.entries
        with self._lock:
            kept: Entry[T] = entries.setdefault(key, entry)
            if kept is entry:
                self.weight += entry.weight
                while self.weight > self.most and len(entries) > 1:
                    other, oldest = entries.popitem(last=False)
                    if oldest.used or oldest is entry:
                        oldest.used = False
                        entries[other] = oldest
                    else:
                        self.weight -= oldest.weight
        return kept

    def clear(self) -> None:
        with self._lock:
            self.entries.clear()
            self.weight = 0


BUDGET = Budget(MOST)
"""That of this process."""


class Cache(Generic[T]):
    """Values by key. `weigh` gives the size of a value in bytes."""

    def __init__(self, weigh: Callable[[T], int], budget: Budget = BUDGET) -> None:
        self._weigh = weigh
        self._budget = budget
        self._entries = budget.entries

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made now if it is not cached. Threads that ask at the same time may
        each make it, but all get the same one."""
        own = (self, key)
        entry: Entry[T] | None = self._entries.get(own)
        if entry is None:
            made = make()
            entry = self._budget.keep(own, Entry(made, ENTRY + self._weigh(made)))
        else:
            entry.used = True
        return entry.value


def cached(weigh: Callable[[T], int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A function whose results are cached by its positional arguments."""

    def with_cache(make: Callable[P, T]) -> Callable[P, T]:
        cache = Cache(weigh)

        @wraps(make)
        def get(*args: P.args, **kwargs: P.kwargs) -> T:
            return cache.get(args, lambda: make(*args, **kwargs))

        return get

    return with_cache


def image_weight(image: Image.Image) -> int:
    return image.height * (image.width * PIXEL.get(image.mode, 4) + ROW)
