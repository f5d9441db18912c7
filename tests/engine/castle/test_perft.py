"""The oracle counts the same moves as the move tree."""

import pytest

from tests.engine.castle.oracle.bridge import Duel
from tests.engine.castle.perft import Position, positions


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
def test_the_oracle_counts_the_same_moves(position: Position) -> None:
    duel = Duel(position.table)
    for text in position.moves:
        duel.play_text(text)
    assert duel.count_completions() == position.counts[0]
