"""R12: when a path, a tower or a house is complete. Courts never are."""

import pytest

from engine.castle.events import FeatureScored
from engine.castle.moves import ROLES
from tests.engine.castle.kit.boards import game, only, play, scorings

ONE_TOWER = """
         D     E     F
       ..... .ccc. .....
             ccccc
     6       ccccc
             ccccc
       ..... .ccc. .....
       .ccc. .ttt. .ccc.
       ccccc ttttt ccccc
     5 ccccc ttttt ccccc
       ccccc ttttt ccccc
       .ccc. .ttt. .ccc.
"""


def test_r12_a_tower_completes_when_every_side_meets_a_tile() -> None:
    _, events = play(game(ONE_TOWER, starts={}, followers="1 knight E5.N"), "E4 r0")
    assert scorings(events) == [("tower", 1, 2)]


def test_r12_a_tower_against_one_empty_cell_is_not_complete() -> None:
    """E4 stays empty: the tile goes to E7."""
    state, events = play(game(ONE_TOWER, starts={}, followers="1 knight E5.N"), "E7 r0")
    assert scorings(events) == []
    assert state.supply == (6, 5)


@pytest.mark.parametrize(("kind", "letter", "points"), [("tower", "t", 2), ("house", "h", 1)])
def test_r12_the_plain_wall_closes_a_side(kind: str, letter: str, points: int) -> None:
    """A9 has the wall to the north and the west."""
    state = game(
        """
             A     B
           .ttt. .....
           ttttt
         9 ttttt
           ttttt
           .ttt. .....
           .ccc. .ccc.
           ccccc ccccc
         8 ccccc ccccc
           ccccc ccccc
           .ccc. .ccc.
        """.replace("t", letter),
        followers=f"0 {ROLES[kind]} A9.N",
    )
    _, events = play(state, "B9 r0")
    assert scorings(events) == [(kind, 0, points)]


@pytest.mark.parametrize(("start", "points"), [("ttt", 4), ("hhh", 2), ("c.t", 4)])
def test_r12_a_start_space_closes_a_side_and_joins_as_a_tower(start: str, points: int) -> None:
    """C9 is below a start space; on its other sides are tiles and the wall."""
    state = game(
        """
             B     C
           .ccc. .....
           ccccc
         9 ccccc
           ccccc
           .ccc. .....
           .ccc. .ccc.
           ccccc ccccc
         8 ccccc ccccc
           ccccc ccccc
           .ccc. .ccc.
        """,
        draw="\n".join(["ttttt"] * 5),
        starts={"C9.N": start},
    )
    _, events = play(state, "C9 r0 knight@NNW")
    assert scorings(events) == [("tower", 0, points)]


def test_r12_half_a_side_is_enough_to_keep_a_tower_open() -> None:
    """The tower shows half a side to the empty E6."""
    state = game(
        """
             D     E
           .ccc. .....
           ccccc
         5 ccccc
           ccccc
           .ccc. .....
        """,
        draw="""
            .hhtt
            hhhtt
            hhhtt
            hhhhh
            .hhh.
        """,
        filled="""
            ...
            ...........
            ...........
            ...........
            .....#......
        """,
        starts={},
    )
    state, events = play(state, "E5 r0 knight@NNE")
    assert scorings(events) == []
    _, events = play(state, "E6 r0")
    assert scorings(events) == [("tower", 0, 2)]


def test_r12_a_side_against_another_kind_closes_without_joining() -> None:
    """The house of the new tile closes the tower and stays open itself."""
    state = game(ONE_TOWER, draw="\n".join(["hhhhh"] * 5), starts={}, followers="0 knight E5.N")
    _, events = play(state, "E4 r0")
    (feature,) = only(events, FeatureScored)
    assert (feature.kind, feature.cells, feature.points) == ("tower", ((4, 4),), 2)


def test_r12_a_house_completes_though_one_touches_it_diagonally() -> None:
    """White scores 1 point: the house does not join that of the tile just placed."""
    state = game(
        """
             D
           .ccc.
           ccccc
         5 ccc++
           cchhh
           .ccc.
        """,
        draw="""
            hhccc
            hhccc
            ++ccc
            ccccc
            .ccc.
        """,
        followers="0 squire D5.ESE",
        seat=1,
    )
    state, events = play(state, "E5 r0")
    assert scorings(events) == [("house", 0, 1)]
    assert state.scores == (1, 0)


def test_r12_a_path_ends_at_a_court_of_its_tile_and_at_the_wall() -> None:
    """Black scores 2 points: the path is closed by a court (A) and the castle wall (B)."""
    state = game(
        """
             D
           .cpc.
           ccpcc
         8 ccpcc
           ccpcc
           .cpc.
        """,
        draw="""
            .cpc.
            ccpcc
            cc+cc
            ccccc
            .ccc.
        """,
        followers="1 herald D8.N",
    )
    _, events = play(state, "D7 r0")
    (path,) = only(events, FeatureScored)
    assert (path.seat, path.points, path.cells) == (1, 2, ((3, 1), (3, 2)))


