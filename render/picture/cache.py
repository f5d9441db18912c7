"""The caches of everything painted, which share one budget of bytes in each process.

However many games, themes and sizes are painted, all caches together hold no more than that: the
value that was not used for the longest time goes first, whichever cache it is in. Thread-safe.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial, wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar, cast

from PIL import Image

T = TypeVar("T")
P = ParamSpec("P")

MOST = 72_000_000
"""How many bytes the caches of a process hold together."""
ENTRY = 1000
"""About how many bytes an entry takes besides its pixels: the key, and the objects around it."""
ROW = 8
"""How many bytes Pillow needs for each row of an image besides its pixels."""
PIXEL = {"1": 1, "L": 1, "P": 1}
"""How many bytes a pixel takes; 4 in the other modes."""


class Budget:
    """The values of all its caches, the least recently used first. They are evicted when their
    total weight would exceed `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.weight = 0
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T], weigh: Callable[[T], int]) -> T:
        """The value of a key, made now if it is not cached. Threads that ask at the same time may
        each make it, but all get the same one."""
        values = self._values
        with self._lock:
            try:
                values.move_to_end(key)
                return cast(T, values[key][0])
            except KeyError:
                pass
        made = make()
        with self._lock:
            if key not in values:
                weight = ENTRY + weigh(made)
                values[key] = made, weight
                self.weight += weight
                while self.weight > self.most and len(values) > 1:
                    _, (_, dropped) = values.popitem(last=False)
                    self.weight -= dropped
            return cast(T, values[key][0])

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self.weight = 0


BUDGET = Budget(MOST)
"""That of this process."""


class Cache(Generic[T]):
    """Values by key. `weigh` gives the size of a value in bytes, with that of its key if it is
    large."""

    def __init__(self, weigh: Callable[[T], int], budget: Budget = BUDGET) -> None:
        self._weigh = weigh
        self._budget = budget

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        return self._budget.get((self, key), make, self._weigh)


def cached(weigh: Callable[[T], int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A function whose results are cached by its positional arguments."""

    def with_cache(make: Callable[P, T]) -> Callable[P, T]:
        cache = Cache(weigh)

        @wraps(make)
        def get(*args: P.args, **kwargs: P.kwargs) -> T:
            assert not kwargs
            return cache.get(args, partial(make, *args))

        return get

    return with_cache


def image_weight(image: Image.Image) -> int:
    return image.height * (image.width * PIXEL.get(image.mode, 4) + ROW)
