"""Supposing that a particular tile is drawn."""

from collections import Counter

from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import unseen_tiles
from tests.engine.carcassonne.kit.positions import POSITIONS


def test_the_kinds_are_the_types_of_which_a_tile_is_left() -> None:
    state = POSITIONS[20]
    left = Counter(state.setup.deck[state.dealt :])
    assert Counter(unseen_tiles(state)) == left
    assert carcassonne.orders.kinds(state) == tuple(sorted(tile.lower() for tile in left))


def test_the_tile_in_hand_is_told_in_the_same_way() -> None:
    assert carcassonne.orders.in_hand(POSITIONS[20]) == str(POSITIONS[20].drawn).lower()
    assert carcassonne.orders.in_hand(POSITIONS[-1]) is None
