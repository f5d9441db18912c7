"""Plays on from a position, everybody choosing at first sight among fewer turns than usual."""

from engine.castellan.play.turn import apply
from engine.castellan.state import State
from engine.players.castellan.candidates import considered
from engine.players.castellan.cards import Breadth
from engine.players.castellan.prospects import prospects

NARROW = Breadth(single=1, several=3)


def rollout(state: State, moves: int) -> tuple[tuple[float, ...], int]:
    """The prospects after this many more turns, and how many turns were weighed on the way."""
    weighed = 0
    for _ in range(moves):
        if state.phase == "over":
            break
        found = considered(state, NARROW)
        weighed += len(found)
        best, _ = found[0]
        state, _ = apply(state, state.seat, best)
    return prospects(state), weighed
