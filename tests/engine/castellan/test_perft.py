"""There are as many legal places as there were when `python -m tests.engine.castellan.perft` was
last run.
"""

import pytest

from tests.engine.castellan.perft import TO_COUNT, Walk, walks


def test_every_game_is_in_the_file() -> None:
    assert [walk.seats for walk in walks()] == [seats for _, seats in TO_COUNT]
    assert all(len(walk.turns) == len(walk.counts) > 10 for walk in walks())


@pytest.mark.parametrize("walk", walks(), ids=lambda walk: walk.seed)
def test_the_places_are_as_many_as_before(walk: Walk) -> None:
    assert list(walk.count_places()) == list(walk.counts)
