"""What a computer player thinks about the moves it has considered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for or against a move, by a name for which every language has words."""

    name: str
    points: float
    """What it adds to the worth of the move."""
    facts: Mapping[str, str | int] = field(default_factory=dict)
    """What the words mention: a seat, a place, a number."""


@dataclass(frozen=True, slots=True)
class Idea(Generic[M]):
    move: M
    worth: float
    """How many points its player is expected to lead by at the end."""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Thought(Generic[M]):
    ideas: tuple[Idea[M], ...]
    """The ideas, the best first; never empty."""
    positions: int
    """How many positions were weighed."""

    @property
    def best(self) -> Idea[M]:
        return self.ideas[0]
