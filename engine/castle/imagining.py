"""Imagining the hidden part of a game: in another order, or with a certain tile in hand.

A supposed position is the same for any order of the deck, and wherever the wall tiles lie.
"""

from collections import Counter
from dataclasses import replace

from engine.bag import shuffle
from engine.castle.catalogue import COPIES, WALL_TILE_KINDS
from engine.castle.state import State, unseen_tiles
from engine.rules import OrderRules
from engine.tiles.draws import tiles_left


def resample(state: State, seat: int, seed: str) -> State:
    """Reshuffle the tiles to come and the face-down wall tiles by this seed."""
    setup = state.setup
    kinds = shuffle(unseen_wall_tiles(state), seed, "wall tiles")
    lying = dict(zip(state.wall, kinds, strict=False))
    to_come = shuffle(unseen_tiles(state), seed, "castle tiles")[: tiles_left(state)]
    deck = (*setup.deck[: state.dealt], *to_come)
    wall_tiles = {**setup.wall_tiles, **lying}
    return state._replace(
        setup=replace(setup, seed="", deck=deck, wall_tiles=wall_tiles, unknown=0), wall=lying
    )


def unseen_wall_tiles(state: State) -> list[int]:
    """List the kinds of wall tiles face down or out of the game, each as often as it occurs."""
    kinds = Counter(dict.fromkeys(WALL_TILE_KINDS, COPIES))
    turned_up = (kind for at, kind in state.setup.wall_tiles.items() if at not in state.wall)
    kinds.subtract(turned_up)
    return list(kinds.elements())


class Orders(OrderRules[State]):
    """Kinds are the tiles, of which there is one each."""

    def kinds(self, state: State) -> tuple[str, ...]:
        return unseen_tiles(state)

    def in_hand(self, state: State) -> str | None:
        return state.drawn

    def suppose(self, state: State, seat: int, kind: str) -> State:
        """Suppose the current board with this seat to act and this tile drawn; the tiles after it
        in alphabetical order, the face-down wall tiles of no known kind."""
        setup = state.setup
        dealt = state.dealt
        others = [tile for tile in unseen_tiles(state) if tile != kind]
        lying = dict.fromkeys(state.wall, 0)
        supposed = replace(
            setup,
            seed="",
            deck=(*setup.deck[:dealt], kind, *others),
            wall_tiles={**setup.wall_tiles, **lying},
            unknown=0,
        )
        return state._replace(
            setup=supposed,
            phase="place",
            seat=seat,
            extra=False,
            drawn=kind,
            discarded=(),
            dealt=dealt + 1,
            wall=lying,
        )
