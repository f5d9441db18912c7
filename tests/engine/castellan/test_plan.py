"""Courtyards: what a piece encloses, in whatever order the pieces are built (K9 to K11)."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.castellan.moves import piece_text
from engine.castellan.pieces import Piece
from engine.castellan.places import check_place
from engine.castellan.plan import Plan, gain, place_piece
from engine.castellan.rules import castellan
from engine.errors import IllegalMove
from tests.engine.castellan.kit.plans import draw_plan, pieces, plan, redraw_plan
from tests.engine.castellan.kit.playing import Played, games
from tests.engine.castellan.kit.tables import build

RING = """
    O-------O---O
    |
    |   O---O
    |   | b |
    O---O---O   O
    |           |
    O---O-------O
    """


def brings(picture: str, text: str) -> int:
    """Count the points for the last of these pieces when the others are already there."""
    *before, last = pieces(text)
    return gain(build(picture, " ".join(map(piece_text, before))), last)


def test_k9_a_wall_that_closes_a_ring_encloses_a_courtyard() -> None:
    picture = """
        O---O
        |
        O---O
        """
    assert draw_plan(build(picture, "s1,0N")) == redraw_plan(
        """
        O---O
        | a |
        O---O
        """
    )


def test_k9_a_tower_that_closes_a_ring_does_too() -> None:
    picture = """
        O---O
        |   |
        O---.
        """
    assert draw_plan(build(picture, "t1,0")) == redraw_plan(
        """
        O---O
        | a |
        O---O
        """
    )


def test_k9_a_gap_where_a_tower_is_missing_is_a_way_out() -> None:
    picture = """
        O---O
        |
        O---.
        """
    assert not build(picture, "s1,0N").courtyards


def test_k9_the_middle_of_a_long_wall_is_no_way_out() -> None:
    picture = """
        O-------O
        |       |
        |       |
        |       |
        O-------.
        """
    assert draw_plan(build(picture, "t2,0")) == redraw_plan(
        """
        O-------O
        | a   a |
        |       |
        | a   a |
        O-------O
        """
    )


def test_k9_a_courtyard_has_any_shape() -> None:
    picture = """
        O---O
        |   |
        |   O---O
        |       |
        O---O   O
            |   |
            O---.
        """
    assert draw_plan(build(picture, "t2,0")) == redraw_plan(
        """
        O---O
        | a |
        |   O---O
        | a   a |
        O---O   O
            | a |
            O---O
        """
    )


def test_k9_walls_that_meet_without_a_tower_divide_nothing() -> None:
    """The upper and the lower half are joined only around the point in the middle."""
    picture = """
        O-------O
        | a   a |
        O       O
        | a   a |
        O-------O
        """
    assert draw_plan(build(picture, "s0,1E s1,1E")) == redraw_plan(
        """
        O-------O
        | a   a |
        O---.---O
        | a   a |
        O-------O
        """
    )


def test_k9_the_same_holds_round_a_corner() -> None:
    """One cell is joined to the rest only around the point in the middle."""
    picture = """
        O---O---O
        | a   a |
        O       O
        | a   a |
        O---O---O
        """
    after = build(picture, "s1,1N s1,1E")
    assert len(after.courtyards) == 1
    assert len(build(after, "t1,1").courtyards) == 2


def test_k9_cells_joined_around_a_point_are_one_courtyard() -> None:
    picture = """
        O-------O
        |
        O---.---O
        |       |
        O-------O
        """
    assert draw_plan(build(picture, "s2,1N")) == redraw_plan(
        """
        O-------O
        | a   a |
        O---.---O
        | a   a |
        O-------O
        """
    )


def test_k10_the_placer_of_the_last_piece_owns_the_courtyard() -> None:
    picture = """
        O---O
        |
        O---O
        """
    assert [courtyard.seat for courtyard in build(picture, "s1,0N", seat=1).courtyards] == [1]


def test_k10_a_tower_may_enclose_several_areas() -> None:
    picture = """
        O---O---O
        |   |   |
        O---.---O
        """
    assert draw_plan(build(picture, "t1,0", seat=2)) == redraw_plan(
        """
        O---O---O
        | c | c |
        O---O---O
        """
    )


def test_k10_a_wall_can_enclose_a_part_and_leave_the_rest_open() -> None:
    picture = """
        O---O---O
        |       |
        O---O   O
        """
    assert draw_plan(build(picture, "s1,0N")) == redraw_plan(
        """
        O---O---O
        | a |   |
        O---O   O
        """
    )


def test_k10_a_courtyard_within_another_stays_its_owner_s() -> None:
    after = build(RING, "l3,1N")
    assert draw_plan(after) == redraw_plan(
        """
        O-------O---O
        | a   a   a |
        |   O---O   |
        | a | b | a |
        O---O---O   O
        | a   a   a |
        O---O-------O
        """
    )


def test_k10_the_surrounding_courtyard_counts_shared_towers() -> None:
    after = build(RING, "l3,1N")
    assert {courtyard.seat: after.towers_of(courtyard) for courtyard in after.courtyards} == {
        0: 12,
        1: 4,
    }


def test_k10_towers_on_a_courtyards_border_serve_both_sides() -> None:
    picture = """
        O---O---O
        | a |
        O---O---O
        """
    assert draw_plan(build(picture, "s2,0N", seat=1)) == redraw_plan(
        """
        O---O---O
        | a | b |
        O---O---O
        """
    )


def test_k11_a_courtyard_stays_one_until_it_is_divided() -> None:
    picture = """
        O---O---O
        | a   a |
        O       O
        | a   a |
        O---O---O
        """
    inside = build(picture, "s1,0N t1,1")
    assert draw_plan(inside) == redraw_plan(
        """
        O---O---O
        | a   a |
        O   O   O
        | a | a |
        O---O---O
        """
    )
    assert draw_plan(build(inside, "s0,1E")) == redraw_plan(
        """
        O---O---O
        | a   a |
        O---O   O
        | a | a |
        O---O---O
        """
    )


def test_k11_a_tower_may_divide_a_courtyard_into_four() -> None:
    picture = """
        O---O---O
        | a | a |
        O---.---O
        | a | a |
        O---O---O
        """
    after = build(picture, "t1,1")
    assert draw_plan(after) == redraw_plan(picture.replace(".", "O"))
    assert (len(plan(picture).courtyards), len(after.courtyards)) == (1, 4)


@pytest.mark.parametrize("seat", [0, 1])
def test_k11_each_part_is_a_courtyard_of_its_own(seat: int) -> None:
    picture = """
        O---O---O
        | a   a |
        O---O---O
        """.replace("a", "ab"[seat])
    after = build(picture, "s1,0N", seat)
    assert [(courtyard.seat, len(courtyard.cells)) for courtyard in after.courtyards] == [
        (seat, 1),
        (seat, 1),
    ]


def test_k11_a_ring_inside_leaves_a_courtyard_around_it() -> None:
    picture = """
        O-------O---O
        | a   a   a |
        |   O---O   |
        | a | a   a |
        O---O---O   O
        | a   a   a |
        O---O-------O
        """
    after = build(picture, "s2,1N")
    assert sorted(len(courtyard.cells) for courtyard in after.courtyards) == [1, 8]
    assert {courtyard.seat for courtyard in after.courtyards} == {0}


def test_k11_a_part_of_a_double_courtyard_is_single_at_first() -> None:
    picture = """
        O---O---O
        | A   A |
        O---O---O
        """
    assert not any(courtyard.double for courtyard in build(picture, "s1,0N").courtyards)


def test_what_stands_elsewhere_is_left_alone() -> None:
    picture = """
        O---O---O---O
        | B |       |
        O---O   O---O
        """
    assert draw_plan(build(picture, "s1,0E")) == redraw_plan(
        """
        O---O---O---O
        | B | a   a |
        O---O---O---O
        """
    )
    assert plan(picture).courtyards[0] in build(picture, "s1,0E").courtyards


def test_a_piece_brings_what_it_encloses_adds_or_divides() -> None:
    picture = """
        O-------O---O
        | a   a |
        O---.   O---O
        | a   a |
        O-------O
        """
    assert brings(picture, "s3,1N") == 4
    assert brings(picture, "t1,1") == 1
    assert brings(picture, "t1,1 s1,1E") == 3
    assert brings(picture, "s3,1E") == 0


def test_k12_a_divided_double_courtyard_gains_by_its_best_part() -> None:
    """The courtyard of 8 towers was worth 16; the parts are worth 4 and twice 6."""
    picture = """
        O---O---O---O
        | A   A   A |
        O---O---O---O
        """
    assert brings(picture, "s1,0N") == 0
    assert brings(picture.replace("A", "a"), "s1,0N") == 2


def test_k12_a_tower_in_a_double_courtyard_brings_two() -> None:
    picture = """
        O-------O---O
        | A   A   A |
        O---.       O
        | A   A   A |
        O-------O---O
        """
    assert brings(picture, "t1,1") == 2


# The order of building


TURNS = [
    step
    for number in range(6)
    for step in games(number)
    if step.move is not None and len(step.move.build) > 3
]
ENCLOSING = [step for step in TURNS if step.state.plan.courtyards != step.after.plan.courtyards]


def fits(plan: Plan, piece: Piece, seat: int) -> bool:
    try:
        check_place(plan, piece, seat)
    except IllegalMove:
        return False
    return True


def reorder(step: Played, chance: Random) -> tuple[Piece, ...]:
    """Put the pieces of a turn in another legal order, as far as one is found."""
    assert step.move is not None
    plan = step.state.plan
    left = list(step.move.build)
    order = list[Piece]()
    while possible := [piece for piece in left if fits(plan, piece, step.seat)]:
        piece = chance.choice(possible)
        plan = place_piece(plan, piece, step.seat)
        left.remove(piece)
        order.append(piece)
    return tuple(order)


@given(st.sampled_from(TURNS) | st.sampled_from(ENCLOSING), st.integers())
@settings(max_examples=300)
def test_the_order_of_building_changes_nothing_in_the_end(step: Played, chance: int) -> None:
    assert step.move is not None
    order = reorder(step, Random(chance))
    assume(len(order) == len(step.move.build) and order != step.move.build)
    after, events = castellan.apply(step.state, step.seat, step.move._replace(build=order))
    assert after == step.after
    assert castellan.points(events) == castellan.points(step.events)


def test_most_orders_go_to_the_end() -> None:
    """So that the property is not vacuous."""
    chance = Random(0)
    whole = [len(reorder(step, chance)) == len(step.move.build) for step in TURNS if step.move]
    assert sum(whole) > len(whole) / 2
    assert len(ENCLOSING) > 30


# Drawings of plans


def test_every_plan_reads_back_from_its_drawing() -> None:
    for step in games(2):
        built = step.after.plan
        points = [*built.towers, *built.ends]
        corner = min(x for x, _ in points), min(y for _, y in points)
        assert plan(draw_plan(built), corner) == built


def test_a_drawing_shows_towers_walls_open_ends_and_owners() -> None:
    built = plan(
        """
        .
        |
        O---O-------O
        | b |       |
        O---O       |
                    |
                    .
        """,
        corner=(-1, 4),
    )
    assert built.towers == {(-1, 5), (-1, 6), (0, 5), (0, 6), (2, 6)}
    assert Piece("long", (2, 4), "N") in built.walls
    assert Piece("long", (0, 6), "E") in built.walls
    assert len(built.walls) == 7
    assert sorted(built.open_ends) == [(-1, 7), (2, 4)]
    assert [(courtyard.seat, courtyard.cells) for courtyard in built.courtyards] == [
        (1, frozenset({(-1, 5)}))
    ]


@pytest.mark.parametrize(
    "picture",
    [
        "O---",
        "O--O",
        "O----O",
        "O-------O---",
        "O-----------O",
        "O---O\n| a |\nO---.",
        "O---O\n|   |\nO---O",
        "O---O---O\n| a     |\nO---O---O",
        "O---O---O\n| a   b |\nO---O---O",
        "O---O\n| x |\nO---O",
        "O\n  a",
    ],
)
def test_a_drawing_with_a_mistake_is_refused(picture: str) -> None:
    with pytest.raises(AssertionError):
        plan(picture)
