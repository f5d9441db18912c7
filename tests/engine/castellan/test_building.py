"""The questions of a turn: what may be chosen, in what order, and what goes without saying."""

from random import Random

import pytest

from engine.castellan.events import CourtyardMade, TurnScored
from engine.castellan.moves import Reason
from engine.castellan.pieces import Pieces
from engine.castellan.rules import castellan
from engine.castellan.state import State
from engine.errors import IllegalMove
from engine.questions import Part, Question
from tests.engine.castellan.kit.plans import draw_plan, redraw_plan
from tests.engine.castellan.kit.playing import by_chance, games
from tests.engine.castellan.kit.tables import play, refusal_reason, table

THREE_SIDES = """
    O---O
    |
    O---O
    """
STATES = [step.state for number in range(3) for step in games(number)[::3]]


def ask(state: State, *tokens: str) -> Question:
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
    assert ask(table("O")) == Question("card", ("W1", "W2", "T1", "T2"))


def test_then_more_cards_or_to_build() -> None:
    state = table("O", ("W1 W2", ""))
    assert ask(state, "W1") == Question("card2", ("build", "W2"))
    assert ask(state, "W1", "W2") == Question("card3", ("build",), "build")


def test_in_the_first_turn_not_before_a_tower_is_shown() -> None:
    state = table()
    assert ask(state, "W1") == Question("card2", ("W2", "T1", "T2"))
    assert ask(state, "W1", "T1") == Question("card3", ("build", "W2", "T2"))


def test_then_a_kind_of_piece_that_has_a_place() -> None:
    state = table("O---O")
    assert ask(state, "T1", "W1", "build") == Question("kind", ("short",), "short")
    more = ask(state, "T1", "W1", "build", "short", "0,0N")
    assert more == Question("kind2", ("tower",), "tower")


def test_then_its_place_first_what_encloses_something() -> None:
    places = ask(table(THREE_SIDES), "W1", "build", "short").choices
    assert places[0] == "1,0N"
    assert len(places) == 9


def test_of_those_that_enclose_the_most_points_first() -> None:
    picture = """
        O---O---O---O
        |   |
        O   O---O---O
        """
    places = ask(table(picture), "W1", "build", "short").choices
    assert places[:2] == ("3,0N", "0,0E")


def test_what_divides_a_courtyard_counts_for_what_it_adds() -> None:
    """Dividing it would bring 2 points, enclosing the cell next to it 4."""
    picture = """
        O---O---O---O---O
        | a   a   a |
        O---O---O---O---O
        """
    places = ask(table(picture), "W1", "build", "short").choices
    assert places[:3] == ("4,0N", "1,0N", "2,0N")


def test_a_tower_in_one_s_own_courtyard_comes_before_others() -> None:
    picture = """
        O-------O---.
        | a   a |
        O---.   |
        | a   a |
        O-------O
        """
    assert ask(table(picture), "T1", "build", "tower").choices == ("1,1", "3,2")


def test_what_costs_points_comes_last() -> None:
    """Dividing it would leave twice 6 and 6 of twice 10."""
    picture = """
        O---O---O---O---O
        | A   A   A   A |
        O---O---O---O---O
        """
    places = ask(table(picture, doubled=[0]), "W1", "build", "short").choices
    assert places[-1] == "2,0N"


def test_and_the_rest_from_the_north_west_in_reading_order() -> None:
    places = ask(table("O---O"), "W1", "build", "short").choices
    assert places == ("-1,0E", "0,0N", "1,0E", "1,0N", "0,-1N", "1,-1N")


def test_building_ends_when_no_remaining_piece_has_a_place() -> None:
    assert ask(table("O---O"), "T1", "build").step == "double"


def test_what_was_passed_on_is_built_as_well() -> None:
    state = table("O", passed=Pieces(long=1))
    assert ask(state, "W1", "build") == Question("kind", ("short", "long"))


def test_at_last_the_decks_to_draw_from() -> None:
    state = table("O---.", ("T7", "W1 W2 T1"))
    built = ("T7", "build", "tower", "1,0", "no")
    assert ask(state, *built) == Question("draw", ("wall", "tower"), "wall")
    assert ask(state, *built, "wall") == Question("draw2", ("tower", "wall"), "tower")
    assert ask(state, *built, "tower") == Question("draw2", ("wall",), "wall")


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
    kinds = castellan.predictions.question(state, [])
    assert kinds == Question("kind", ("short", "long"))
    places = castellan.predictions.question(state, [("kind", "short")])
    assert places is not None
    assert (places.step, places.choices[0]) == ("place", "1,0N")
    assert castellan.predictions.question(state, [("kind", "short"), ("place", "1,0N")]) is None
    assert castellan.predictions.steps == ("kind", "place")


def test_a_prediction_may_be_of_any_kind_that_could_be_in_hand() -> None:
    state = table("O---.", ("W1", "W2"))
    assert castellan.predictions.question(state, []) == Question("kind", ("short",))
    passed = state._replace(received=Pieces(tower=1))
    assert castellan.predictions.question(passed, []) == Question("kind", ("tower", "short"))


def test_of_a_game_that_is_over_nothing_is_predicted() -> None:
    state, _ = play(table("O", ("W1", ""), last=[]), "W1: s0,0E")
    assert castellan.predictions.question(state, []) is None


@pytest.mark.parametrize("text", ["W1: s0,0E t1,0; w", "W1 W3: s0,0E; w", "W1: s0,0E; 2x0,0; w"])
def test_what_is_not_asked_for_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove):
        play(table("O"), text)


# The double keep


CORNER = """
    O---O
    |   |
    O---.
    """
SINGLE = """
    O---O---O---O
    | a   a   a |
    O---O---O---O
    """
DOUBLE = SINGLE.replace("a", "A")


