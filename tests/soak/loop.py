"""An event loop with simulated time: it never waits, but jumps to the next moment at which
something happens. What would run in a thread runs here, so that a run can be repeated with its
seed."""

import asyncio
from collections.abc import Callable
from selectors import DefaultSelector, SelectorKey
from typing import Any


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
