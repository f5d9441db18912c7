"""The questions of a turn: what may be chosen, in what order, and what goes without saying."""

from random import Random

import pytest

from engine.castellan.game import castellan
from engine.castellan.pieces import Pieces
from engine.castellan.state import State
from engine.errors import IllegalMove
from engine.questions import Part, Question
from tests.engine.castellan.kit.playing import by_chance, games
from tests.engine.castellan.kit.tables import play, table

THREE_SIDES = """
    O---O
    |
    O---O
    """
STATES = [step.state for number in range(3) for step in games(number)[::3]]


def asked(state: State, *tokens: str) -> Question:
    """The question after these tokens."""
    parts: list[Part] = []
    for token in tokens:
        question = castellan.question(state, parts)
        assert question is not None
        assert token in question.choices, question
        parts.append((question.step, token))
    question = castellan.question(state, parts)
    assert question is not None
    return question


def test_first_a_card_of_the_hand() -> None:
    assert asked(table("O")) == Question("card", ("W1", "W2", "T1", "T2"))


def test_then_more_cards_or_to_build() -> None:
    state = table("O", ("W1 W2", ""))
    assert asked(state, "W1") == Question("card2", ("build", "W2"))
    assert asked(state, "W1", "W2") == Question("card3", ("build",), "build")


def test_in_the_first_turn_not_before_a_tower_is_shown() -> None:
    state = table()
    assert asked(state, "W1") == Question("card2", ("W2", "T1", "T2"))
    assert asked(state, "W1", "T1") == Question("card3", ("build", "W2", "T2"))


def test_then_a_kind_of_piece_that_has_a_place() -> None:
    state = table("O---O")
    assert asked(state, "T1", "W1", "build") == Question("kind", ("short",), "short")
    more = asked(state, "T1", "W1", "build", "short", "0,0N")
    assert more == Question("kind2", ("tower",), "tower")


def test_then_its_place_first_what_encloses_something() -> None:
    places = asked(table(THREE_SIDES), "W1", "build", "short").choices
    assert places[0] == "1,0N"
    assert len(places) == 9


def test_of_those_that_enclose_the_most_points_first() -> None:
    picture = """
        O---O---O---O
        |   |
        O   O---O---O
        """
    places = asked(table(picture), "W1", "build", "short").choices
    assert places[:2] == ("3,0N", "0,0E")


def test_what_divides_a_courtyard_counts_for_what_it_adds() -> None:
    """Dividing it would bring 2 points, enclosing the cell next to it 4."""
    picture = """
        O---O---O---O---O
        | a   a   a |
        O---O---O---O---O
        """
    places = asked(table(picture), "W1", "build", "short").choices
    assert places[:3] == ("4,0N", "1,0N", "2,0N")


def test_a_tower_inside_one_s_own_courtyard_comes_before_one_that_counts_nowhere() -> None:
    picture = """
        O-------O---.
        | a   a |
        O---.   |
        | a   a |
        O-------O
        """
    assert asked(table(picture), "T1", "build", "tower").choices == ("1,1", "3,2")


def test_what_costs_points_comes_last() -> None:
    """Dividing it would leave twice 6 and 6 of twice 10."""
    picture = """
        O---O---O---O---O
        | A   A   A   A |
        O---O---O---O---O
        """
    places = asked(table(picture, doubled=[0]), "W1", "build", "short").choices
    assert places[-1] == "2,0N"


def test_and_the_rest_from_the_north_west_in_reading_order() -> None:
    places = asked(table("O---O"), "W1", "build", "short").choices
    assert places == ("-1,0E", "0,0N", "1,0E", "1,0N", "0,-1N", "1,-1N")


def test_building_ends_by_itself_when_nothing_left_has_a_place() -> None:
    assert asked(table("O---O"), "T1", "build").step == "double"


def test_what_was_passed_on_is_built_as_well() -> None:
    state = table("O", passed=Pieces(long=1))
    assert asked(state, "W1", "build") == Question("kind", ("short", "long"))


def test_at_last_the_decks_to_draw_from() -> None:
    state = table("O---.", ("T7", "W1 W2 T1"))
    built = ("T7", "build", "tower", "1,0", "no")
    assert asked(state, *built) == Question("draw", ("wall", "tower"), "wall")
    assert asked(state, *built, "wall") == Question("draw2", ("tower", "wall"), "tower")
    assert asked(state, *built, "tower") == Question("draw2", ("wall",), "wall")


def test_nothing_more_is_asked_when_nothing_is_drawn() -> None:
    state = table("O", ("W1", ""))
    parts = castellan.parts(castellan.parse_move("W1: s0,0E"))
    assert castellan.question(state, parts) is None


def test_whatever_is_chosen_can_be_played() -> None:
    chance = Random(1)
    for state in STATES:
        for _ in range(3):
            castellan.apply(state, state.seat, by_chance(state, chance))


def test_every_turn_that_was_played_can_be_chosen() -> None:
    for step in games(4):
        if step.move is not None:
            parts = castellan.parts(step.move)
            for number, (name, token) in enumerate(parts):
                question = castellan.question(step.state, parts[:number])
                assert question is not None
                assert (question.step, token in question.choices) == (name, True)
            assert castellan.question(step.state, parts) is None


def test_a_prediction_is_the_first_piece_of_a_turn() -> None:
    state = table(THREE_SIDES)
    kinds = castellan.predictable(state, [])
    assert kinds == Question("kind", ("short", "long"))
    places = castellan.predictable(state, [("kind", "short")])
    assert places is not None
    assert (places.step, places.choices[0]) == ("place", "1,0N")
    assert castellan.predictable(state, [("kind", "short"), ("place", "1,0N")]) is None
    assert castellan.predictable_steps == ("kind", "place")


def test_it_may_be_of_any_kind_that_somebody_who_sees_no_hand_thinks_possible() -> None:
    state = table("O---.", ("W1", "W2"))
    assert castellan.predictable(state, []) == Question("kind", ("short",))
    passed = state._replace(received=Pieces(tower=1))
    assert castellan.predictable(passed, []) == Question("kind", ("tower", "short"))


def test_of_a_game_that_is_over_nothing_is_predicted() -> None:
    state, _ = play(table("O", ("W1", ""), last=[]), "W1: s0,0E")
    assert castellan.predictable(state, []) is None


@pytest.mark.parametrize("text", ["W1: s0,0E t1,0; w", "W1 W3: s0,0E; w", "W1: s0,0E; 2x0,0; w"])
def test_what_is_not_asked_for_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove):
        play(table("O"), text)
