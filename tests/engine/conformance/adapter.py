"""What the conformance suite must know about a game besides its rules."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Generic

from engine.rules import E, M, S


class Adapter(ABC, Generic[S, M, E]):
    option_sets: Sequence[Mapping[str, str]]
    """Options to play with; together they contain every value of every option. A game without
    options is played with an empty set."""
    unordered_kinds: frozenset[str] = frozenset()
    """Kinds that can be drawn, but that no order can name."""

    @abstractmethod
    def beginnings(
        self, seed: str, options: Mapping[str, str]
    ) -> Iterator[tuple[S, tuple[E, ...]]]:
        """Rigged initial states, each with the events that led to it."""

    def list_moves(self, state: S) -> Sequence[M] | None:
        """Every legal move, found independently of the game; None if there are too many to list."""
        return None

    def as_chosen(self, state: S, move: M) -> M:
        """Put a move as the questions lead to it, if it can also be typed in another form."""
        return move

    @abstractmethod
    def neighbours(self, state: S, move: M, chance: Random) -> Iterator[M]:
        """Moves that differ a little from a legal one."""

    @abstractmethod
    def reshuffle(self, state: S, seat: int | None, chance: Random) -> S:
        """Change everything that this seat, or spectators for None, may not see."""

    @abstractmethod
    def secrets(self, state: S, seat: int | None) -> Sequence[object]:
        """Values that must not appear in the view of this seat, or of spectators."""

    @abstractmethod
    def pieces(self, state: S, events: Sequence[E]) -> Mapping[str, tuple[int, int]]:
        """How many pieces of each kind there are after all events of the game so far, and how many
        there should be."""

    @abstractmethod
    def texts(self) -> Sequence[str]:
        """Words and signs that the notation uses."""
