"""Resampling: another position that looks the same to a player, so that a computer player can think
about what it does not know."""

from collections import Counter
from dataclasses import replace

from engine.bag import shuffled
from engine.castle.setup import COPIES, WALL_TILE_KINDS
from engine.castle.state import State, tiles_left, unseen


def resampled(state: State, seat: int, seed: str) -> State:
    """The tiles to come and the face-down wall tiles, reshuffled by this seed."""
    setup = state.setup
    hidden = Counter(dict.fromkeys(WALL_TILE_KINDS, COPIES))
    hidden.subtract(kind for space, kind in setup.wall_tiles.items() if space not in state.wall)
    kinds = shuffled(list(hidden.elements()), seed, "wall tiles")
    lying = dict(zip(state.wall, kinds, strict=False))
    to_come = shuffled(unseen(state), seed, "castle tiles")[: tiles_left(state)]
    deck = (*setup.deck[: state.dealt], *to_come)
    wall_tiles = {**setup.wall_tiles, **lying}
    return state._replace(
        setup=replace(setup, seed="", deck=deck, wall_tiles=wall_tiles, unknown=0), wall=lying
    )
