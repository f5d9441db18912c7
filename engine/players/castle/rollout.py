"""Plays on from a position, both sides choosing at first sight."""

from engine.castle.state import State
from engine.players.castle.board.playing import begin_next_turn, play
from engine.players.castle.board.position import Position
from engine.players.castle.prospects import expected
from engine.players.castle.weighing import sights

SET_UP = 60
"""How many sights could be weighed in the time that it takes to set up the board."""


def rollout(state: State, moves: int) -> tuple[tuple[float, float], int]:
    """The prospects after this many more moves, and how many positions that took."""
    position, weighed = Position.of(state), SET_UP
    if state.phase == "again":
        begin_next_turn(position)
    for _ in range(moves):
        if position.drawn is None:
            break
        seen = sights(position)
        weighed += len(seen)
        play(position, max(seen))
    if position.drawn is None:
        return (float(position.scores[0]), float(position.scores[1])), weighed
    return expected(position), weighed
