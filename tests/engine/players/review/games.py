"""Short ways to games that can be reviewed."""

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.players.review import Review
from engine.players.reviewer import review_game
from engine.recorded import leaving_text

POSITIONS = 30
"""Enough to see that it works, too few to see well."""
LIKELY = 4
"""Each move is one of this many that are best at first sight."""


@dataclass
class Told:
    """A game in the form that a review takes."""

    kind: str
    states: list[Any]
    moves: list[str] = field(default_factory=list)

    @property
    def commitment(self) -> str:
        return GAMES[self.kind].commitment(self.states[0])

    def between(self, first: int, last: int) -> "Told":
        """The plies from one to another, as a separate game."""
        return Told(self.kind, self.states[first : last + 1], self.moves[first:last])

    def play(self, move: Any) -> None:
        game, state = GAMES[self.kind], self.states[-1]
        seat = game.to_act(state)
        assert seat is not None
        self.moves.append(game.move_text(move))
        self.states.append(game.apply(state, seat, move)[0])

    def leave(self, seat: int) -> None:
        self.moves.append(leaving_text(seat))
        self.states.append(GAMES[self.kind].leave(self.states[-1], seat)[0])

    def reviewed(self, **how: Any) -> Review:
        given = {"positions": POSITIONS, **how}
        return review_game(self.kind, self.moves, self.states, self.commitment, **given)


@cache
def played(kind: str, seed: int, seats: int = 2) -> Told:
    """A whole game."""
    game, chance = GAMES[kind], Random(seed)
    state, _ = game.begin(f"review/{seed}", game.settle_options({}), None, seats)
    told = Told(kind, [state])
    while game.to_act(told.states[-1]) is not None:
        best = EXPERTS[kind].candidates(told.states[-1])[:LIKELY]
        told.play(chance.choice(best).move)
    return told


def beginning(kind: str) -> Told:
    return played(kind, 1).between(0, 4)


def ending(kind: str) -> Told:
    told = played(kind, 1)
    return told.between(len(told.moves) - 6, len(told.moves))
