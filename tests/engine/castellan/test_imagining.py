"""What would close a courtyard, and with which pieces."""

import pytest

from engine.castellan.imagining import Closing, closings
from engine.castellan.moves import parse_piece, piece_text
from engine.castellan.places import check_place
from engine.castellan.plan import EMPTY, Plan, place_piece
from engine.selfplay.match import Match


def plan_of(pieces: str) -> Plan:
    """Let the first seat build these pieces in this order."""
    plan = EMPTY
    for word in pieces.split():
        piece = parse_piece(word)
        check_place(plan, piece, 0)
        plan = place_piece(plan, piece, 0)
    return plan


def describe(plan: Plan) -> list[tuple[str, int, int]]:
    """What each closing needs, how many cells it encloses, and its towers."""
    return [
        (" ".join(map(piece_text, closing.pieces)), len(closing.cells), closing.towers)
        for closing in closings(plan)
    ]


# Three towers in a corner:
#
# O | O---O
CORNER = "t0,0 s0,0E t1,0 s0,0N t0,1"


def test_two_walls_and_a_tower_between_them_close_a_corner() -> None:
    assert describe(plan_of(CORNER))[0] == ("s0,1E t1,1 s1,0N", 1, 4)


def test_a_tower_and_a_wall_close_what_an_open_end_begins() -> None:
    assert describe(plan_of(f"{CORNER} s0,1E"))[0] == ("t1,1 s1,0N", 1, 4)


def test_a_tower_closes_where_two_walls_end() -> None:
    assert describe(plan_of(f"{CORNER} s0,1E s1,0N"))[0] == ("t1,1", 1, 4)


def test_a_wall_closes_between_two_towers() -> None:
    assert describe(plan_of(f"{CORNER} s0,1E t1,1"))[0] == ("s1,0N", 1, 4)


def test_two_towers_and_a_wall_close_between_two_open_ends() -> None:
    """
    >       <
    |       |
    O---O---O
    """
    plan = plan_of("t0,0 s0,0E t1,0 s1,0E t2,0 s0,0N s2,0N")
    assert ("t0,1 l0,1E t2,1", 2, 5) in describe(plan)


def test_a_closing_shows_the_fewest_pieces_for_its_points() -> None:
    described = describe(plan_of(f"{CORNER} s0,1E t1,1"))
    assert [text for text, cells, _ in described if cells == 1] == ["s1,0N"]


def test_what_would_divide_a_courtyard_is_left_out() -> None:
    ring = "t0,0 s0,0E t1,0 s1,0E t2,0 s0,0N t0,1 s0,1E t1,1 s1,1E t2,1 s2,0N"
    plan = plan_of(ring)
    assert [courtyard.seat for courtyard in plan.courtyards] == [0]
    assert "s1,0N" not in [text for text, _, _ in describe(plan)]


def test_an_empty_plan_has_nothing_to_close() -> None:
    assert closings(EMPTY) == ()


def is_worth(plan: Plan, closing: Closing) -> int | None:
    """Build the pieces, and count their points; None if they do not enclose those cells."""
    for piece in closing.pieces:
        check_place(plan, piece, 1)
        plan = place_piece(plan, piece, 1)
    return next(
        (
            plan.worth(courtyard)
            for courtyard in plan.courtyards
            if courtyard.cells == closing.cells
        ),
        None,
    )


@pytest.mark.parametrize("game", range(3))
def test_reported_closings_close_and_are_worth_what_they_say(game: int) -> None:
    plies = Match("castellan", 7, "greedy", "classic", 2 + game).play_game(game).plies
    all_closings = [
        (ply.state.plan, closing) for ply in plies for closing in closings(ply.state.plan)
    ]
    assert len(all_closings) > 20
    assert all(is_worth(plan, closing) == closing.towers for plan, closing in all_closings)
