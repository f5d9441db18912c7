"""R13 and R14: who scores a completed feature, and what it is worth."""

import pytest

from engine.castle.events import FeatureScored
from engine.castle.moves import ROLES
from tests.engine.castle.kit.boards import game, only, play, scorings

PATH_END = """
    .ccc.
    ccccc
    cc+cc
    ccpcc
    .cpc.
"""
PATH_FROM_THE_START_SPACE = """
         J
       .cpc.
       ccpcc
     3 ccfcc
       ccpcc
       .cpc.
       .cpc.
       ccpcc
     2 ccpcc
       ccpcc
       .cpc.
"""


def test_r14_a_fountain_makes_each_tile_of_a_path_worth_2() -> None:
    """8 points: 3 castle tiles on the path plus the start space with a path, and a fountain."""
    state = game(PATH_FROM_THE_START_SPACE, draw=PATH_END, followers="1 herald J3.N")
    _, events = play(state, "J4 r0")
    (path,) = only(events, FeatureScored)
    assert (path.seat, path.points, path.fountain) == (1, 8, True)
    assert (path.cells, path.starts) == (((9, 5), (9, 6), (9, 7)), (0,))


def test_r14_several_fountains_are_not_worth_more_than_one() -> None:
    board = PATH_FROM_THE_START_SPACE.replace("2 ccpcc", "2 ccfcc")
    state = game(board, draw=PATH_END.replace("ccpcc", "ccfcc"), followers="0 herald J3.N")
    _, events = play(state, "J4 r0")
    assert scorings(events) == [("path", 0, 8)]


def test_r14_a_fountain_on_the_start_space_counts_like_any_other() -> None:
    board = PATH_FROM_THE_START_SPACE.replace("f", "p")
    state = game(board, draw=PATH_END, followers="0 herald J3.N", starts={"J2.S": "cfc"})
    _, events = play(state, "J4 r0")
    assert scorings(events) == [("path", 0, 8)]


def test_r14_a_path_without_a_fountain_is_1_point_a_tile() -> None:
    board = PATH_FROM_THE_START_SPACE.replace("f", "p")
    _, events = play(game(board, draw=PATH_END, followers="0 herald J3.N"), "J4 r0")
    (path,) = only(events, FeatureScored)
    assert (path.points, path.fountain) == (4, False)


FOUR_TOWER_SEGMENTS = """
         D     E     F
       .ccc. .....
       ccccc
     6 ccccc
       ccttc
       .ttt. .....
       .ttt. .....
       ccttt
     5 ccttt
       ccttt
       .ccc. .....
       ..... .ttt.
             cctcc
     4       ccccc
             ccccc
       ..... .ccc.
"""


def test_r14_a_tower_is_2_points_a_tile() -> None:
    """White scores 8 points: 4 castle tiles with the connected tower segments 1, 2, 3 and 4."""
    state = game(
        FOUR_TOWER_SEGMENTS,
        draw="""
            .ccc.
            ttccc
            ttccc
            tttcc
            .ttt.
        """,
        followers="0 knight D6.S",
        starts={},
        filled="""
            ...
            ...........
            ...........
            ...........
            .....#......
        """,
    )
    _, events = play(state, "E5 r0")
    (tower,) = only(events, FeatureScored)
    assert (tower.seat, tower.points, tower.wall_tiles) == (0, 8, 0)
    assert tower.cells == ((3, 3), (3, 4), (4, 4), (4, 5))
    assert tower.starts == ()


def test_r14_a_house_is_1_point_a_tile() -> None:
    state = game(
        FOUR_TOWER_SEGMENTS.replace("t", "h"),
        draw="""
            .ccc.
            hhccc
            hhccc
            hhhcc
            .hhh.
        """,
        followers="0 squire D6.S",
        starts={},
    )
    _, events = play(state, "E5 r0")
    assert scorings(events) == [("house", 0, 4)]


@pytest.mark.parametrize(("letter", "scoring"), [("t", ("tower", 0, 4)), ("h", ("house", 0, 2))])
def test_r14_a_tile_counts_once_for_all_its_segments(
    letter: str, scoring: tuple[str, int, int]
) -> None:
    """Two segments of the new tile meet in F5."""
    state = game(
        """
             F
           .ccc.
           ttccc
         5 ttccc
           ttccc
           .ccc.
        """.replace("t", letter),
        draw="""
            .ccc.
            cc+tt
            cccc.
            cc+tt
            .ccc.
        """.replace("t", letter),
        followers=f"0 {ROLES[scoring[0]]} F5.W",
    )
    _, events = play(state, "E5 r0")
    assert scorings(events) == [scoring]


