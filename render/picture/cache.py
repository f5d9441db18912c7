"""Caches of everything painted, which share one budget of bytes in each process.

However many games, themes and sizes are painted, all caches together hold no more than that: the
value that was not used for longest goes first, whichever cache it is in. Thread-safe.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar, cast

from PIL import Image

try:
    from isal.isal_zlib import compress, decompress
except ImportError:
    from zlib import compress, decompress

T = TypeVar("T")
P = ParamSpec("P")

# The memory limit for all caches of a process, in bytes.
MOST = 50_000_000
# The share of that for packed images.
PACKED_SHARE = 0.2
# The minimum size of an image to be packed, in bytes.
WORTH_PACKING = 5_000
# Packed so, a sprite takes a fifth of the room, and a tenth of the time that making it takes.
LEVEL = 1
# About how many bytes an entry takes besides its pixels: the key, and the objects around it.
ENTRY = 1000
# The bytes that Pillow needs for each row of an image besides its pixels.
ROW = 8
# The bytes of a pixel; 4 in the other modes.
PIXEL = {"1": 1, "L": 1, "P": 1}


class Entry(Generic[T]):
    """A cached value. `used` says whether it was used again since it was made or passed over."""

    __slots__ = ("used", "value", "weight")

    def __init__(self, value: T, weight: int) -> None:
        self.value = value
        self.weight = weight
        self.used = False


class Packed:
    """An image, compressed."""

    __slots__ = ("data", "mode", "size")

    def __init__(self, image: Image.Image) -> None:
        self.mode = image.mode
        self.size = image.size
        self.data = compress(image.tobytes(), LEVEL)

    @property
    def weight(self) -> int:
        return ENTRY + len(self.data)

    def image(self) -> Image.Image:
        return Image.frombytes(self.mode, self.size, decompress(self.data))


class Budget:
    """Values of all its caches, in order of age. When their total weight would exceed `most`, the
    oldest is evicted, or, if it was used again, passed over: placed at the other end. Compared with
    evicting the least recently used, more of the requests are hits, and a hit costs one look-up.
    What can be packed is packed when it is evicted, and remains in that form."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.weight = 0
        """Of everything, packed or not."""
        self.entries: OrderedDict[BudgetKey, Entry[Any]] = OrderedDict()
        self._packed: OrderedDict[BudgetKey, Packed] = OrderedDict()
        self._packed_weight = 0
        self._lock = Lock()

    def keep(self, key: "BudgetKey", entry: Entry[T]) -> Entry[T]:
        """Keep the entry under this key. Of several threads, that of the first is kept and
        returned."""
        with self._lock:
            cached: Entry[T] = self.entries.setdefault(key, entry)
            if cached is entry:
                self.weight += entry.weight
                while self.weight > self.most and len(self.entries) > 1:
                    self._evict(entry)
        return cached

    def unpack(self, key: "BudgetKey") -> Image.Image | None:
        with self._lock:
            packed = self._packed.get(key)
            if packed is not None:
                self._packed.move_to_end(key)
        return None if packed is None else packed.image()

    def clear(self) -> None:
        with self._lock:
            self.entries.clear()
            self._packed.clear()
            self.weight = 0
            self._packed_weight = 0

    def _evict(self, newest: Entry[Any]) -> None:
        key, oldest = self.entries.popitem(last=False)
        if oldest.used or oldest is newest:
            oldest.used = False
            self.entries[key] = oldest
            return
        self.weight -= oldest.weight
        if not key[0].packs(oldest.value) or key in self._packed:
            return
        packed = Packed(oldest.value)
        self._packed[key] = packed
        change = packed.weight
        while self._packed_weight + change > PACKED_SHARE * self.most:
            _, discarded = self._packed.popitem(last=False)
            change -= discarded.weight
        self._packed_weight += change
        self.weight += change


# The budget of this process.
BUDGET = Budget(MOST)
# The budget of the art as it ships, of which a process usually keeps whatever it has read.
ART = Budget(1 << 40)


class Cache(Generic[T]):
    """Values by key. `weigh` gives the size of a value in bytes."""

    def __init__(self, weigh: Callable[[T], int], budget: Budget = BUDGET) -> None:
        self._weigh = weigh
        self._budget = budget
        self._entries = budget.entries

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Look up the value of a key, and make it if it is not cached. Threads that ask at the same
        time may each make it, but all get the same one."""
        budget_key = (self, key)
        entry: Entry[T] | None = self._entries.get(budget_key)
        if entry is None:
            value = self._make(budget_key, make)
            entry = self._budget.keep(budget_key, Entry(value, ENTRY + self._weigh(value)))
        else:
            entry.used = True
        return entry.value

    def packs(self, value: T) -> bool:
        """Tell whether a value is an image to be packed when it is evicted."""
        return False

    def _make(self, budget_key: "BudgetKey", make: Callable[[], T]) -> T:
        return make()


class PackingCache(Cache[T]):
    """Cache for what takes long to make for its size: images are packed when they are evicted."""

    def packs(self, value: T) -> bool:
        return isinstance(value, Image.Image) and self._weigh(value) >= WORTH_PACKING

    def _make(self, budget_key: "BudgetKey", make: Callable[[], T]) -> T:
        unpacked = self._budget.unpack(budget_key)
        return make() if unpacked is None else cast(T, unpacked)


# A key in a budget: a cache, and a key in it.
BudgetKey = tuple[Cache[Any], Hashable]


def cache_results(
    weigh: Callable[[T], int], kind: type[Cache[T]] = Cache
) -> Callable[[Callable[P, T]], Callable[P, T]]:

    def with_cache(make: Callable[P, T]) -> Callable[P, T]:
        cache = kind(weigh)

        @wraps(make)
        def get(*args: P.args, **kwargs: P.kwargs) -> T:
            return cache.get((*args, *kwargs.items()), lambda: make(*args, **kwargs))

        return get

    return with_cache


def image_weight(image: Image.Image) -> int:
    return image.height * (image.width * PIXEL.get(image.mode, 4) + ROW)
