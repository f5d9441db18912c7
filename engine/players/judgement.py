"""What the search needs to know about a game: which moves are worth considering, and how well each
seat stands."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.game import Game
from engine.players.thought import Reason

S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


class Candidate(NamedTuple):
    """A move with what it promises at first sight."""

    move: object
    worth: float
    """In points of lead for the player to act. Only comparable within one position."""


class Judgement(Protocol[S_contra, M_contra]):
    """The game-specific part of a computer player. It sees resampled positions only, so nothing it
    finds there is a secret."""

    @property
    def speed(self) -> int:
        """How many positions it weighs in a second on one core of an ordinary machine."""

    def candidates(self, state: S_contra) -> Sequence[Candidate]:
        """Every move worth considering, the best first; never empty. Each counts as a position."""

    def prospects(self, state: S_contra) -> Sequence[float]:
        """The points with which each seat is expected to end; its score in a game that is over."""

    def reasons(self, state: S_contra, move: M_contra) -> tuple[Reason, ...]:
        """The reasons for and against a move, the weightiest first."""


Rollout = Callable[[Any, int], tuple[Sequence[float], int]]
"""From a position and a number of moves to the prospects after both sides have made that many more
at first sight, and how many positions were weighed on the way."""


def played_by_the_rules(game: Game[Any, Any, Any, Any], judgement: Judgement[Any, Any]) -> Rollout:
    """For a game whose judgement has no board of its own to play on."""

    def rollout(state: Any, moves: int) -> tuple[Sequence[float], int]:
        weighed = 0
        for _ in range(moves):
            seat = game.to_act(state)
            if seat is None:
                break
            candidates = judgement.candidates(state)
            weighed += len(candidates)
            state, _ = game.apply(state, seat, candidates[0].move)
        return judgement.prospects(state), weighed

    return rollout


def lead(points: Sequence[float], seat: int) -> float:
    """How far this seat is ahead of the best of the others."""
    return points[seat] - max(other for at, other in enumerate(points) if at != seat)
