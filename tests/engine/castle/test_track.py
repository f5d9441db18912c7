"""R18: the score track, and the wall tile on the corner tower where a marker stops."""

import pytest

from engine.castle.events import FeatureScored
from engine.castle.rules import castle
from tests.engine.castle.kit.boards import game, only, play, scorings

ONE_POINT_EACH_WAY = """
         D     E     F     G
       ..... .ccc. ..... .....
             ccccc
     6       ccccc
             cchcc
       ..... .hhh. ..... .....
       .ccc. ..... .ccc. .ccc.
       ccctt       ttttt ttccc
     5 ccctt       ttttt ttccc
       ccctt       ttttt ttccc
       .ccc. ..... .ccc. .ccc.
"""
# Worth 1, 2 and 4 points when a tile on E5 closes them.
HOUSE = "squire E6.S"
TOWER = "knight D5.E"
LARGE_TOWER = "knight F5.W"
CORNER_TOWERS = (12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90)


def stop(score: int, follower: str, **wall: int) -> FeatureScored:
    """Score a feature that brings a marker from this score onwards."""
    state = game(
        ONE_POINT_EACH_WAY,
        followers=f"0 {follower}",
        scores=(score, 0),
        wall={int(space[1:]): kind for space, kind in wall.items()},
    )
    _, events = play(state, "E5 r0")
    (scoring,) = [event for event in only(events, FeatureScored) if event.seat == 0]
    return scoring


def test_r18_a_marker_stopping_on_a_corner_tower_takes_the_tile() -> None:
    """Black scores 2 points, moves 2 spaces to space 33, and takes the wall tile lying there."""
    state = game(
        ONE_POINT_EACH_WAY, followers=f"1 {TOWER}", scores=(0, 31), held=([], [9]), wall={32: 4}
    )
    state, events = play(state, "E5 r0")
    (scoring,) = [event for event in only(events, FeatureScored) if event.seat == 1]
    assert (scoring.points, scoring.space, scoring.tower, scoring.took) == (2, 33, 32, 4)
    assert state.scores == (0, 33)
    assert state.held == ((), (4, 9))
    assert state.wall == {}


@pytest.mark.parametrize("tower", CORNER_TOWERS)
def test_r18_only_the_two_spaces_of_a_corner_tower_take_its_tile(tower: int) -> None:
    for score, takes in ((tower - 2, False), (tower - 1, True), (tower, True), (tower + 1, False)):
        scoring = stop(score, HOUSE, **{f"t{tower}": 4})
        assert scoring.space == score + 1
        assert (scoring.tower, scoring.took) == ((tower, 4) if takes else (None, None))


def test_r18_passing_takes_nothing() -> None:
    scoring = stop(30, LARGE_TOWER, t32=4)
    assert (scoring.space, scoring.tower, scoring.took) == (34, None, None)


def test_r18_where_no_wall_tile_is_left_none_is_taken() -> None:
    scoring = stop(31, TOWER, t12=4)
    assert (scoring.space, scoring.tower, scoring.took) == (33, None, None)


@pytest.mark.parametrize(
    ("score", "follower", "space"),
    [(98, HOUSE, 99), (99, HOUSE, 0), (98, TOWER, 0), (99, TOWER, 1), (99, LARGE_TOWER, 3)],
)
def test_r18_the_marker_moves_past_99_on_to_0(score: int, follower: str, space: int) -> None:
    """Corner tower 0/1 carries no wall tile."""
    scoring = stop(score, follower, t12=4)
    assert (scoring.space, scoring.tower, scoring.took) == (space, None, None)


def test_r18_a_point_after_99_makes_a_score_of_100() -> None:
    state = game(ONE_POINT_EACH_WAY, followers=f"0 {HOUSE}", scores=(99, 0))
    state, _ = play(state, "E5 r0")
    assert state.scores == (100, 0)
    assert castle.view(state, None).scores == (100, 0)