@pytest.mark.parametrize("end", ["tt+tt", "hh+hh", "cc+cc", "pp+pp", "ppppp"])
def test_r12_paths_end_at_buildings_courts_and_squares_not_forks(
    end: str,
) -> None:
    draw = {
        "t": (".tpt.", "ttptt", end, "ttttt", ".ttt."),
        "h": (".hph.", "hhphh", end, "hhhhh", ".hhh."),
        "c": (".cpc.", "ccpcc", end, "ccccc", ".ccc."),
        "p": (".cpc.", "ccpcc", end, "ccccc", ".ccc."),
    }[end[0]]
    state = game(
        """
             D
           .cpc.
           ccpcc
         8 ccpcc
           ccpcc
           .cpc.
        """,
        draw="\n".join(draw),
        followers="1 herald D8.N",
    )
    _, events = play(state, "D7 r0")
    assert scorings(events) == ([] if end == "ppppp" else [("path", 1, 2)])


def test_r12_a_square_ends_each_of_its_paths() -> None:
    """The square divides the path into 3 parts: a herald stands on one of them only."""
    state = game(
        """
             D
           .cpc.
           ccpcc
         8 ccpcc
           ccpcc
           .cpc.
        """,
        draw="""
            .cpc.
            ccpcc
            pp+pp
            ccccc
            .ccc.
        """,
    )
    state, events = play(state, "D7 r0 herald@E")
    assert scorings(events) == [("path", None, 0)]
    assert state.supply == (5, 6)


def test_r12_a_forked_path_completes_when_all_its_branches_end() -> None:
    branch = """
             D     E
           .cpc. .....
           ccpcc
         8 ppppp
           ccccc
           .ccc. .....
    """
    end = """
        .ccc.  .ccc.
        ccccc  ccccc
        ppp+c  c+ppp
        ccccc  ccccc
        .ccc.  .ccc.
    """
    state = game(branch, draw=end, followers="0 herald D8.N")
    state, events = play(state, "E8 r0")
    assert scorings(events) == []
    state, events = play(state, "C8 r0")
    assert scorings(events) == [("path", 0, 3)]


def test_r12_a_path_that_closes_a_loop_is_complete() -> None:
    state = game(
        """
             D     E
           ..... .ccc.
                 ccccc
         5       pppcc
                 ccpcc
           ..... .cpc.
           .cpc. .cpc.
           ccpcc ccpcc
         4 ccppp pppcc
           ccccc ccccc
           .ccc. .ccc.
        """,
        draw="""
            .ccc.
            ccccc
            ccppp
            ccpcc
            .cpc.
        """,
        starts={},
        followers="0 herald D4.N",
    )
    _, events = play(state, "D5 r0")
    assert scorings(events) == [("path", 0, 4)]


def test_r12_courts_are_never_complete() -> None:
    """The court of E5 no longer has an open side; its merchant stays, nothing is scored."""
    board = ONE_TOWER.replace("c", "x").replace("t", "c").replace("x", "t")
    state = game(board, starts={}, draw="\n".join(["ttttt"] * 5), followers="0 merchant E5.N")
    state, events = play(state, "E4 r0")
    assert scorings(events) == []
    assert state.supply == (5, 6)
    assert [court.followers[0].seat for court in state.closed_courts] == [0]


def test_r12_a_closed_court_on_the_new_tile_completes_nothing() -> None:
    board = ONE_TOWER.replace("c", "t")
    state = game(board, starts={}, draw="\n".join(["ccccc"] * 5))
    state, events = play(state, "E4 r0 merchant@NNW")
    assert [scoring for scoring in scorings(events) if scoring[0] == "court"] == []


def test_r12_start_spaces_alone_are_no_completed_feature() -> None:
    """A court tile covers the start space of a house: nothing to score, nothing to list."""
    _, events = play(game(starts={"A4.S": "hhh", "C9.N": "ttt"}), "A4 r0", "C9 r0")
    assert scorings(events) == []


def test_r12_several_features_can_be_completed_by_one_tile() -> None:
    state = game(
        """
             D     E     F
           ..... .ccc. .....
                 ccccc
         6       ccccc
                 cchcc
           ..... .hhh. .....
           .ccc. ..... .ccc.
           ccctt       ttccc
         5 ccctt       ttccc
           ccctt       ttccc
           .ccc. ..... .ccc.
        """,
        followers="0 squire E6.S, 0 knight D5.E, 1 knight F5.W",
        starts={},
    )
    _, events = play(state, "E5 r0")
    assert scorings(events) == [("house", 0, 1), ("tower", 0, 2), ("tower", 1, 2)]
