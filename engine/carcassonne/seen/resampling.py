"""Resampling: another position that looks the same to a player, so that a computer player can think
about what it does not know."""

from dataclasses import replace

from engine.bag import shuffled
from engine.carcassonne.state import State, tiles_left, unseen


def resample(state: State, seat: int, seed: str) -> State:
    """The tiles to come, reshuffled by this seed."""
    setup = state.setup
    to_come = shuffled(unseen(state), seed, "carcassonne tiles")[: tiles_left(state)]
    deck = (*setup.deck[: state.dealt], *to_come)
    return state._replace(setup=replace(setup, seed="", deck=deck, unknown=0))
