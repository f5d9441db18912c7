"""What every game offers to the rest of the project, and the games there are.

A game is a package of plain functions over values of its own: a state, moves, events, views.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine import castle

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)


class Game(Protocol[S, M, E, V_co]):
    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None
    ) -> tuple[S, tuple[E, ...]]:
        """A new game from a secret seed, at its first decision."""

    def to_act(self, state: S) -> int | None:
        """The seat to act, or None when the game is over."""

    def legal_moves(self, state: S) -> Iterator[M]:
        """Every legal move, one after the other."""

    def apply(self, state: S, seat: int, move: M) -> tuple[S, tuple[E, ...]]:
        """The state at the next decision, and what happened. Raises IllegalMove."""

    def view(self, state: S, seat: int | None) -> V_co:
        """What a seat or a spectator may see."""

    def scores(self, state: S) -> tuple[int, ...]: ...

    def points(self, events: Sequence[E]) -> tuple[int, ...]:
        """What the events gave to each seat."""

    def move_text(self, move: M) -> str:
        """The one text of a move."""

    def parse_move(self, text: str) -> M:
        """The move that a text means. Raises NotationError."""

    def encode(self, state: S) -> str:
        """The state as text."""

    def decode(self, text: str) -> S:
        """The state back from its text. Raises SnapshotError."""


GAMES: Mapping[str, Game[Any, Any, Any, Any]] = {"castle": castle}
