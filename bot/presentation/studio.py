"""Painting off the event loop: the painters, the queue of pictures to paint, and an LRU cache.

A picture that several people request is painted once. A `Drawing` paints itself.
"""

from asyncio import Future, get_running_loop, shield
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from bot.process.fair_queue import FairQueue
from bot.process.metrics import Metrics
from render.pictures import Drawing

Paint = Callable[[], bytes]
# In bytes.
CACHE_SIZE = 32 * 1024 * 1024


@dataclass(eq=False, slots=True)
class _Commission:
    """A picture to be painted, shared by everybody who requests it in the meantime."""

    drawing: Drawing
    key: Hashable
    picture: "Future[bytes]"
    waiting: int = 0
    """The number of callers who still wait for it."""
    begun: bool = False


class Studio:
    """Painters of one process. Call `close` when done."""

    def __init__(
        self,
        painters: int,
        execute: Callable[[Paint], bytes],
        *,
        cache_size: int = CACHE_SIZE,
        metrics: Metrics | None = None,
    ) -> None:
        """Each painter is a thread in which `execute` paints one picture at a time, for example in
        another process; a single person can occupy at most all but one of them."""
        self._execute = execute
        self._threads = ThreadPoolExecutor(painters, thread_name_prefix="painter")
        self._idle = painters
        self._closed = False
        self._queue: FairQueue[_Commission] = FairQueue(max(1, painters - 1))
        self._commissions: dict[Hashable, _Commission] = {}
        """The pictures that are not painted yet, by key."""
        self._metrics = metrics or Metrics()
        self._cache_size = cache_size
        self._cached_bytes = 0
        self._cache: OrderedDict[Hashable, bytes] = OrderedDict()

    async def paint(
        self, drawing: Drawing, key: Hashable = None, person: int | None = None
    ) -> bytes:
        """Paint a picture, or take that with this key from the cache; None means no caching. For a
        person, or for everybody, whose pictures have priority."""
        cached = self._cache.get(key)
        if cached is not None:
            self._cache.move_to_end(key)
            return cached
        since = perf_counter()
        commission = None if key is None else self._commissions.get(key)
        if commission is None:
            commission = _Commission(drawing, key, get_running_loop().create_future())
            if key is not None:
                self._commissions[key] = commission
        commission.waiting += 1
        try:
            self._queue.put(commission, person)
            self._set_to_work()
            picture = await shield(commission.picture)
        finally:
            commission.waiting -= 1
            if not commission.waiting and not commission.begun:
                self._commissions.pop(key, None)
        self._metrics.painted.observe(perf_counter() - since)
        return picture

    def close(self) -> None:
        self._closed = True
        self._threads.shutdown(cancel_futures=True)

    def _set_to_work(self) -> None:
        """Give the idle painters work, except pictures that are begun or that nobody waits for any
        longer."""
        while self._idle and (entry := self._queue.take()) is not None:
            commission, person = entry
            if commission.begun or not commission.waiting:
                self._queue.done(person)
                continue
            commission.begun = True
            self._idle -= 1
            painting = get_running_loop().run_in_executor(
                self._threads, self._execute, commission.drawing.paint
            )
            painting.add_done_callback(partial(self._finish_painting, commission, person))

    def _finish_painting(
        self, commission: _Commission, person: int | None, painting: "Future[bytes]"
    ) -> None:
        self._commissions.pop(commission.key, None)
        error = None if painting.cancelled() else painting.exception()
        if painting.cancelled() or (error is not None and self._closed):
            commission.picture.cancel()  # not a bug: closing also closes what the painting needs
        elif error is not None:
            commission.picture.set_exception(error)
        else:
            if commission.key is not None:
                self._keep(commission.key, painting.result())
            commission.picture.set_result(painting.result())
        self._queue.done(person)
        if not self._closed:
            self._idle += 1
            self._set_to_work()

    def _keep(self, key: Hashable, picture: bytes) -> None:
        self._cached_bytes += len(picture) - len(self._cache.pop(key, b""))
        self._cache[key] = picture
        while self._cached_bytes > self._cache_size:
            self._cached_bytes -= len(self._cache.popitem(last=False)[1])
