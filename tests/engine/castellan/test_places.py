"""Where a piece may stand (K3 to K6, K10)."""

import pytest

from engine.castellan.moves import Reason
from engine.castellan.plan import EMPTY
from tests.engine.castellan.kit.plans import draw_plan, redraw_plan
from tests.engine.castellan.kit.tables import build, misfit, places

TAKEN = """
    O---O---O
    | b   b |
    O   .   O
    | b | b |
    O---O---O
    """


def test_k3_a_short_wall_spans_one_distance_and_a_long_one_two() -> None:
    after = build(EMPTY, "t0,0 s0,0E t1,0 l1,0N t1,2")
    assert draw_plan(after) == redraw_plan(
        """
            O
            |
            |
            |
        O---O
        """
    )


def test_k3_nothing_else_stands_on_the_middle_of_a_long_wall() -> None:
    assert misfit("O-------O", "t1,0") is Reason.ON_A_MIDDLE


def test_k4_a_wall_joins_no_wall() -> None:
    assert misfit("O---.", "s1,0E") is Reason.NO_TOWER


def test_k4_a_tower_joins_no_tower() -> None:
    assert misfit("O", "t1,0") is Reason.NO_OPEN_END


def test_k4_two_open_ends_may_lie_on_one_point() -> None:
    picture = """
        O---.
        |
        O---O
        """
    assert "s1,0N" in places(picture, "short")


def test_k4_a_tower_joins_all_open_ends_on_its_point() -> None:
    picture = """
        O---.---O
        |       |
        O-------O
        """
    assert draw_plan(build(picture, "t1,1 s1,1N")) == redraw_plan(
        """
            .
            |
        O---O---O
        | a   a |
        O-------O
        """
    )


def test_k4_a_tower_goes_on_every_open_end_and_nowhere_else() -> None:
    picture = """
        O---.
        |
        O---O---.
        """
    assert places(picture, "tower") == {"t1,1", "t2,0"}


def test_k5_no_end_lies_on_the_middle_of_a_long_wall() -> None:
    """The short wall in the source text that may not stand: no room for a tower at its other
    end."""
    picture = """
        O-------O
        |
        O---O
        """
    assert misfit(picture, "s1,0N") is Reason.END_ON_MIDDLE


def test_k5_neither_end_of_a_long_wall_does() -> None:
    picture = """
        O-------O
        |
        |
        |
        O---O
        """
    assert misfit(picture, "l1,0N") is Reason.END_ON_MIDDLE
    assert misfit("O-------O", "l1,0N") is Reason.END_ON_MIDDLE


def test_k5_no_middle_lies_on_a_tower() -> None:
    picture = """
        O---O
        |
        O---O
        """
    assert misfit(picture, "l1,-1N") is Reason.MIDDLE_ON_TOWER


def test_k5_no_middle_lies_on_an_end_of_another_wall() -> None:
    picture = """
        O---O
        |
        O---.
        """
    assert misfit(picture, "l1,-1N") is Reason.MIDDLE_ON_END


def test_k5_no_middle_lies_on_another_middle() -> None:
    picture = """
        O-------O
        |
        O---O
        """
    assert misfit(picture, "l1,0N") is Reason.MIDDLE_ON_MIDDLE


@pytest.mark.parametrize(
    ("wall", "piece"),
    [
        ("O---O", "s0,0E"),
        ("O---O", "l0,0E"),
        ("O---O", "l-1,0E"),
        ("O-------O", "s0,0E"),
        ("O-------O", "s1,0E"),
        ("O-------O", "l-1,0E"),
    ],
)
def test_k5_a_stretch_holds_one_wall(wall: str, piece: str) -> None:
    assert misfit(wall, piece) is Reason.WALL_STANDS


def test_k5_a_point_holds_one_tower() -> None:
    assert misfit("O---O", "t1,0") is Reason.TOWER_STANDS


def test_k6_the_first_piece_begins_at_the_origin() -> None:
    assert places(EMPTY, "tower") == {"t0,0"}
    assert places(EMPTY, "short") == {"s0,0E", "s0,0N", "s-1,0E", "s0,-1N"}
    assert places(EMPTY, "long") == {"l0,0E", "l0,0N", "l-2,0E", "l0,-2N"}


@pytest.mark.parametrize("piece", ["t1,0", "s1,0E", "s-2,0E", "l-1,0E", "l0,-1N"])
def test_k6_no_other_first_piece_does(piece: str) -> None:
    assert misfit(EMPTY, piece) is Reason.NOT_THE_START


def test_k6_after_it_every_piece_joins() -> None:
    assert places("O---.", "short") == {"s-1,0E", "s0,-1N", "s0,0N"}
    assert places("O---.", "long") == {"l-2,0E", "l0,-2N", "l0,0N"}
    assert misfit("O---.", "t5,5") is Reason.NO_OPEN_END
    assert misfit("O---.", "s5,5E") is Reason.NO_TOWER


def test_k6_a_wall_may_join_with_either_end_or_with_both() -> None:
    picture = """
        O---O
        |
        O---O
        """
    walls = places(picture, "short")
    assert {"s1,0N", "s1,-1N", "s1,1N", "s-1,0E"} <= walls


def test_k6_walls_that_meet_without_a_tower_are_not_joined() -> None:
    picture = """
        O---.
        |   |
        O---O
        """
    assert misfit(picture, "s1,1E") is Reason.NO_TOWER


@pytest.mark.parametrize("piece", ["t1,1", "s0,1E", "s1,1E", "s1,1N"])
def test_k10_nothing_is_built_in_the_courtyards_of_others(piece: str) -> None:
    assert misfit(TAKEN, piece, seat=0) is Reason.COURTYARD_TAKEN


@pytest.mark.parametrize("piece", ["l0,1E", "l1,0N"])
def test_k10_nor_a_wall_across_it(piece: str) -> None:
    picture = """
        O---O---O
        | b   b |
        O       O
        | b   b |
        O---O---O
        """
    assert misfit(picture, piece, seat=0) is Reason.COURTYARD_TAKEN
    assert len(build(picture, piece, seat=1).courtyards) == 2


def test_k10_its_border_may_be_built_on_on_the_other_side() -> None:
    assert draw_plan(build(TAKEN, "s0,2N l2,0E")) == redraw_plan(
        """
        .
        |
        O---O---O
        | b   b |
        O   .   O
        | b | b |
        O---O---O-------.
        """
    )
