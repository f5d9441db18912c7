"""How strong a computer player is: how long it thinks, and how often it is mistaken."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    seconds: float
    """How long it thinks about a move, on one core of an ordinary machine."""
    width: int
    """How many candidates it examines more closely."""
    plies: int
    """How many moves it looks ahead, its own included; 1 where it goes by first sight."""
    overlooks: float = 0.0
    """The share of these candidates that it does not notice."""


LEVELS: Mapping[str, Level] = {
    one.name: one
    for one in (
        Level("easy", seconds=0.1, width=12, plies=1, overlooks=0.8),
        Level("medium", seconds=1.0, width=8, plies=2, overlooks=0.5),
        Level("hard", seconds=4.0, width=10, plies=3),
    )
}
