"""R23, R27 and R28: wall tiles 4, 5, 6 and 9 when the game ends, and who has won."""

import pytest

from engine.castle.events import Event, FinalScored, GameEnded
from engine.castle.rules import castle
from tests.engine.castle.kit.boards import final, game, only, play

PATHS = """
         B     C     D     E
       ..... ..... .ccc. .....
                   ccccc
     6             cc+cc
                   ccpcc
       ..... ..... .cpc. .....
       .cpc. ..... .cpc. .cfc.
       ccpcc       ccpcc ccfcc
     5 cc+cc       ccpcc cc+cc
       ccccc       ccpcc ccccc
       .ccc. ..... .cpc. .ccc.
       .ccc.
       ccccc
     4 ccccc
       ccccc
       .ccc. ..... ..... .....
"""
BUILDINGS = """
         B     C     D     E     F
       .ttt. .ttt. .ccc. .hhh. .hhh.
       ttttt ttttt ccccc hhhhh hhhhh
     5 ttttt ttttt ccccc hhhhh hhhhh
       ttttt ttttt ccccc hhhhh hhhhh
       .ttt. .ttt. .ccc. .hhh. .hhh.
       .ccc. .ccc. .ccc. .ccc. .ccc.
       ccccc ccccc ccccc ccccc ccccc
     4 ccccc ccccc ccccc ccccc ccccc
       ccccc ccccc ccccc ccccc ccccc
       .ccc. .ccc. .ccc. .ccc. .ccc.
       ..... ..... .ttt.
                   ttttt
     3             ttttt
                   ttttt
       ..... ..... .ttt. ..... .....
"""


def end(
    board: str,
    followers: str,
    *,
    held: tuple[list[int], list[int]] = ([], []),
    scores: tuple[int, int] = (0, 0),
    fountain: str = "off",
) -> list[Event]:
    """End the game by a turn with a court tile on H8."""
    state = game(
        board,
        left=0,
        followers=followers,
        held=held,
        scores=scores,
        starts={"H8.N": "ccc"},
        incomplete_path_fountain=fountain,
    )
    return play(state, "H8 r0")[1]


def entry(events: list[Event]) -> FinalScored:
    (scoring,) = only(events, FinalScored)
    return scoring


def test_wall_tile_4_scores_1_a_tile_for_one_incomplete_path() -> None:
    events = end(PATHS, "0 herald D5.N, 0 herald B5.N", held=([4], []))
    scoring = entry(events)
    assert (scoring.what, scoring.seat, scoring.points, scoring.count) == ("wall4", 0, 2, 2)
    assert (scoring.cells, scoring.starts, scoring.followers) == (((3, 3), (3, 4)), (), (1, 0))
    assert (scoring.wall_tiles, scoring.fountain) == (1, False)


@pytest.mark.parametrize(("value", "points"), [("off", 1), ("on", 2)])
def test_wall_tile_4_with_a_fountain_scores_2_a_tile_by_option(value: str, points: int) -> None:
    """By the original rules an incomplete path is worth 1 a tile, with or without a fountain."""
    scoring = entry(end(PATHS, "1 herald E5.N", held=([], [4]), fountain=value))
    assert (scoring.what, scoring.seat, scoring.points, scoring.fountain) == (
        "wall4",
        1,
        points,
        True,
    )


def test_incomplete_path_fountain_leaves_paths_without_one_at_1() -> None:
    scoring = entry(end(PATHS, "0 herald D5.N", held=([4], []), fountain="on"))
    assert (scoring.points, scoring.fountain) == (2, False)


def test_r23_the_most_valuable_path_depends_on_the_option() -> None:
    """One tile with a fountain, one tile without: from 1 point each to 2 and 1."""
    followers = "0 herald B5.N, 0 herald E5.N"
    scoring = entry(end(PATHS, followers, held=([4], []), fountain="off"))
    assert (scoring.points, scoring.cells) == (1, ((1, 4),))
    scoring = entry(end(PATHS, followers, held=([4], []), fountain="on"))
    assert (scoring.points, scoring.cells) == (2, ((4, 4),))


def test_r23_of_equal_paths_the_one_with_more_tiles_is_shown() -> None:
    scoring = entry(end(PATHS, "0 herald D5.N, 0 herald E5.N", held=([4], []), fountain="on"))
    assert (scoring.points, scoring.count, scoring.cells) == (2, 2, ((3, 3), (3, 4)))


def test_wall_tile_5_scores_2_a_tile_for_one_incomplete_tower() -> None:
    scoring = entry(end(BUILDINGS, "1 knight B5.N, 1 knight D3.S", held=([], [5])))
    assert (scoring.what, scoring.seat, scoring.points, scoring.count) == ("wall5", 1, 4, 2)
    assert scoring.cells == ((1, 4), (2, 4))


def test_wall_tile_6_scores_1_a_tile_for_one_incomplete_house() -> None:
    scoring = entry(end(BUILDINGS, "0 squire F5.N", held=([6], [])))
    assert (scoring.what, scoring.seat, scoring.points, scoring.count) == ("wall6", 0, 2, 2)


