"""What the conformance suite must know about each game. A new game adds one entry."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from tests.engine.carcassonne.adapter import CarcassonneAdapter
from tests.engine.castellan.adapter import CastellanAdapter
from tests.engine.castle.adapter import CastleAdapter


class Adapter(Protocol):
    option_sets: Sequence[Mapping[str, str]]
    """Options to play with; together they contain every value of every option. A game without
    options is played with an empty set."""

    def beginnings(
        self, seed: str, options: Mapping[str, str]
    ) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        """Rigged initial states, each with the events that led to it."""

    def list_moves(self, state: Any) -> Sequence[Any] | None:
        """Every legal move, found independently of the game; None if there are too many to list."""

    def as_chosen(self, state: Any, move: Any) -> Any:
        """The move as the questions lead to it, if it can also be typed in another form."""

    def neighbours(self, state: Any, move: Any, chance: Random) -> Iterator[Any]:
        """Moves that differ a little from a legal one."""

    def reshuffle(self, state: Any, seat: int | None, chance: Random) -> Any:
        """The state with everything changed that this seat, or spectators for None, may not see."""

    def secrets(self, state: Any, seat: int | None) -> Sequence[object]:
        """Values that must not appear in the view of this seat, or of spectators."""

    def pieces(self, state: Any, events: Sequence[Any]) -> Mapping[str, tuple[int, int]]:
        """How many pieces of each kind there are after all events of the game so far, and how many
        there should be."""

    def texts(self) -> Sequence[str]:
        """The words and signs that the notation uses."""


ADAPTERS: Mapping[str, Adapter] = {
    "castle": CastleAdapter(),
    "carcassonne": CarcassonneAdapter(),
    "castellan": CastellanAdapter(),
}
