"""The naive table counts the same moves as the move tree."""

from copy import deepcopy

import pytest

from engine.carcassonne.rules import carcassonne
from tests.engine.carcassonne.perft import Position, positions


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
def test_the_naive_table_counts_the_same_moves(position: Position) -> None:
    state = position.state()
    assert state.drawn is not None
    assert len(position.naive().legal_moves(state.drawn, state.seat)) == position.counts[0]


def test_the_naive_table_counts_the_same_tree_of_two_moves() -> None:
    opening = positions()[0]
    state = opening.state()
    naive = opening.naive()
    leaves = 0
    assert state.drawn is not None
    for text in naive.legal_moves(state.drawn, state.seat):
        further = deepcopy(naive)
        further.play(state.seat, state.drawn, text)
        after, _ = carcassonne.apply(state, state.seat, carcassonne.parse_move(text))
        assert after.drawn is not None
        leaves += len(further.legal_moves(after.drawn, after.seat))
    assert leaves == opening.counts[1]
