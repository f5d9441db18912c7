"""Watches the event loop: how much its thread works on each callback, and how late it is.

Work is measured in processor time of the thread, so that neither other processes nor other threads
count, or in function calls, whose number is the same on any machine. What simulated users do is
excluded: pass their tasks to `leave_out`.
"""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from itertools import count
from threading import get_ident
from time import perf_counter, thread_time
from types import CoroutineType, FrameType
from typing import Any

# In seconds.
BEAT = 0.005
KEPT = 20
OURS = ("/bot/", "/render/", "/engine/")
# Everything waits for the database in here, so what matters is the caller.
WITHIN = "/bot/store/"


@dataclass(frozen=True, slots=True)
class Gauge:
    """A measure of work."""

    read: Callable[[], float]
    """The work the thread has done so far."""
    unit: str


MILLISECONDS = Gauge(lambda: 1000 * thread_time(), "ms")


@contextmanager
def function_calls() -> Iterator[Gauge]:
    """A gauge that counts this thread's function calls. A call into C counts as one."""
    done = 0

    def called(_: FrameType, what: str, __: object) -> None:
        nonlocal done
        if what in ("call", "c_call"):
            done += 1

    sys.setprofile(called)
    try:
        yield Gauge(lambda: done, "calls")
    finally:
        sys.setprofile(None)


@dataclass(frozen=True, slots=True)
class Work:
    """One callback of the event loop."""

    amount: float
    garbage: float
    """The part of it that a garbage collection took, if one ran then."""
    unit: str
    name: str

    @property
    def own(self) -> float:
        return self.amount - self.garbage

    def __str__(self) -> str:
        garbage = f", {self.garbage:.1f} of it for garbage" if self.garbage >= 0.1 else ""
        return f"{self.amount:.1f} {self.unit}{garbage}: {self.name}"


@dataclass
class Watch:
    """What was observed."""

    gauge: Gauge = MILLISECONDS
    callbacks: int = 0
    late: list[float] = field(default_factory=list)
    """How late each heartbeat was, in ms, without the time taken by users."""
    longest: Work = Work(0.0, 0.0, "", "none")
    """Including the garbage collector's part."""
    _slowest: list[tuple[float, int, Work]] = field(default_factory=list)
    _users: set[asyncio.Task[Any] | None] = field(default_factory=set)
    _by_users: float = 0.0
    _numbers: Iterator[int] = field(default_factory=count)
    _collecting: float = 0.0
    _thread: int = field(default_factory=get_ident)

    def leave_out(self, task: asyncio.Task[Any] | None) -> None:
        """Exclude the task of a simulated user, which is not the bot's."""
        self._users.add(task)

    @property
    def slowest(self) -> list[Work]:
        """Without the garbage collector's part, which may run anywhere."""
        return [work for _, _, work in sorted(self._slowest, reverse=True)]

    def run(self, handle: asyncio.Handle, original: Any) -> None:
        task = _task_of(handle)
        if task in self._users:
            began = perf_counter()
            original(handle)
            self._by_users += perf_counter() - began
            return
        before = _where(task)
        collecting = self._collecting
        began = self.gauge.read()
        original(handle)
        amount = self.gauge.read() - began
        self.callbacks += 1
        garbage = self._collecting - collecting
        if (
            amount > self.longest.amount
            or len(self._slowest) < KEPT
            or amount > self._slowest[0][0]
        ):
            self._keep(Work(amount, garbage, self.gauge.unit, _name_of(handle, task, before)))

    def collected(self, phase: str, _: object) -> None:
        if get_ident() == self._thread:
            self._collecting += self.gauge.read() if phase == "stop" else -self.gauge.read()

    def _keep(self, work: Work) -> None:
        if work.amount > self.longest.amount:
            self.longest = work
        if len(self._slowest) < KEPT:
            heappush(self._slowest, (work.own, next(self._numbers), work))
        else:
            heappushpop(self._slowest, (work.own, next(self._numbers), work))

    async def beat(self) -> None:
        while True:
            began = perf_counter()
            users = self._by_users
            await asyncio.sleep(BEAT)
            theirs = self._by_users - users
            self.late.append(max(0.0, 1000 * (perf_counter() - began - BEAT - theirs)))


@contextmanager
def callbacks_watched(watch: Watch) -> Iterator[None]:
    """Send every callback of every loop through the watch."""
    original = asyncio.Handle._run

    def run(handle: asyncio.Handle) -> None:
        watch.run(handle, original)

    asyncio.Handle._run = run  # type: ignore[assignment,method-assign]
    gc.callbacks.append(watch.collected)
    try:
        yield
    finally:
        gc.callbacks.remove(watch.collected)
        asyncio.Handle._run = original  # type: ignore[method-assign]


@asynccontextmanager
async def watching(gauge: Gauge = MILLISECONDS) -> AsyncIterator[Watch]:
    """Watch the current loop with a heartbeat on it; the caller's task counts as a user."""
    watch = Watch(gauge)
    watch.leave_out(asyncio.current_task())
    heart = asyncio.create_task(watch.beat())
    watch.leave_out(heart)
    try:
        with callbacks_watched(watch):
            yield watch
    finally:
        heart.cancel()
        with suppress(asyncio.CancelledError):
            await heart


async def largest_callback(work: Coroutine[Any, Any, object]) -> Work:
    """The callback in which the loop's thread makes the most function calls while this is done."""
    with function_calls() as gauge:
        async with watching(gauge) as watch:
            await asyncio.create_task(work)
    return watch.slowest[0]


def _task_of(handle: asyncio.Handle) -> asyncio.Task[Any] | None:
    """The task that a callback resumes, if any."""
    bound = getattr(_callback_of(handle), "__self__", None)
    return bound if isinstance(bound, asyncio.Task) else None


def _callback_of(handle: asyncio.Handle) -> Any:
    """The bot's own callback, which SimCord wraps."""
    callback = getattr(handle, "_callback", None)
    return getattr(callback, "__simcord_original_callback__", callback)


def _name_of(handle: asyncio.Handle, task: asyncio.Task[Any] | None, before: str) -> str:
    if task is None:
        callback = _callback_of(handle)
        return str(getattr(callback, "__qualname__", callback))
    return f"{before} to {_where(task)}"


def _where(task: asyncio.Task[Any] | None) -> str:
    """The innermost frame of our code in which a task waits, or the innermost frame of all."""
    if task is None:
        return ""
    ours = "the start"
    deepest = "the start"
    coroutine: Any = task.get_coro()
    while isinstance(coroutine, CoroutineType):
        frame: FrameType | None = coroutine.cr_frame
        if frame is None:
            return "the end" if ours == "the start" else ours
        deepest = _describe_frame(frame)
        file = frame.f_code.co_filename
        if WITHIN not in file and any(part in file for part in OURS):
            ours = deepest
        coroutine = coroutine.cr_await
    return ours if ours != "the start" else deepest


def _describe_frame(frame: FrameType) -> str:
    code = frame.f_code
    return f"{code.co_qualname} ({code.co_filename.rpartition('/')[2]}:{frame.f_lineno})"
