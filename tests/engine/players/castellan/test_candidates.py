"""The turns that are worth considering."""

import pytest

from engine.castellan.game import castellan
from engine.castellan.moves import Turn
from engine.castellan.state import State
from engine.players.castellan.candidates import candidates
from engine.players.castellan.prospects import prospects
from engine.players.expert import lead
from tests.engine.castellan.kit.tables import table
from tests.engine.players.castellan.positions import positions


def best(state: State) -> Turn:
    move = candidates(state)[0].move
    assert isinstance(move, Turn)
    return move


def test_the_best_candidate_comes_first() -> None:
    for state in positions()[::3]:
        worths = [one.worth for one in candidates(state)]
        assert worths == sorted(worths, reverse=True)


def test_a_courtyard_is_closed_where_a_wall_is_missing() -> None:
    state = table(
        """
        O   O
        |   |
        O---O
        """
    )
    after, _ = castellan.apply(state, 0, best(state))
    assert castellan.scores(after)[0] >= 4


def test_cards_that_others_hold_change_nothing() -> None:
    for state in positions()[::3]:
        other = castellan.resample(state, state.seat, "other")
        another = castellan.resample(state, state.seat, "another")
        assert candidates(other) == candidates(another)


def test_every_candidate_is_legal_and_worth_the_lead_it_leaves() -> None:
    for state in positions():
        for one in candidates(state):
            after, _ = castellan.apply(state, state.seat, one.move)  # type: ignore[arg-type]
            assert one.worth == pytest.approx(lead(prospects(after), state.seat))


def test_keeping_the_double_keep_is_a_choice_of_its_own() -> None:
    state = table(
        """
        O   O
        |   |
        O---O
        """,
        ("W1", "T1 T2 T3"),
    )
    doubles = {one.move.double for one in candidates(state)}  # type: ignore[attr-defined]
    assert doubles == {None, (0, 0)}
