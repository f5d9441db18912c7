"""How long something takes, in wall-clock time and in processor time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Time:
    """What both clocks show, or how far they have advanced, in seconds."""

    wall: float
    processor: float
    """Of all threads of this process, but of no other process."""
    simulated: float = 0.0
    """The part of it spent in the simulated Discord, where that is sampled."""

    def __add__(self, other: "Time") -> "Time":
        wall = self.wall + other.wall
        processor = self.processor + other.processor
        return Time(wall, processor, self.simulated + other.simulated)

    def __sub__(self, earlier: "Time") -> "Time":
        wall = self.wall - earlier.wall
        processor = self.processor - earlier.processor
        return Time(wall, processor, self.simulated - earlier.simulated)

    def __truediv__(self, count: int) -> "Time":
        return Time(self.wall / count, self.processor / count, self.simulated / count)


def now() -> Time:
    return Time(perf_counter(), process_time())


def timed(work: Callable[[], T]) -> tuple[Time, T]:
    began = now()
    made = work()
    return now() - began, made


def times_of(work: Callable[[], object], runs: int) -> list[Time]:
    return [timed(work)[0] for _ in range(runs)]


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
