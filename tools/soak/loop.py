"""Simulated time. An event loop that never waits, but jumps to the next moment at which something
happens; what would run in a thread runs here, so that a run can be repeated with its seed. And a
simulation: the queue of what happens in that time."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from heapq import heappop, heappush
from itertools import count
from random import Random
from selectors import DefaultSelector, SelectorKey
from typing import Any, Protocol

from bot.process.clock import Millis

# While something is under way: how often to check whether anything is late, in seconds.
STEP = 0.5


class NothingScheduled(Exception):
    """Nothing is ever going to happen again."""


class Passing(DefaultSelector):
    """A selector that counts the time that has passed."""

    passed = 0.0


class _NoWaiting(Passing):
    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if timeout is None:
            raise NothingScheduled
        self.passed += max(0.0, timeout)
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """Its time counts the seconds since it was made."""

    def __init__(self, selector: "Passing | None" = None) -> None:
        self._passing = selector or _NoWaiting()
        super().__init__(self._passing)
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self._passing.passed

    def leap(self, to: float) -> None:
        """Jump ahead as if the machine had slept until then: whatever should have happened in
        between happens now."""
        self._passing.passed = max(self._passing.passed, to)

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
    """The host's wall clock: it can be set, while the loop's time simply continues."""

    def __init__(self, loop: JumpingLoop, start: int) -> None:
        self._loop = loop
        self._start = start
        self.wrong_by = 0
        """How wrong it is, in milliseconds."""

    def __call__(self) -> int:
        return self._start + round(self._loop.time() * 1000) + self.wrong_by


class Working(Protocol):
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
        """The first promise that was found broken."""
        self._queue: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy = 0
        self._commits = -1

    # Each simulation has its own.

    @property
    def processes(self) -> Sequence[Working]:
        """Those that are up, or about to be or to end."""
        raise NotImplementedError

    @property
    def commits(self) -> int:
        """The number of transactions so far."""
        raise NotImplementedError

    @property
    def posting(self) -> bool:
        """A post is on its way."""
        raise NotImplementedError

    def next_due(self) -> Millis | None:
        """When the bot has something to do next, if it is up."""
        raise NotImplementedError

    def check(self) -> None:
        """Raises what is broken."""
        raise NotImplementedError

    # What all have in common.

    async def live(self, until: float) -> None:
        while self.loop.time() < until:
            self.check()
            if self._is_quiet():
                self.loop.leap(self._next(until))
            self._commits = self.commits
            following = self._queue[0][0] if self._queue else until
            await asyncio.sleep(min(STEP, max(0.0, following - self.loop.time())))
            while self._queue and self._queue[0][0] <= self.loop.time():
                heappop(self._queue)[2]()

    def _is_quiet(self) -> bool:
        """Time may jump: no transaction would time out because of a jump in the middle of it."""
        working = any(process.in_transaction for process in self.processes)
        nothing_new = self._commits == self.commits
        return nothing_new and not working and not self._busy and not self.posting

    def _next(self, until: float) -> float:
        """When something happens next; shortly before the bot has something to do."""
        moments = [until, *(at for at, *_ in self._queue[:1])]
        due = self.next_due()
        if due is not None:
            seconds = (due - self.clock()) / 1000
            moments.append(self.loop.time() + seconds - self.chance.uniform(0, 5))
        return min(moments)

    def at(self, moment: float, what: Callable[[], object]) -> None:
        heappush(self._queue, (moment, next(self._numbers), what))

    def after(self, seconds: float, what: Callable[[], object]) -> None:
        self.at(self.loop.time() + seconds, what)

    async def sleep(self, seconds: float) -> None:
        """A long sleep: during it the sleeper does not count as busy."""
        woken = asyncio.Event()
        self.after(seconds, woken.set)
        self._busy -= 1
        try:
            await woken.wait()
        finally:
            self._busy += 1

    def spawn(self, doing: Coroutine[Any, Any, None]) -> None:
        async def done() -> None:
            self._busy += 1
            try:
                await doing
            except Exception as error:
                self.broken = self.broken or error
            finally:
                self._busy -= 1

        task = asyncio.create_task(done())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(
            lambda _: doing.close()
        )  # it may have been cancelled before it began

    def new_name(self) -> str:
        """Of an interaction."""
        return f"i{next(self._numbers)}"

    def cancel_all(self) -> None:
        """Nobody does anything any longer."""
        self._queue.clear()
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Clean up, whatever state the run is in."""
        self.cancel_all()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self.processes:
            await process.kill()
