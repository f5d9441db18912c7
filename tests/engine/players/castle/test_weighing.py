"""A turn weighed without playing it is worth what playing it brings."""

import pytest

from engine.players.castle.candidates import weigh_turns
from engine.players.castle.play import lay
from engine.players.castle.worth import expected_lead, weights
from tests.engine.players.castle.games import steps


@pytest.mark.parametrize("number", range(3))
def test_a_turn_is_worth_what_it_changes_in_the_lead(number: int) -> None:
    for step in steps(f"weighing/{number}"):
        before, now = step.position, weights(step.position.left)
        sign = 1 if before.seat == 0 else -1
        for turn in weigh_turns(before):
            after = before.copy()
            lay(after, turn)
            gained = sign * (expected_lead(after, now) - expected_lead(before, now))
            assert turn[0] == pytest.approx(gained, abs=1e-9)
