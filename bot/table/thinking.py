"""Thinking in separate processes: never on the event loop."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

log = logging.getLogger(__name__)


class Thinkers(Protocol):
    """A number of processes that think."""

    @property
    def count(self) -> int: ...

    def run(self, work: Callable[[], str], /) -> str:
        """The result of the work, done by one of them. This may take long."""


class Thinking:
    """A queue of work for the thinkers: work in one queue never waits for all the work in another.
    Call `close` when done."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.count = thinkers.count
        self._thinkers = thinkers
        self._threads = ThreadPoolExecutor(thinkers.count, thread_name_prefix="thinker")

    async def thought(self, work: Callable[[], str], at_first_sight: Callable[[], str]) -> str:
        """The result of the work; if that fails, what is found at first sight instead."""
        try:
            return await self.of(work)
        except Exception:
            log.exception("thinking failed, and is done at first sight")
            return await self.of(at_first_sight)

    async def of(self, work: Callable[[], str]) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._thinkers.run, work)

    def close(self) -> None:
        """Give up work that has not begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)