def test_r18_remaining_wall_tiles_can_be_taken_on_the_next_round() -> None:
    scoring = stop(111, HOUSE, t12=4)
    assert (scoring.space, scoring.tower, scoring.took) == (12, 12, 4)
    scoring = stop(211, TOWER, t12=4)
    assert (scoring.space, scoring.tower, scoring.took) == (13, 12, 4)


def test_r18_two_scorings_in_a_turn_can_take_two_wall_tiles() -> None:
    state = game(
        ONE_POINT_EACH_WAY,
        followers=f"0 {TOWER}, 0 {LARGE_TOWER}",
        scores=(10, 0),
        wall={12: 5, 16: 4, 20: 9},
    )
    state, events = play(state, "E5 r0 order D5.ESE>F5.WNW")
    assert [(event.space, event.took) for event in only(events, FeatureScored)[:2]] == [
        (12, 5),
        (16, 4),
    ]
    assert state.held == ((4, 5), ())
    assert state.wall == {20: 9}


def test_r18_the_same_wall_tile_is_taken_once() -> None:
    """The markers stop on 32 and on 33."""
    state = game(
        ONE_POINT_EACH_WAY, followers=f"0 {HOUSE}, 0 knight D5.E", scores=(30, 0), wall={32: 5}
    )
    state, events = play(state, "E5 r0")
    assert [(event.space, event.took) for event in only(events, FeatureScored)[:2]] == [
        (31, None),
        (33, 5),
    ]
    state = game(
        ONE_POINT_EACH_WAY, followers=f"0 {TOWER}, 1 {HOUSE}", scores=(30, 32), wall={32: 5}
    )
    state, events = play(state, "E5 r0")
    assert [(event.seat, event.space, event.took) for event in only(events, FeatureScored)[:2]] == [
        (0, 32, 5),
        (1, 33, None),
    ]


def test_r18_a_feature_that_nobody_scores_moves_no_marker() -> None:
    state = game(ONE_POINT_EACH_WAY, scores=(32, 32), wall={32: 5})
    state, events = play(state, "E5 r0")
    assert [(event.space, event.took) for event in only(events, FeatureScored)] == [
        (None, None)
    ] * 3
    assert state.wall == {32: 5}


@pytest.mark.parametrize(
    ("pickup", "held", "lying"),
    [("every_stop", (4, 5), {}), ("end_of_turn", (4,), {12: 5})],
)
def test_r18_with_end_of_turn_pickup_only_the_last_stop_takes(
    pickup: str, held: tuple[int, ...], lying: dict[int, int]
) -> None:
    """House rule: only if the marker stands there at the end of all the scoring of that turn."""
    state = game(
        ONE_POINT_EACH_WAY,
        followers=f"0 {TOWER}, 0 {LARGE_TOWER}",
        scores=(10, 0),
        wall={12: 5, 16: 4},
        wall_tile_pickup=pickup,
        scoring_order="automatic",
    )
    state, _ = play(state, "E5 r0")
    assert state.scores == (16, 0)
    assert state.held == (held, ())
    assert state.wall == lying


def test_r18_with_end_of_turn_each_player_has_a_last_stop() -> None:
    state = game(
        ONE_POINT_EACH_WAY,
        followers=f"0 {TOWER}, 0 {HOUSE}, 1 {LARGE_TOWER}",
        scores=(9, 8),
        wall={12: 5, 20: 4},
        wall_tile_pickup="end_of_turn",
    )
    state, events = play(state, "E5 r0")
    assert [points for _, _, points in scorings(events)] == [1, 2, 4]
    assert [event.took for event in only(events, FeatureScored)] == [None, 5, None]
    assert state.held == ((5,), ())


def test_r18_with_end_of_turn_pickup_a_single_scoring_takes() -> None:
    state = game(
        ONE_POINT_EACH_WAY,
        followers=f"0 {HOUSE}, 1 {TOWER}",
        scores=(31, 10),
        wall={12: 5, 32: 4},
        wall_tile_pickup="end_of_turn",
    )
    state, _ = play(state, "E5 r0")
    assert state.held == ((4,), (5,))
