"""The move trees have as many leaves as they had when `python -m tests.engine.castle.perft` and
`python -m tests.engine.carcassonne.perft` were last run."""

from types import ModuleType
from typing import Any

import pytest

from tests.engine.carcassonne import perft as carcassonne
from tests.engine.castle import perft as castle

COUNTED = {"castle": castle, "carcassonne": carcassonne}


@pytest.mark.parametrize("counted", COUNTED.values(), ids=COUNTED)
def test_every_position_is_in_the_file(counted: ModuleType) -> None:
    positions = counted.positions()
    stored = [
        (position.name, position.table, len(position.moves), len(position.counts))
        for position in positions
    ]
    assert stored == list(counted.TO_COUNT)
    assert all(all(position.counts) for position in positions)


@pytest.mark.parametrize(
    ("counted", "position"),
    [
        pytest.param(counted, position, id=f"{kind}, {position.name}")
        for kind, counted in COUNTED.items()
        for position in counted.positions()
    ],
)
def test_the_tree_is_as_large_as_before(counted: ModuleType, position: Any) -> None:
    state = position.state()
    depths = range(1, len(position.counts) + 1)
    assert [counted.perft(state, depth) for depth in depths] == position.counts
