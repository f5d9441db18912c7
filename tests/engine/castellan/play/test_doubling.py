"""The double keep (K12)."""

from engine.castellan.events import CourtyardMade, TurnScored
from engine.castellan.game import castellan
from engine.castellan.moves import Reason
from engine.castellan.state import State
from tests.engine.castellan.kit.plans import drawn, redrawn
from tests.engine.castellan.kit.tables import play, refusal, table

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


def asked(state: State, *tokens: str) -> tuple[tuple[str, ...], str | None]:
    """The question after these tokens: its choices and its default."""
    parts = list[tuple[str, str]]()
    for token in tokens:
        question = castellan.question(state, parts)
        assert question is not None
        assert token in question.choices
        parts.append((question.step, token))
    question = castellan.question(state, parts)
    assert question is not None
    return question.choices, question.default


def test_k12_a_new_keep_may_be_double() -> None:
    state, events = play(table(CORNER), "T1: t1,0; 2x0,0; w")
    assert drawn(state.plan) == redrawn(
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


def test_k12_the_choice_is_to_stay_single_unless_the_player_says_otherwise() -> None:
    choices = asked(table(CORNER), "T1", "build", "tower", "1,0")
    assert choices == (("no", "0,0"), "no")


def test_k12_it_is_single_for_good() -> None:
    state = table(
        """
        O---O
        | a |
        O---O
        """
    )
    assert refusal(state, "W1: s1,0E; 2x0,0; w") is Reason.NO_DOUBLE_HERE


def test_k12_once_a_game() -> None:
    state = table(CORNER, doubled=[0])
    assert refusal(state, "T1: t1,0; 2x0,0; w") is Reason.DOUBLE_USED
    assert asked(state, "T1", "build", "tower", "1,0") == (("no",), "no")


def test_k12_also_after_turns_in_which_nothing_was_doubled() -> None:
    state, _ = play(table(CORNER, doubled=[0]), "T1: t1,0; w")
    assert state.doubled == (True, False)


def test_k12_once_for_every_player() -> None:
    state, _ = play(table(CORNER, doubled=[1]), "T1: t1,0; 2x0,0; w")
    assert state.doubled == (True, True)


def test_k12_any_cell_of_the_courtyard_names_it() -> None:
    state = table(SINGLE)
    one, _ = play(state, "W1: s1,0N; 2x1,0; w")
    other, _ = play(state, "W1: s1,0N; 2x2,0; w")
    assert one.plan == other.plan


def test_k12_a_part_of_a_divided_courtyard_may_be_doubled() -> None:
    """Dividing sets a new keep in all parts but one, so there is one new keep here."""
    state, _ = play(table(SINGLE), "W1: s1,0N; 2x0,0; w")
    assert drawn(state.plan) == redrawn(
        """
        O---O---O---O
        | A | a   a |
        O---O---O---O
        """
    )
    assert state.doubled == (True, False)


def test_k12_the_courtyards_are_those_at_the_end_of_the_turn() -> None:
    """Enclosed and divided in one turn."""
    picture = """
        O---O---O
        |       |
        O---O---.
        """
    state, events = play(table(picture), "T1 W1: t2,0 s1,0N; 2x0,0; w")
    assert drawn(state.plan) == redrawn(
        """
        O---O---O
        | A | a |
        O---O---O
        """
    )
    made = [event for event in events if isinstance(event, CourtyardMade)]
    assert [(one.cells, one.double, one.divided) for one in made] == [
        (((0, 0),), True, False),
        (((1, 0),), False, False),
    ]


def test_k12_a_double_courtyard_that_is_divided_keeps_it_in_one_part() -> None:
    state = table(DOUBLE, doubled=[0])
    assert refusal(state, "W1: s1,0N; w") is Reason.DOUBLE_STAYS
    state, _ = play(state, "W1: s1,0N; 2x1,0; w")
    assert drawn(state.plan) == redrawn(
        """
        O---O---O---O
        | a | A   A |
        O---O---O---O
        """
    )


def test_k12_the_part_is_of_the_owner_s_choice_even_if_it_costs_points() -> None:
    _, events = play(table(DOUBLE, doubled=[0]), "W1: s1,0N; 2x0,0; w")
    assert TurnScored(0, -2, (14, 0)) in events


def test_k12_the_part_worth_most_goes_without_saying() -> None:
    choices = asked(table(DOUBLE, doubled=[0]), "W1", "build", "short", "1,0N")
    assert choices == (("1,0", "0,0"), "1,0")


def test_k12_no_other_new_courtyard_gets_the_double_keep_of_a_divided_one() -> None:
    picture = """
        O---O---O---O
        | A   A |
        O---O---O---O
        """
    state = table(picture, doubled=[0])
    assert refusal(state, "W1 W2: s1,0N s3,0N; 2x2,0; w") is Reason.NO_DOUBLE_HERE
    state, _ = play(state, "W1 W2: s1,0N s3,0N; 2x0,0; w")
    assert drawn(state.plan) == redrawn(
        """
        O---O---O---O
        | A | a | a |
        O---O---O---O
        """
    )


def test_k12_a_double_courtyard_divided_twice_in_a_turn_keeps_it_in_one_part() -> None:
    state = table(DOUBLE, doubled=[0])
    state, _ = play(state, "W1 W2: s1,0N s2,0N; 2x1,0; w")
    assert drawn(state.plan) == redrawn(
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
