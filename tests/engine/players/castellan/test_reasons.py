"""What speaks for and against a turn."""

import pytest

from engine.castellan.moves import parse_move
from engine.castellan.pieces import Pieces
from engine.castellan.plan import Plan
from engine.players.castellan.candidates import candidates
from engine.players.castellan.reasons import MOST, NAMES, reasons
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import Held, table

U_SHAPE = """
    O   O
    |   |
    O---O
"""
FEW: Held = ("W1 W2 T1 T2", "")


def told(
    picture: str | Plan, move: str, *held: Held, **more: object
) -> dict[str, tuple[float, dict[str, str | int]]]:
    """The points and facts of each reason."""
    state = table(picture, *(held or (FEW,)), **more)  # type: ignore[arg-type]
    return {one.name: (one.points, dict(one.facts)) for one in reasons(state, parse_move(move))}


def test_enclosing_a_courtyard_is_told_with_its_place_and_its_towers() -> None:
    assert told(U_SHAPE, "W1: s0,1E")["encloses"] == (4.0, {"place": "0,0", "number": 4})


def test_a_double_keep_is_told_with_what_it_adds() -> None:
    assert told(U_SHAPE, "W1: s0,1E; 2x0,0")["double-keep"] == (4.0, {"place": "0,0", "number": 4})


def test_a_double_keep_that_stays_double_is_no_reason() -> None:
    divided = told(
        """
        O---O---O
        | A   A |
        O---O---O
        """,
        "W1: s1,0N; 2x0,0",
        doubled=[0],
    )
    assert "double-keep" not in divided
    assert divided["divides"] == (0.0, {"place": "0,0", "number": 2})


def test_dividing_a_courtyard_is_told_with_the_points_it_brings() -> None:
    divided = told(
        """
        O---O---O
        | a   a |
        O---O---O
        """,
        "W1: s1,0N",
    )
    assert divided["divides"] == (2.0, {"place": "0,0", "number": 2})
    assert "encloses" not in divided


def test_a_tower_in_a_courtyard_of_ones_own_is_told_as_what_it_adds() -> None:
    grown = told(
        """
        O---O---O
        | A   A |
        O---.   O
        | A   A |
        O---O---O
        """,
        "T1: t1,1",
        doubled=[0],
    )
    assert grown["grows"] == (2.0, {"place": "0,0", "number": 1})


def test_what_is_left_open_is_told_with_who_can_close_it_and_how() -> None:
    left = told(
        """
        O
        |
        O---O
        """,
        "W1: s0,1E",
    )
    points, facts = left["leaves-open"]
    assert points < 0
    assert facts == {"seat": 1, "place": "0,0", "number": 4, "pieces": 2}


def test_a_chance_that_is_gone_is_told_with_whose_it_was() -> None:
    spoilt = told(
        """
        O
        |
        O---O
        """,
        "W5: l1,0N",
        ("W1 W5 T1 T2", ""),
    )
    points, facts = spoilt["forestalls"]
    assert points > 0
    assert facts == {"seat": 1, "place": "0,0", "number": 4}


def test_nothing_left_open_is_told_too() -> None:
    assert told("O---.", "T1: t1,0")["leaves-nothing"] == (0.0, {"seat": 1})


def test_pieces_passed_on_are_told_with_who_gets_them() -> None:
    passed = told("O---O", "T1:", passed=Pieces(tower=2))
    points, facts = passed["passes-on"]
    assert points == pytest.approx(-0.9)
    assert facts == {"seat": 1, "number": 3}


def test_several_cards_at_once_are_told_as_spent() -> None:
    held = ("W1 W2 T1 T2", "T3")
    assert "spends-cards" not in told("O---O", "W1: s1,0E; t", held)
    points, facts = told("O---O", "W1 W2: s1,0E s0,0N; t", held)["spends-cards"]
    assert points < 0
    assert facts == {"number": 1}


def test_more_cards_in_hand_are_told_as_gained() -> None:
    points, facts = told("O---.", "T6: t1,0; tt", ("W1 T6", "T1 T2"))["gains-cards"]
    assert points > 0
    assert facts == {"number": 1}


def test_what_has_nothing_for_or_against_it_is_told_as_quiet() -> None:
    assert told("O---.", "T1: t1,0", ("T1", ""), ("", ""), last=[]) == {"quiet": (0.0, {})}


def test_every_reason_is_listed_with_its_facts() -> None:
    for number in range(9):
        for one in games(number)[::5]:
            if one.move is not None:
                found = reasons(one.state, one.move)
                assert 1 <= len(found) <= MOST
                assert all(tuple(reason.facts) == tuple(NAMES[reason.name]) for reason in found)
                assert [abs(reason.points) for reason in found] == sorted(
                    (abs(reason.points) for reason in found), reverse=True
                )


def test_a_candidate_has_reasons() -> None:
    state = games(1)[7].state
    assert all(reasons(state, one.move) for one in candidates(state))  # type: ignore[arg-type]
