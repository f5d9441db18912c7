"""An LRU cache of what was painted, bounded by how large it all is. Safe in threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by their keys. `weigh` tells the bytes of a value; those that were not asked for
    longest go first when all together would weigh more than `most`."""

    def __init__(self, most: int, weigh: Callable[[T], int]) -> None:
        self._most = most
        self._weigh = weigh
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()
        self.weight = 0

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made now if it is not kept. Threads that ask at once may each make
        it, but all are given the same."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        made = make()
        with self._lock:
            if key not in self._values:
                self._values[key] = made
                self.weight += self._weigh(made)
                while self.weight > self._most and len(self._values) > 1:
                    _, dropped = self._values.popitem(last=False)
                    self.weight -= self._weigh(dropped)
            return self._values[key]
