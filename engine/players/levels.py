"""How strong a computer player is: how long it thinks, and how often it is mistaken."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    seconds: float
    """How long it thinks about a move, on one core of an ordinary machine."""
    width: int
    """How many candidates it looks at more closely."""
    plies: int
    """How many moves it looks ahead, its own included; 1 where it goes by first sight."""
    error: float
    """By how many points it misjudges a candidate, as a standard deviation."""


LEVELS: Mapping[str, Level] = {
    one.name: one
    for one in (
        Level("easy", seconds=0.1, width=8, plies=1, error=2.5),
        Level("medium", seconds=1.0, width=8, plies=2, error=0.0),
        Level("hard", seconds=4.0, width=12, plies=5, error=0.0),
    )
}
