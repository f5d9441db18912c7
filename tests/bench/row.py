"""One measured figure, and how it is printed. Knows nothing of what is measured."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time


@dataclass(frozen=True, slots=True)
class Row:
    measure: str
    value: float
    unit: str
    limit: str | None = None
    """What the value must keep to, such as "at least 0.3"; None where there is no limit."""

    def line(self) -> str:
        return json.dumps(asdict(self))


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
