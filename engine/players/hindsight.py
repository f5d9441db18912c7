"""What a review needs to know about a game besides its judgement: what else could have been drawn,
how far the game has progressed, and what a lead is worth at that point."""

from collections.abc import Sequence
from math import exp
from typing import Any, NamedTuple, Protocol, TypeVar

S_contra = TypeVar("S_contra", contravariant=True)


class Draw(NamedTuple):
    """The position of the player to act if they had drawn this."""

    weight: int
    """How likely it was, relative to the others."""
    state: Any


class Curve(NamedTuple):
    """How likely each seat is to win, by the points that it is expected to end with. The numbers
    are fitted to games by `python -m engine.selfplay.curves`."""

    turn: float
    """How many more points the player to act can expect."""
    spread: float
    """The lead, in points, that makes winning 2.7 times as likely when nothing is left to come."""
    bend: float
    """How the spread grows with the number still to come: as that number plus one, to this
    power."""

    def chances(self, points: Sequence[float], to_act: int, to_come: int) -> tuple[float, ...]:
        """The chances by seat; `-inf` points for a seat that can no longer win."""
        scale = self.spread * (1 + to_come) ** self.bend
        expected = [own + self.turn * (seat == to_act) for seat, own in enumerate(points)]
        most = max(expected)
        weights = [exp((own - most) / scale) for own in expected]
        total = sum(weights)
        return tuple(weight / total for weight in weights)


class Hindsight(Protocol[S_contra]):
    """The game-specific part of a review."""

    @property
    def curve(self) -> Curve: ...

    def to_come(self, state: S_contra) -> int:
        """How many tiles or cards are still to be played, those in hand included."""

    def draws(self, state: S_contra, before: S_contra | None) -> Sequence[Draw]:
        """What the player to act could have drawn since `before`, the position in which they last
        moved: each possibility once, including what they did draw. Empty where they drew
        nothing."""
