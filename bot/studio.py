"""Painting beside the event loop. Owns the threads that paint, and the pictures painted last.

Knows nothing of games: a `Drawing` knows how to paint itself.
"""

from asyncio import get_running_loop
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from bot.games.face import Drawing
from bot.metrics import Metrics

THREADS = 2
KEPT = 32 * 1024 * 1024
"""How many bytes of pictures are kept."""


class Studio:
    """The painters of one process. Close it when done."""

    def __init__(self, kept: int = KEPT, metrics: Metrics | None = None) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="painter")
        self._metrics = metrics or Metrics()
        self._limit = kept
        self._size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    async def paint(self, drawing: Drawing, key: Hashable = None) -> bytes:
        """The picture; the one painted before when the key is the same. None is no key."""
        known = self._kept.get(key)
        if known is not None:
            self._kept.move_to_end(key)
            return known
        began = perf_counter()
        picture = await get_running_loop().run_in_executor(self._threads, drawing.paint)
        self._metrics.painted.observe(perf_counter() - began)
        if key is not None:
            self._keep(key, picture)
        return picture

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    def _keep(self, key: Hashable, picture: bytes) -> None:
        self._size += len(picture) - len(self._kept.pop(key, b""))
        self._kept[key] = picture
        while self._size > self._limit:
            self._size -= len(self._kept.popitem(last=False)[1])
