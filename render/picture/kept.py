"""An LRU cache of painted things, bounded by their total size. Thread-safe."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by key. `weigh` gives the size of a value in bytes; the least recently used values are
    evicted when the total would exceed `most`."""

    def __init__(self, most: int, weigh: Callable[[T], int]) -> None:
        self._most = most
        self._weigh = weigh
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()
        self.weight = 0

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made now if it is not cached. Threads that ask at the same time may
        each make it, but all get the same one."""
        with self._lock:
            try:
                self._values.move_to_end(key)
                return self._values[key]
            except KeyError:
                pass
        made = make()
        with self._lock:
            if key not in self._values:
                self._values[key] = made
                self.weight += self._weigh(made)
                while self.weight > self._most and len(self._values) > 1:
                    _, dropped = self._values.popitem(last=False)
                    self.weight -= self._weigh(dropped)
            return self._values[key]