@pytest.mark.parametrize(
    ("kind", "board", "followers", "points"),
    [
        (4, PATHS, "0 herald D5.N, 0 herald B5.N", 4),
        (5, BUILDINGS, "0 knight B5.N, 0 knight D3.S", 8),
        (6, BUILDINGS, "0 squire E5.N", 4),
    ],
)
def test_r23_both_wall_tiles_of_a_kind_score_the_best_twice(
    kind: int, board: str, followers: str, points: int
) -> None:
    scoring = entry(end(board, followers, held=([kind, kind], [])))
    assert (scoring.what, scoring.points, scoring.wall_tiles, scoring.count) == (
        f"wall{kind}",
        points,
        2,
        2,
    )


@pytest.mark.parametrize(
    ("kind", "board", "mine", "theirs"),
    [
        (4, PATHS, "0 herald D5.N", "1 herald D6.S"),
        (5, BUILDINGS, "0 knight B5.N", "1 knight C5.N"),
        (6, BUILDINGS, "0 squire E5.N", "1 squire F5.N"),
    ],
)
def test_r20_wall_tiles_4_to_6_need_the_strict_majority(
    kind: int, board: str, mine: str, theirs: str
) -> None:
    held = ([kind], [kind])
    assert [seat for _, seat, _ in final(end(board, mine, held=held))] == [0]
    assert [seat for _, seat, _ in final(end(board, theirs, held=held))] == [1]
    assert final(end(board, f"{mine}, {theirs}", held=held)) == []
    assert final(end(board, "", held=held)) == []


def test_r27_other_incomplete_features_score_nothing() -> None:
    everywhere = "0 knight B5.N, 1 knight D3.S, 0 squire E5.N"
    assert final(end(BUILDINGS, everywhere)) == []
    assert final(end(BUILDINGS, everywhere, held=([4], [6, 4]))) == []


def test_completed_features_are_not_scored_again_at_the_end() -> None:
    """The tower of D3 is complete, as is that of B5 when the last tile is placed."""
    board = """
             A     B
           .ccc. .....
           ccctt
         8 ccctt
           ccctt
           .ccc. .....
    """
    state = game(board, left=0, followers="0 knight A8.E", held=([5], []), starts={})
    _, events = play(state, "B8 r0")
    assert final(events) == []


def test_incomplete_features_may_get_a_follower_in_the_last_turn() -> None:
    state = game(BUILDINGS, draw="\n".join(["ttttt"] * 5), left=0, held=([5], [5]), starts={})
    _, events = play(state, "D6 r0 knight@NNW")
    assert final(events) == [("wall5", 0, 2)]


def test_a_start_space_counts_as_a_tile_of_an_incomplete_feature() -> None:
    state = game(draw="\n".join(["ttttt"] * 5), left=0, held=([5], []), starts={"C9.N": "ttt"})
    _, events = play(state, "C9 r0 knight@NNW")
    (scoring,) = only(events, FinalScored)
    assert (scoring.points, scoring.count, scoring.cells, scoring.starts) == (4, 2, ((2, 0),), (0,))


@pytest.mark.parametrize(("held", "points"), [([9], 5), ([9, 9], 10)])
def test_wall_tile_9_scores_5_points(held: list[int], points: int) -> None:
    scoring = entry(end(BUILDINGS, "", held=([], held)))
    assert (scoring.what, scoring.seat, scoring.points) == ("wall9", 1, points)
    assert (scoring.wall_tiles, scoring.cells, scoring.count) == (len(held), (), 0)


def test_wall_tiles_1_2_3_and_8_score_nothing_by_themselves() -> None:
    assert final(end(BUILDINGS, "0 knight B5.N", held=([1, 2, 3, 8], []))) == []


def test_r27_the_keep_scores_first_then_courts_then_wall_tiles() -> None:
    state = game(
        BUILDINGS.replace("4 ccccc ccccc", "4 cmccc ccccc"),
        left=0,
        followers="0 knight B5.N, 0 squire E5.N, 1 merchant D4.N",
        held=([9, 6, 5], [9, 7]),
        keeps=(None, (1, "A9")),
        starts={"H8.N": "ccc"},
    )
    state, events = play(state, "H8 r0")
    assert final(events) == [
        ("keep", 1, 59),
        ("court", 1, 3),
        ("wall5", 0, 4),
        ("wall6", 0, 2),
        ("wall9", 0, 5),
        ("wall7", 1, 1),
        ("wall9", 1, 5),
    ]
    assert state.scores == (11, 68)
    assert events[-1] == GameEnded((11, 68), 1)


@pytest.mark.parametrize(
    ("scores", "winner"), [((40, 39), 0), ((39, 40), 1), ((40, 40), None), ((0, 0), None)]
)
def test_r28_most_points_wins_and_equal_points_are_a_shared_win(
    scores: tuple[int, int], winner: int | None
) -> None:
    assert end(BUILDINGS, "", scores=scores)[-1] == GameEnded(scores, winner)


@pytest.mark.parametrize(
    ("scores", "winners"), [((40, 39), (0,)), ((39, 40), (1,)), ((40, 40), (0, 1))]
)
def test_r28_nobody_has_won_before_the_end(
    scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    state = game(BUILDINGS, left=0, scores=scores)
    assert castle.winners(state) == ()
    state, _ = play(state, "H8 r0")
    assert castle.winners(state) == winners


def test_r28_the_final_points_decide() -> None:
    events = end(BUILDINGS, "", scores=(100, 96), held=([], [9]))
    assert events[-1] == GameEnded((100, 101), 1)
