"""One measured figure, and how it is printed. Independent of what is measured."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median

from tests.town.clocks import Time, quantile

# The number of significant digits that are printed.
DIGITS = 4
# The number of each unit in a second.
SCALES = {"s": 1.0, "ms": 1e3, "us": 1e6}


@dataclass(frozen=True, slots=True)
class Row:
    measure: str
    value: float
    unit: str
    limit: str | None = None
    """The limit for the value, such as "at least 5", "at most 5" or "5 to 10"; None if there is no
    limit."""
    processor: float | None = None
    """For a time: how much processor time the process used, in the same unit. For a rate: what it
    would be if nothing else took time."""
    simulated: float | None = None
    """The share of that processor time used by the simulated Discord, which runs in the same
    process."""

    @property
    def holds(self) -> bool:
        """True if the value is within its limit."""
        if self.limit is None:
            return True
        match self.limit.split():
            case ["at", "most", bound]:
                return self.value <= float(bound)
            case ["at", "least", bound]:
                return self.value >= float(bound)
            case [least, "to", most]:
                return float(least) <= self.value <= float(most)
            case _:
                raise ValueError(f"unknown limit: {self.limit}")

    def line(self) -> str:
        """Write the row as one JSON object, without the fields that do not apply."""
        fields = {name: value for name, value in asdict(self).items() if value is not None}
        return json.dumps({name: _rounded(value) for name, value in fields.items()})


def time_row(
    measure: str, times: Sequence[Time], unit: str, limit: str | None = None, share: float = 0.5
) -> Row:
    """Make a row of the time within which this share of the times lies, separately for each
    clock."""
    wall = quantile([time.wall for time in times], share)
    processor = quantile([time.processor for time in times], share)
    simulated = sum(time.simulated for time in times) / sum(time.processor for time in times)
    scale = SCALES[unit]
    return Row(measure, scale * wall, unit, limit, scale * processor, round(simulated, 2) or None)


def rate_row(measure: str, times: Sequence[Time], unit: str, limit: str | None = None) -> Row:
    """Make a row of how many there are per second, from the median time of one."""
    wall = median(time.wall for time in times)
    processor = median(time.processor for time in times)
    return Row(measure, 1 / wall, unit, limit, 1 / processor)


def _rounded(value: object) -> object:
    """Drop digits that mean nothing."""
    if not isinstance(value, float):
        return value
    rounded = float(f"{value:.{DIGITS}g}")
    return int(rounded) if rounded.is_integer() else rounded
