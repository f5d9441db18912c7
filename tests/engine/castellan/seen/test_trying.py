"""A turn being tried, part by part (K13)."""

from engine.castellan.game import castellan
from engine.castellan.moves import place_text
from engine.castellan.pieces import Pieces
from engine.castellan.view import try_turn
from tests.engine.castellan.kit.plans import drawn, redrawn
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import table

STATE = table(
    """
    O---O
    |
    O---O
    """,
    passed=Pieces(short=1),
)
VIEW = castellan.view(STATE, 0)
CARDS = [("card", "T1"), ("card2", "build")]


def test_before_any_choice_it_is_the_plan_with_what_was_passed_on() -> None:
    trial = try_turn(VIEW, [])
    assert (trial.plan, trial.left) == (STATE.plan, Pieces(short=1))
    assert trial.choosing_cards
    assert trial.made == ()


def test_the_pieces_left_are_those_of_the_cards_and_those_received() -> None:
    assert try_turn(VIEW, CARDS[:1]).left == Pieces(tower=1, short=1)
    assert try_turn(VIEW, CARDS[:1]).choosing_cards
    assert not try_turn(VIEW, CARDS).choosing_cards


def test_when_a_kind_is_chosen_its_places_are_those_that_are_asked_for() -> None:
    parts = [*CARDS, ("kind", "short")]
    trial, question = try_turn(VIEW, parts), castellan.question(STATE, parts)
    assert question is not None
    assert trial.kind == "short"
    assert tuple(map(place_text, trial.places)) == question.choices
    assert trial.places[0] == castellan.parse_move("W1: s1,0N").build[0], "it encloses something"


def test_what_is_built_and_enclosed_is_shown() -> None:
    trial = try_turn(VIEW, [*CARDS, ("kind", "short"), ("place", "1,0N")])
    assert drawn(trial.plan) == redrawn(
        """
        O---O
        | a |
        O---O
        """
    )
    assert (trial.left, trial.kind, trial.places) == (Pieces(tower=1), None, ())
    assert trial.made == trial.plan.courtyards


def test_so_is_a_double_keep() -> None:
    parts = [*CARDS, ("kind", "short"), ("place", "1,0N"), ("double", "0,0")]
    assert drawn(try_turn(VIEW, parts).plan) == redrawn(
        """
        O---O
        | A |
        O---O
        """
    )


def test_the_whole_turn_looks_as_it_will_when_it_is_confirmed() -> None:
    for step in games(2):
        if step.move is not None:
            parts = castellan.parts(step.move)
            assert try_turn(castellan.view(step.state, step.seat), parts).plan == step.after.plan
