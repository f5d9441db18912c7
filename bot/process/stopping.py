"""Stopping a process without leaving anything half done: no new work starts, and work in progress,
which is wrapped in `work()`, is finished.
"""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import copy_context
from threading import Timer
from types import FrameType
from typing import Any

log = logging.getLogger(__name__)

# On Windows, closing the terminal is a SIGBREAK.
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGBREAK") if hasattr(signal, name)
)
# The seconds that work may still take once the process has to stop.
FINISH_WITHIN = 5.0
# The seconds in which cancelled work has to report that.
CUT_OFF_WITHIN = 1.0
HANG_UP_WITHIN = 0.5
# The same for what arrived while the gateway was closing: it is only asked to come back later.
LAST_WITHIN = 0.7
LAST_CUT_OFF_WITHIN = 0.3
# After this many seconds the process ends, whatever hangs.
GONE_WITHIN = 9.5
# The seconds without work after which nothing more is expected, so that what has just arrived is
# answered too.
QUIET = 0.1
LOOK_EVERY = 0.02


class Stopping:
    """Readiness of the process for work, and the work in progress."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        self._doing: dict[object, asyncio.Task[Any] | None] = {}

    @property
    def is_requested(self) -> bool:
        """Nothing new should be begun."""
        return self._asked.is_set()

    @property
    def doing(self) -> int:
        """Number of things in progress."""
        return len(self._doing)

    def ask(self) -> None:
        self._asked.set()

    async def wait(self) -> None:
        """Wait until the process is asked to stop."""
        await self._asked.wait()

    @contextmanager
    def work(self) -> Iterator[None]:
        """Work that is finished before the process ends."""
        key = object()
        self._doing[key] = asyncio.current_task()
        try:
            yield
        finally:
            del self._doing[key]

    async def finish(self, within: float = FINISH_WITHIN, cut_off: float = CUT_OFF_WITHIN) -> None:
        """Wait until everything in progress is finished; what takes longer is cancelled."""
        if not await self._is_quiet(within):
            log.warning("cancelling %d tasks that take too long", self.doing)
            for task in {task for task in self._doing.values() if task is not None}:
                task.cancel()
            await self._is_quiet(cut_off)

    async def _is_quiet(self, within: float) -> bool:
        now = asyncio.get_running_loop().time
        busy_at = now()
        end = busy_at + within
        while now() < end:
            if self._doing:
                busy_at = now()
            elif now() - busy_at >= QUIET:
                return True
            await asyncio.sleep(LOOK_EVERY)
        return not self._doing


async def _nothing() -> None: ...


@asynccontextmanager
async def run_until_stopped(
    stopping: Stopping, hang_up: Callable[[], Awaitable[None]] = _nothing
) -> AsyncIterator[None]:
    """Run the body until it ends on its own, or until the process has to stop and its work is done:
    then it is cancelled, which is not an error. Before that no new work gets in, and work that
    arrived at the last moment is finished too: everybody who was promised an answer gets it."""
    body = asyncio.current_task()
    assert body is not None
    ended = False

    async def end() -> None:
        nonlocal ended
        await stopping.wait()
        await stopping.finish()
        try:
            async with asyncio.timeout(HANG_UP_WITHIN):
                await hang_up()
        except TimeoutError:
            log.warning("gateway did not close within %s seconds", HANG_UP_WITHIN)
        except Exception:  # the process still ends
            log.exception("error while closing the gateway")
        await stopping.finish(LAST_WITHIN, LAST_CUT_OFF_WITHIN)
        ended = True
        body.cancel()

    ending = asyncio.create_task(end())
    try:
        yield
    except asyncio.CancelledError:
        if not ended:
            raise
        body.uncancel()
    finally:
        ending.cancel()


def interruptible() -> None:
    """Have a signal abort the start, as Ctrl-C does: there is nothing to finish yet."""
    for number in SIGNALS:
        signal.signal(number, _interrupt)


@contextmanager
def on_signals(stopping: Stopping) -> Iterator[None]:
    """Ask to stop at the first signal. A second one ends the process immediately; so does the
    deadline, even if the event loop hangs."""
    loop = asyncio.get_running_loop()
    context = copy_context()

    def ask(number: int) -> None:
        log.info("%s: stopping after work in progress", signal.Signals(number).name)
        stopping.ask()

    def first(number: int, frame: FrameType | None) -> None:
        if last.ident is not None:
            return  # the same signal twice at one moment, from make and the terminal
        last.start()
        for signal_number in SIGNALS:
            signal.signal(signal_number, _at_once)
        with suppress(RuntimeError):  # the loop is closed: the process is already ending
            loop.call_soon_threadsafe(ask, number, context=context)

    last = Timer(GONE_WITHIN, os._exit, (0,))
    last.daemon = True
    for signal_number in SIGNALS:
        signal.signal(signal_number, first)
    yield


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _at_once(number: int, frame: FrameType | None) -> None:
    os._exit(128 + number)
