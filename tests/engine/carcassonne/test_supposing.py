"""Supposing that a particular tile is drawn."""

from collections import Counter
from dataclasses import replace

from engine.carcassonne.game import carcassonne
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.state import State, unseen_tiles
from tests.engine.carcassonne.kit.positions import POSITIONS


def test_the_kinds_are_the_types_of_which_a_tile_is_left() -> None:
    state = POSITIONS[20]
    left = Counter(state.setup.deck[state.dealt :])
    assert Counter(unseen_tiles(state)) == left
    assert carcassonne.kinds(state) == tuple(sorted(tile.lower() for tile in left))


def test_the_tile_in_hand_is_told_in_the_same_way() -> None:
    assert carcassonne.in_hand(POSITIONS[20]) == str(POSITIONS[20].drawn).lower()
    assert carcassonne.in_hand(POSITIONS[-1]) is None


def supposed(state: State, seat: int, kind: str) -> State:
    return carcassonne.suppose(state, seat, kind)


def test_a_supposed_tile_is_in_hand_without_hidden_information() -> None:
    state = POSITIONS[20]
    other = (state.seat + 1) % 3
    undrawn = state.setup.deck[state.dealt :]
    shuffled = replace(state.setup, deck=(*state.setup.deck[: state.dealt], *undrawn[::-1]))
    for kind in carcassonne.kinds(state):
        one = supposed(state, other, kind)
        assert (one.seat, carcassonne.in_hand(one)) == (other, kind)
        assert one == supposed(state._replace(setup=replace(shuffled, seed="x")), other, kind)
        assert Counter(one.setup.deck) == Counter(state.setup.deck)
        for move in legal_moves(one):
            carcassonne.apply(one, other, move)
