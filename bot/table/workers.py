"""Work that lasts as long as the process, such as delivery and the timers: each is a worker.

A worker ends only with the process, and knows when it last completed a round. Its owner decides
what the work is, and how it rests.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import Self

from bot.match.errors import StoreError
from bot.store.connection.faults import WriteConflict

log = logging.getLogger(__name__)

# The timeout for a worker's round, in seconds.
PATIENCE = 120.0


class Worker:
    """Runs its round again and again, whatever fails."""

    def __init__(
        self,
        name: str,
        round_: Callable[[], Awaitable[bool]],
        rest: Callable[[], Awaitable[None]],
        *,
        patience: float = PATIENCE,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """A round returns whether another one follows without a rest."""
        self.name = name
        self._round = round_
        self._rest = rest
        self._patience = patience
        self._now = now
        self._task: asyncio.Task[None] | None = None
        self.running = False
        """It is at work right now."""
        self._got_round = now()
        self._fault: str | None = None

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def start(self) -> None:
        self._got_round = self._now()
        self._task = asyncio.create_task(self.run(), name=self.name)

    async def stop(self) -> None:
        await stop_all([self])

    async def run(self) -> None:
        """Run until cancelled, even if something swallows the cancellation."""
        self.running = True
        try:
            while not _is_cancelled():
                if not await self._run_round():
                    await self._rest()
        finally:
            self.running = False
        raise asyncio.CancelledError

    @property
    def problem(self) -> str | None:
        """Reason why its work is not being done, in one line."""
        if self._task is None:
            return None
        if self._task.done():
            return f"the {self.name} worker has ended"
        delay = self._now() - self._got_round
        if delay <= self._patience:
            return None
        why = "is stuck" if self._fault is None else f"fails ({self._fault})"
        return f"the {self.name} worker {why}: its last good round was {delay:.0f} seconds ago"

    async def _run_round(self) -> bool:
        """Run one round; returns whether another one follows immediately."""
        try:
            busy = await self._round()
        except StoreError as error:
            log.error("%s: database error; retrying: %s", self.name, error)
            self._fault = error.problem
        except WriteConflict as error:
            log.warning("%s: write conflict: %s", self.name, error)
            self._fault = "write conflicts"
        except asyncio.CancelledError:
            if _is_cancelled():
                raise
            log.exception("%s: round cancelled from within", self.name)
            self._fault = "CancelledError"
        except Exception as error:
            log.exception("%s: round failed", self.name)
            self._fault = type(error).__name__
        else:
            self._fault = None
            self._got_round = self._now()
            return busy
        return False


def _is_cancelled() -> bool:
    """Check whether the task itself is cancelled, not just something it awaited."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def rest_for(seconds: float) -> Callable[[], Awaitable[None]]:
    """Make a rest of this many seconds between two rounds."""
    return lambda: asyncio.sleep(seconds)


async def rest_until(woken: asyncio.Event, seconds: float) -> None:
    """Rest until this is set, but no longer than this many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await woken.wait()


async def stop_all(workers: Iterable[Worker]) -> None:
    """Stop them all at once, so that none keeps working on what another needs in order to end."""
    tasks = {worker._task for worker in workers if worker._task is not None}
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)


def first_problem(workers: Iterable[Worker]) -> str | None:
    return next((worker.problem for worker in workers if worker.problem is not None), None)
