"""Pictures by name, filled as they are drawn: a reader waits until its picture is there."""

from collections.abc import Callable, Hashable, Mapping
from threading import Condition

from PIL import Image

Add = Callable[[Mapping[Hashable, Image.Image]], None]


class Album:
    """Thread-safe. The function that fills it is given a function to add pictures with."""

    def __init__(self, fill: Callable[[Add], None]) -> None:
        """An exception from `fill` reaches whoever wanted a picture, and the next request tries
        again."""
        self._fill = fill
        self._pictures: dict[Hashable, Image.Image] = {}
        self._changed = Condition()
        self._filling = False
        self._full = False

    def __getitem__(self, name: Hashable) -> Image.Image:
        while name not in self._pictures and not self._full:
            if not self._wait_for(name):
                self.prepare()
        return self._pictures[name]

    def prepare(self) -> None:
        """Fill it now, unless it is full; wait while another thread does."""
        with self._changed:
            self._changed.wait_for(lambda: not self._filling)
            if self._full:
                return
            self._filling = True
        try:
            self._fill(self._add)
            self._full = True
        finally:
            with self._changed:
                self._filling = False
                self._changed.notify_all()

    def _wait_for(self, name: Hashable) -> bool:
        """Whether another thread was filling it; if so, waits until it is there or nobody is
        filling it."""
        with self._changed:
            filling = self._filling
            self._changed.wait_for(lambda: name in self._pictures or not self._filling)
            return filling

    def _add(self, pictures: Mapping[Hashable, Image.Image]) -> None:
        with self._changed:
            self._pictures.update(pictures)
            self._changed.notify_all()
