"""Positions from games in which half of the moves are chosen by judgement, half at random."""

from collections.abc import Iterator, Mapping
from random import Random

from engine.carcassonne.game import carcassonne
from engine.carcassonne.moves import Turn
from engine.carcassonne.state import State
from engine.players.carcassonne.candidates import candidates


def positions(seats: int, options: Mapping[str, str], every: int = 1) -> Iterator[State]:
    """One in this many turns of a game, in which somebody is to act."""
    state, _ = carcassonne.begin(f"judged {seats}", options, seats=seats)
    chance = Random(seats)
    while state.phase != "over":
        if state.dealt % every == 0:
            yield state
        sensible = chance.random() < 0.5
        moves = [one.move for one in candidates(state)]
        move = moves[0] if sensible else chance.choice(moves)
        assert isinstance(move, Turn)
        state, _ = carcassonne.apply(state, state.seat, move)
