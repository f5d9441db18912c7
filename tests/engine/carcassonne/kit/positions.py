"""A random game of three, position by position."""

from random import Random

from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State


def _positions() -> list[State]:
    state, _ = carcassonne.begin("positions", {}, seats=3)
    chance = Random(3)
    positions = [state]
    while state.phase != "over":
        move = chance.choice(list(legal_moves(state)))
        state, _ = carcassonne.apply(state, state.seat, move)
        positions.append(state)
    return positions


# From the first decision to the end.
POSITIONS = _positions()
