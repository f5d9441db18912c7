"""The thinking board is the engine's board in another form."""

import pytest

from engine.players.castle.position import Position
from tests.engine.players.castle.games import steps, told

PRESETS = ("official", "rio-grande", "site")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("number", range(3))
def test_a_turn_on_the_board_is_a_turn_by_the_rules(number: int, preset: str) -> None:
    played = 0
    for step in steps(f"board/{number}", preset):
        assert told(step.after) in [told(Position.of(one)) for one in step.outcomes]
        played += 1
    assert played > 50


def test_the_scores_at_the_end_are_those_of_the_rules() -> None:
    for number in range(10):
        *_, last = steps(f"end/{number}")
        assert last.after.drawn is None
        assert tuple(last.after.scores) in [one.scores for one in last.outcomes]


def test_a_copy_is_not_changed_by_what_is_played() -> None:
    for step in steps("copies"):
        assert told(step.position) == told(Position.of(step.state))
