"""The move tree has as many leaves as it had when `python -m tests.engine.castle.perft` was last
run.
"""

import pytest

from tests.engine.castle.oracle.bridge import Duel
from tests.engine.castle.perft import TO_COUNT, Position, perft, positions

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
def test_the_oracle_counts_the_same_moves(position: Position) -> None:
    duel = Duel(position.table)
    for text in position.moves:
        duel.play_text(text)
    assert duel.completions_counted() == position.counts[0]
