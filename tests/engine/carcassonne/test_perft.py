"""The move tree has as many leaves as it had when `python -m tests.engine.carcassonne.perft` was
last run, and as the naive table counts.
"""

from copy import deepcopy

import pytest

from engine.carcassonne.rules import carcassonne
from tests.engine.carcassonne.perft import TO_COUNT, Position, perft, positions

each_position = pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)


def test_every_position_is_in_the_file() -> None:
    assert [(p.name, p.table, len(p.moves), len(p.counts)) for p in positions()] == list(TO_COUNT)
    assert all(all(position.counts) for position in positions())


@each_position
def test_the_tree_is_as_large_as_before(position: Position) -> None:
    state = position.state()
    depths = range(1, len(position.counts) + 1)
    assert [perft(state, depth) for depth in depths] == position.counts


@each_position
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