def test_k12_a_new_keep_may_be_double() -> None:
    state, events = play(table(CORNER), "T1: t1,0; 2x0,0; w")
    assert draw_plan(state.plan) == redraw_plan(
        """
        O---O
        | A |
        O---O
        """
    )
    assert state.doubled == (True, False)
    assert CourtyardMade(0, ((0, 0),), 4, True, 8, divided=False) in events
    assert TurnScored(0, 8, (8, 0)) in events


def test_k12_or_stay_single() -> None:
    state, _ = play(table(CORNER), "T1: t1,0; w")
    assert castellan.scores(state) == (4, 0)
    assert state.doubled == (False, False)


def test_k12_a_keep_stays_single_by_default() -> None:
    choices = ask(table(CORNER), "T1", "build", "tower", "1,0")
    assert choices == Question("double", ("no", "0,0"), "no")


def test_k12_it_is_single_for_good() -> None:
    state = table(
        """
        O---O
        | a |
        O---O
        """
    )
    assert refusal_reason(state, "W1: s1,0E; 2x0,0; w") is Reason.NO_DOUBLE_HERE


def test_k12_once_a_game() -> None:
    state = table(CORNER, doubled=[0])
    assert refusal_reason(state, "T1: t1,0; 2x0,0; w") is Reason.DOUBLE_USED
    assert ask(state, "T1", "build", "tower", "1,0") == Question("double", ("no",), "no")


def test_k12_also_after_turns_in_which_nothing_was_doubled() -> None:
    state, _ = play(table(CORNER, doubled=[0]), "T1: t1,0; w")
    assert state.doubled == (True, False)


def test_k12_once_for_every_player() -> None:
    state, _ = play(table(CORNER, doubled=[1]), "T1: t1,0; 2x0,0; w")
    assert state.doubled == (True, True)


def test_k12_any_cell_of_the_courtyard_names_it() -> None:
    state = table(SINGLE)
    after, _ = play(state, "W1: s1,0N; 2x1,0; w")
    other, _ = play(state, "W1: s1,0N; 2x2,0; w")
    assert after.plan == other.plan


def test_k12_a_part_of_a_divided_courtyard_may_be_doubled() -> None:
    """Dividing sets a new keep in all parts but one, so there is one new keep here."""
    state, _ = play(table(SINGLE), "W1: s1,0N; 2x0,0; w")
    assert draw_plan(state.plan) == redraw_plan(
        """
        O---O---O---O
        | A | a   a |
        O---O---O---O
        """
    )
    assert state.doubled == (True, False)


def test_k12_doubling_applies_to_courtyards_at_the_turns_end() -> None:
    """Enclosed and divided in one turn."""
    picture = """
        O---O---O
        |       |
        O---O---.
        """
    state, events = play(table(picture), "T1 W1: t2,0 s1,0N; 2x0,0; w")
    assert draw_plan(state.plan) == redraw_plan(
        """
        O---O---O
        | A | a |
        O---O---O
        """
    )
    made = [event for event in events if isinstance(event, CourtyardMade)]
    assert [(event.cells, event.double, event.divided) for event in made] == [
        (((0, 0),), True, False),
        (((1, 0),), False, False),
    ]


def test_k12_a_divided_double_courtyard_has_one_double_part() -> None:
    state = table(DOUBLE, doubled=[0])
    assert refusal_reason(state, "W1: s1,0N; w") is Reason.DOUBLE_STAYS
    state, _ = play(state, "W1: s1,0N; 2x1,0; w")
    assert draw_plan(state.plan) == redraw_plan(
        """
        O---O---O---O
        | a | A   A |
        O---O---O---O
        """
    )


def test_k12_the_owner_chooses_the_part_even_if_it_costs_points() -> None:
    _, events = play(table(DOUBLE, doubled=[0]), "W1: s1,0N; 2x0,0; w")
    assert TurnScored(0, -2, (14, 0)) in events


def test_k12_the_part_worth_most_goes_without_saying() -> None:
    choices = ask(table(DOUBLE, doubled=[0]), "W1", "build", "short", "1,0N")
    assert choices == Question("double", ("1,0", "0,0"), "1,0")


def test_k12_a_divided_double_keep_goes_to_no_other_courtyard() -> None:
    picture = """
        O---O---O---O
        | A   A |
        O---O---O---O
        """
    state = table(picture, doubled=[0])
    assert refusal_reason(state, "W1 W2: s1,0N s3,0N; 2x2,0; w") is Reason.NO_DOUBLE_HERE
    state, _ = play(state, "W1 W2: s1,0N s3,0N; 2x0,0; w")
    assert draw_plan(state.plan) == redraw_plan(
        """
        O---O---O---O
        | A | a | a |
        O---O---O---O
        """
    )


def test_k12_dividing_a_double_courtyard_twice_leaves_one_double() -> None:
    state = table(DOUBLE, doubled=[0])
    state, _ = play(state, "W1 W2: s1,0N s2,0N; 2x1,0; w")
    assert draw_plan(state.plan) == redraw_plan(
        """
        O---O---O---O
        | a | A | a |
        O---O---O---O
        """
    )


def test_k12_a_double_courtyard_that_gains_a_tower_stays_double() -> None:
    picture = """
        O-------O---O
        | A   A   A |
        O---.       O
        | A   A   A |
        O-------O---O
        """
    state, _ = play(table(picture, doubled=[0]), "T1: t1,1; w")
    assert castellan.scores(state) == (18, 0)


def test_k12_what_others_have_doubled_is_not_asked_for() -> None:
    picture = """
        O---O---O
        | B |
        O---O---O
        """
    state, _ = play(table(picture, doubled=[1]), "W1: s2,0N; w")
    assert castellan.scores(state) == (4, 8)