def test_r14_a_path_that_passes_a_tile_twice_counts_it_once() -> None:
    """The path leaves the square of E5 and comes back to it."""
    state = game(
        """
             D     E
           .ccc. .ccc.
           ccccc ccccc
         5 ccppp pp+cc
           ccpcc ccpcc
           .cpc. .cpc.
           .cpc. .....
           ccpcc
         4 ccppp
           ccccc
           .ccc. .....
        """,
        draw="""
            .cpc.
            ccpcc
            pppcc
            ccccc
            .ccc.
        """,
        followers="0 herald D4.E",
        starts={},
    )
    _, events = play(state, "E4 r0")
    assert scorings(events) == [("path", 0, 4)]


TWO_KNIGHTS = """
         D     E     F
       .ccc. ..... .ccc.
       ccctt       ttccc
     5 ccctt       ttccc
       ccctt       ttccc
       .ccc. ..... .ccc.
"""
BETWEEN = """
    .ccc.
    ttttt
    ttttt
    ttttt
    .ccc.
"""


def test_r13_neither_scores_with_equal_numbers_of_followers() -> None:
    """A tile connects two towers; the one tower has two knights now, and is complete."""
    state = game(TWO_KNIGHTS, draw=BETWEEN, followers="0 knight D5.E, 1 knight F5.W")
    state, events = play(state, "E5 r0")
    (tower,) = only(events, FeatureScored)
    assert (tower.seat, tower.points, tower.followers) == (None, 0, (1, 1))
    assert (tower.space, tower.tower, tower.took, tower.wall_tiles) == (None, None, None, 0)
    assert (state.scores, state.supply) == ((0, 0), (6, 6))


def test_r13_nobody_scores_a_feature_without_followers() -> None:
    state, events = play(game(TWO_KNIGHTS, draw=BETWEEN), "E5 r0")
    assert scorings(events) == [("tower", None, 0)]
    assert state.scores == (0, 0)


@pytest.mark.parametrize(
    ("followers", "seat"),
    [
        ("0 knight D5.E", 0),
        ("1 knight F5.W", 1),
        ("0 knight D5.E, 0 knight F5.W", 0),
        ("1 knight D5.E, 1 knight F5.W", 1),
    ],
)
def test_r13_a_strict_majority_of_followers_scores_alone(followers: str, seat: int) -> None:
    state, events = play(game(TWO_KNIGHTS, draw=BETWEEN, followers=followers), "E5 r0")
    assert scorings(events) == [("tower", seat, 6)]
    assert state.scores == ((6, 0) if seat == 0 else (0, 6))


THREE_KNIGHTS = """
         D     E     F
       ..... .ccc. .....
             ccccc
     6       ccccc
             ccttc
       ..... .ttt. .....
       .ccc. ..... .ccc.
       ccctt       ttccc
     5 ccctt       ttccc
       ccctt       ttccc
       .ccc. ..... .ccc.
"""


@pytest.mark.parametrize("mine", [0, 1])
def test_r13_two_against_one_is_a_majority(mine: int) -> None:
    """The opponent who places the tile gets nothing for it."""
    state = game(
        THREE_KNIGHTS,
        draw="""
            .ttt.
            ttttt
            ttttt
            ttttt
            .ccc.
        """,
        followers=f"{mine} knight D5.E, {1 - mine} knight E6.S, {mine} knight F5.W",
        seat=1 - mine,
    )
    state, events = play(state, "E5 r0")
    (tower,) = only(events, FeatureScored)
    assert (tower.seat, tower.points) == (mine, 8)
    assert tower.followers == ((2, 1) if mine == 0 else (1, 2))
    assert state.scores[mine] == 8
    assert state.scores[1 - mine] == 0


def test_r13_the_follower_just_placed_counts() -> None:
    state = game(TWO_KNIGHTS, draw=BETWEEN.replace("ttttt", "ttt+c"), seat=1)
    _, events = play(state, "E5 r0 knight@WSW")
    assert [scoring for scoring in scorings(events) if scoring[2]] == [("tower", 1, 4)]
