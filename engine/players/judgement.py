"""What the search has to know of a game: which moves are worth a look, and who stands how well."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from engine.players.thought import Reason

S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


class Candidate(NamedTuple):
    """A move with what it promises at first sight."""

    move: object
    worth: float
    """In points of lead for the player to act. Only comparable within one position."""


class Judgement(Protocol[S_contra, M_contra]):
    """A game's share in a computer player. It sees resampled positions only, so that nothing it
    finds there is a secret."""

    @property
    def speed(self) -> int:
        """How many positions it weighs in a second on one core of an ordinary machine."""

    def candidates(self, state: S_contra) -> Sequence[Candidate]:
        """Every move worth a look, the best first; never empty. Each counts as a position."""

    def prospects(self, state: S_contra) -> Sequence[float]:
        """The points with which each seat is expected to end; its score in a game that is over."""

    def reasons(self, state: S_contra, move: M_contra) -> tuple[Reason, ...]:
        """What speaks for and against a move, the weightiest first."""
