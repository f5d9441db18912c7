"""One measured figure, and how it is printed. Knows nothing of what is measured."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter, process_time


@dataclass(frozen=True, slots=True)
class Row:
    measure: str
    value: float
    unit: str
    limit: str | None = None
    """What the value must keep to, such as "at least 0.3"; None where there is no limit."""
    processor: float | None = None
    """Where the value is time that passed: what of it the process spent on the processor, in the
    same unit. Of rates, how many there would be if it did nothing else."""
    simulated: bool = False
    """Whether the work of the simulated Discord, which runs in the same process, is in it."""

    def line(self) -> str:
        """As one JSON object, without what does not apply."""
        told = asdict(self)
        if self.processor is None:
            del told["processor"]
        if not self.simulated:
            del told["simulated"]
        return json.dumps(told)


class Stopwatch:
    """Both clocks, from when it is made."""

    def __init__(self) -> None:
        self._wall, self._processor = perf_counter(), process_time()

    @property
    def wall(self) -> float:
        return perf_counter() - self._wall

    @property
    def processor(self) -> float:
        """Of all threads of this process."""
        return process_time() - self._processor


def median_seconds(work: Callable[[], object], runs: int) -> float:
    """The median time on the processor of one run."""
    times = []
    for _ in range(runs):
        started = process_time()
        work()
        times.append(process_time() - started)
    return median(times)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
