"""Resampling: another position that looks the same to a player, so that a computer player can think
about what it does not know."""

from collections import Counter
from dataclasses import replace

from engine.bag import shuffled
from engine.castle.setup import COPIES, WALL_TILE_KINDS
from engine.castle.state import State, tiles_left, unseen


def resample(state: State, seat: int, seed: str) -> State:
    """The tiles to come and the face-down wall tiles, reshuffled by this seed."""
    setup = state.setup
    kinds = shuffled(unseen_wall_tiles(state), seed, "wall tiles")
    lying = dict(zip(state.wall, kinds, strict=False))
    to_come = shuffled(unseen(state), seed, "castle tiles")[: tiles_left(state)]
    deck = (*setup.deck[: state.dealt], *to_come)
    wall_tiles = {**setup.wall_tiles, **lying}
    return state._replace(
        setup=replace(setup, seed="", deck=deck, wall_tiles=wall_tiles, unknown=0), wall=lying
    )


def unseen_wall_tiles(state: State) -> list[int]:
    """The kinds of the wall tiles that are face down or out of the game, each as often as it
    occurs."""
    kinds = Counter(dict.fromkeys(WALL_TILE_KINDS, COPIES))
    turned_up = (kind for at, kind in state.setup.wall_tiles.items() if at not in state.wall)
    kinds.subtract(turned_up)
    return list(kinds.elements())
