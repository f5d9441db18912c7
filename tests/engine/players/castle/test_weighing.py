"""A turn weighed without playing it is worth what playing it brings."""

import pytest

from engine.players.castle.board.playing import lay
from engine.players.castle.standing import lead
from engine.players.castle.weighing import sights
from engine.players.castle.worth import season
from tests.engine.players.castle.games import steps


@pytest.mark.parametrize("number", range(3))
def test_the_worth_of_a_sight_is_what_it_changes_in_the_lead(number: int) -> None:
    for step in steps(f"weighing/{number}"):
        before, now = step.position, season(step.position.left)
        sign = 1 if before.seat == 0 else -1
        for sight in sights(before):
            after = before.copy()
            lay(after, sight)
            gained = sign * (lead(after, now) - lead(before, now))
            assert sight[0] == pytest.approx(gained, abs=1e-9)
