"""Simulates time: an event loop never waits, but jumps to the next moment at which something
happens, and runs what would run in a thread, so that a run can be repeated with its seed. A
simulation has the queue of what happens in that time."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from heapq import heappop, heappush
from itertools import count
from random import Random
from selectors import DefaultSelector, SelectorKey
from typing import Any, Protocol

from bot.process.clock import Millis

# The seconds between two checks whether anything is late, while something is under way.
STEP = 0.5


class NothingScheduled(Exception):
    """Nothing is ever going to happen again."""


class PassingSelector(DefaultSelector):
    """A selector that counts the time that has passed."""

    seconds_passed = 0.0


class _JumpingSelector(PassingSelector):
    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if timeout is None:
            raise NothingScheduled
        self.seconds_passed += max(0.0, timeout)
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is the seconds since it was made, without any waiting."""

    def __init__(self, selector: "PassingSelector | None" = None) -> None:
        self._time_selector = selector or _JumpingSelector()
        super().__init__(self._time_selector)
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self._time_selector.seconds_passed

    def leap(self, moment: float) -> None:
        """Jump ahead as if the machine had slept until then: whatever should have happened in
        between happens now."""
        self._time_selector.seconds_passed = max(self._time_selector.seconds_passed, moment)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class WallClock:
    """Wall clock of the host: it can be set, while the loop's time simply continues."""

    def __init__(self, loop: JumpingLoop, start: int) -> None:
        self._loop = loop
        self._start = start
        self.wrong_by = 0
        """The milliseconds by which it is ahead."""

    def __call__(self) -> int:
        return self._start + round(self._loop.time() * 1000) + self.wrong_by


class SimulatedProcess(Protocol):
    """A process of the bot."""

    @property
    def in_transaction(self) -> bool: ...

    async def kill(self) -> None: ...


class Simulation:
    """A queue of what people do and what goes wrong, and the time that passes with it: it jumps
    while nothing is under way."""

    def __init__(self, loop: JumpingLoop, clock: WallClock, chance: Random) -> None:
        self.loop = loop
        self.clock = clock
        self.chance = chance
        self.broken: Exception | None = None
        """The first promise that turned out to be broken."""
        self._queue: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy = 0
        self._commits = -1

    # Each simulation has its own.

    @property
    def processes(self) -> Sequence[SimulatedProcess]:
        """Processes that are up, or about to be or to end."""
        raise NotImplementedError

    @property
    def commits(self) -> int:
        """Number of transactions so far."""
        raise NotImplementedError

    @property
    def posting(self) -> bool:
        """A post is on its way."""
        raise NotImplementedError

    def next_due(self) -> Millis | None:
        """Return when the bot has something to do next, if it is up."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise the first broken promise, if there is one."""
        raise NotImplementedError

    # What all have in common.

    async def live(self, until: float) -> None:
        while self.loop.time() < until:
            self.check()
            if self._is_quiet():
                self.loop.leap(self._next_moment(until))
            self._commits = self.commits
            next_event = self._queue[0][0] if self._queue else until
            await asyncio.sleep(min(STEP, max(0.0, next_event - self.loop.time())))
            while self._queue and self._queue[0][0] <= self.loop.time():
                heappop(self._queue)[2]()

    def _is_quiet(self) -> bool:
        """Return whether time may jump: no transaction would time out because of a jump in its
        middle."""
        is_working = any(process.in_transaction for process in self.processes)
        is_unchanged = self._commits == self.commits
        return is_unchanged and not is_working and not self._busy and not self.posting

    def _next_moment(self, until: float) -> float:
        """Return when something happens next; shortly before the bot has something to do."""
        moments = [until]
        if self._queue:
            moments.append(self._queue[0][0])
        due = self.next_due()
        if due is not None:
            seconds = (due - self.clock()) / 1000
            moments.append(self.loop.time() + seconds - self.chance.uniform(0, 5))
        return min(moments)

    def schedule_at(self, moment: float, event: Callable[[], object]) -> None:
        heappush(self._queue, (moment, next(self._numbers), event))

    def schedule_after(self, seconds: float, event: Callable[[], object]) -> None:
        self.schedule_at(self.loop.time() + seconds, event)

    async def sleep(self, seconds: float) -> None:
        """Sleep for long; meanwhile the sleeper does not count as busy."""
        alarm = asyncio.Event()
        self.schedule_after(seconds, alarm.set)
        self._busy -= 1
        try:
            await alarm.wait()
        finally:
            self._busy += 1

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            self._busy += 1
            try:
                await coroutine
            except Exception as error:
                self.broken = self.broken or error
            finally:
                self._busy -= 1

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # The task may have been cancelled before it began.
        task.add_done_callback(lambda _: coroutine.close())

    def new_name(self) -> str:
        """Make a name for an interaction."""
        return f"i{next(self._numbers)}"

    def cancel_all(self) -> None:
        """Cancel everything that anybody would do."""
        self._queue.clear()
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Clean up, whatever state the run is in."""
        self.cancel_all()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self.processes:
            await process.kill()
