"""Turns are weighed without being played, and as exactly as if they were."""

from collections.abc import Mapping

import pytest

from engine.carcassonne.game import carcassonne
from engine.carcassonne.moves import Turn
from engine.carcassonne.placing import legal_moves
from engine.players.carcassonne.appraisal import prospects
from engine.players.carcassonne.candidates import candidates
from engine.players.expert import lead
from tests.engine.players.carcassonne.games import positions


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("options", carcassonne.presets.values(), ids=carcassonne.presets)
def test_a_turn_is_worth_the_lead_that_it_leads_to(seats: int, options: Mapping[str, str]) -> None:
    for state in positions(seats, options, every=7):
        for candidate in candidates(state)[::5]:
            assert isinstance(candidate.move, Turn)
            after, _ = carcassonne.apply(state, state.seat, candidate.move)
            if after.phase != "over" and not after.discarded:
                led_to = lead(prospects(after), state.seat)
                assert candidate.worth == pytest.approx(led_to), candidate


def test_every_legal_turn_is_weighed_once_and_the_best_comes_first() -> None:
    for state in positions(2, {}, every=9):
        found = candidates(state)
        legal = list(legal_moves(state))
        assert len(found) == len(legal)
        assert {one.move for one in found} == set(legal)
        worths = [one.worth for one in found]
        assert worths == sorted(worths, reverse=True)
