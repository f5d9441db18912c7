"""Painting off the event loop: the painters, the queue of pictures to paint, and an LRU cache.

A picture that several people request is painted once. A `Drawing` paints itself.
"""

import io
from asyncio import Future, get_running_loop, shield
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import discord

from bot.discord.pages.page import Page
from bot.process.fair_queue import FairQueue
from bot.process.metrics import Metrics
from render.pictures import Drawing

Paint = Callable[[], bytes]
# The size of the cache in bytes.
KEPT = 32 * 1024 * 1024


@dataclass(eq=False, slots=True)
class _Commission:
    """A picture to be painted, shared by everybody who requests it in the meantime."""

    drawing: Drawing
    key: Hashable
    picture: "Future[bytes]"
    wanted: int = 0
    """The number of callers still waiting for it."""
    begun: bool = False


class Studio:
    """The painters of one process. Call `close` when done."""

    def __init__(
        self,
        painters: int,
        execute: Callable[[Paint], bytes],
        *,
        kept: int = KEPT,
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
        self._limit = kept
        self._size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    async def paint(
        self, drawing: Drawing, key: Hashable = None, person: int | None = None
    ) -> bytes:
        """The picture, from the cache if there is one with this key; None means no caching. For a
        person, or for everybody, whose pictures have priority."""
        known = self._kept.get(key)
        if known is not None:
            self._kept.move_to_end(key)
            return known
        asked = perf_counter()
        commission = None if key is None else self._commissions.get(key)
        if commission is None:
            commission = _Commission(drawing, key, get_running_loop().create_future())
            if key is not None:
                self._commissions[key] = commission
        commission.wanted += 1
        try:
            self._queue.put(commission, person)
            self._set_to_work()
            picture = await shield(commission.picture)
        finally:
            commission.wanted -= 1
            if not commission.wanted and not commission.begun:
                self._commissions.pop(key, None)
        self._metrics.painted.observe(perf_counter() - asked)
        return picture

    def close(self) -> None:
        self._closed = True
        self._threads.shutdown(cancel_futures=True)

    def _set_to_work(self) -> None:
        """Give the idle painters work, except pictures that are begun or no longer wanted."""
        while self._idle and (found := self._queue.take()) is not None:
            commission, person = found
            if commission.begun or not commission.wanted:
                self._queue.done(person)
                continue
            commission.begun = True
            self._idle -= 1
            painted = get_running_loop().run_in_executor(
                self._threads, self._execute, commission.drawing.paint
            )
            painted.add_done_callback(partial(self._finish_painting, commission, person))

    def _finish_painting(
        self, commission: _Commission, person: int | None, painted: "Future[bytes]"
    ) -> None:
        self._commissions.pop(commission.key, None)
        error = None if painted.cancelled() else painted.exception()
        if painted.cancelled() or (error is not None and self._closed):
            commission.picture.cancel()  # not a bug: closing also closes what the painting needs
        elif error is not None:
            commission.picture.set_exception(error)
        else:
            if commission.key is not None:
                self._keep(commission.key, painted.result())
            commission.picture.set_result(painted.result())
        self._queue.done(person)
        if not self._closed:
            self._idle += 1
            self._set_to_work()

    def _keep(self, key: Hashable, picture: bytes) -> None:
        self._size += len(picture) - len(self._kept.pop(key, b""))
        self._kept[key] = picture
        while self._size > self._limit:
            self._size -= len(self._kept.popitem(last=False)[1])


async def files_of(studio: Studio, shown: Page, person: int | None = None) -> list[discord.File]:
    """The files for a person, or for everybody, whose pictures have priority."""
    files = []
    for drawing in shown.pictures:
        key = None if shown.key is None else (shown.key, drawing.filename)
        picture = await studio.paint(drawing, key, person)
        files.append(discord.File(io.BytesIO(picture), drawing.filename, description=drawing.alt))
    files += [discord.File(io.BytesIO(data), name) for name, data in shown.files]
    return files
