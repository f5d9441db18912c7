"""A game to look at, for those who have never seen one: its seed and its moves, replayed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.rules import Rules

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")


@dataclass(frozen=True)
class Sample(Generic[S, M, E, V]):
    """Beginning of a game with the usual options."""

    rules: Rules[S, M, E, V]
    seed: str
    text: str
    """The moves in notation, separated by semicolons."""

    @property
    def moves(self) -> list[M]:
        return [self.rules.parse_move(move) for move in self.text.split("; ")]

    def look_at(self, *plies: int) -> Iterator[tuple[V, tuple[E, ...]]]:
        """Show the views of spectators after each of these plies, in order, and what the last move
        made happen."""
        state, events = self.rules.begin(self.seed, self.rules.settle_options({}))
        moves: Iterable[M] = self.moves[: max(plies)]
        for ply, move in enumerate(moves, 1):
            seat = self.rules.to_act(state)
            assert seat is not None, "the sample goes on after the end"
            state, events = self.rules.apply(state, seat, move)
            if ply in plies:
                yield self.rules.view(state, None), self.rules.events_for(events, None)
