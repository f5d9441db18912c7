"""R15: when followers come back to their owners."""

from engine.castle.events import FollowersReturned
from engine.castle.moves import Reason
from engine.castle.rules import castle
from tests.engine.castle.kit.boards import game, only, play, refusal, scorings, turns

KNIGHTED = """
         D     E
       .ccc. .ccc.
       ccctt ttttt
     5 ccctt ttttt
       ccctt ttttt
       .ccc. .ccc.
"""
PATH_END = """
    .cpc.
    ccpcc
    cc+cc
    ccccc
    .ccc.
"""
LAST_TOWER_TILE = """
    .cpc.
    ttpcc
    tt+cc
    tcccc
    .ccc.
"""


def test_r15_followers_return_from_scored_paths_towers_houses() -> None:
    state = game(KNIGHTED, draw=LAST_TOWER_TILE, followers="1 knight D5.E")
    assert state.supply == (6, 5)
    state, events = play(state, "F5 r0")
    assert only(events, FollowersReturned) == [FollowersReturned((0, 1))]
    assert state.supply == (6, 6)
    assert not any(feature.followers for feature in castle.view(state, None).features)


def test_r15_followers_of_both_players_return_even_from_a_tie() -> None:
    state = game(KNIGHTED, draw=LAST_TOWER_TILE, followers="0 knight E5.W, 1 knight D5.E")
    state, events = play(state, "F5 r0")
    assert scorings(events) == [("tower", None, 0)]
    assert only(events, FollowersReturned) == [FollowersReturned((1, 1))]
    assert state.supply == (6, 6)


def test_r15_features_without_followers_return_none() -> None:
    state, events = play(game(KNIGHTED, draw=LAST_TOWER_TILE), "F5 r0")
    assert scorings(events) == [("tower", None, 0)]
    assert only(events, FollowersReturned) == []
    assert state.supply == (6, 6)


def test_r15_a_follower_can_be_placed_score_and_return_in_a_turn() -> None:
    """1 point for the completed path on the tile just played."""
    state = game(
        """
             E
           .ccc.
           ccccc
         8 ccccc
           ccccc
           .ccc.
        """,
        draw=PATH_END,
        supply=(1, 6),
    )
    state, events = play(state, "F8 r0 herald@N")
    assert scorings(events) == [("path", 0, 1)]
    assert [type(event).__name__ for event in events] == [
        "TilePlaced",
        "FollowerPlaced",
        "FeatureScored",
        "FollowersReturned",
        "LeadChanged",
        "TileDrawn",
    ]
    assert (state.scores, state.supply) == ((1, 0), (1, 6))


def test_r15_the_tile_and_knight_that_complete_a_tower_score_4() -> None:
    state = game(
        """
             D
           .ccc.
           ccctt
         5 ccctt
           ccctt
           .ccc.
        """,
        draw=LAST_TOWER_TILE,
        supply=(1, 6),
    )
    state, events = play(state, "E5 r0 knight@WSW")
    assert scorings(events) == [("tower", 0, 4)]
    assert (state.scores, state.supply) == ((4, 0), (1, 6))


def test_r15_returning_followers_cannot_be_placed_in_that_turn() -> None:
    """The last follower of a player stands on the tower that this tile completes."""
    state = game(KNIGHTED, draw=LAST_TOWER_TILE, followers="0 knight D5.E", supply=(0, 6))
    assert turns(state, "F5 r0") == [""]
    assert refusal(state, "F5 r0 herald@N")[0] == Reason.NO_FOLLOWER_LEFT
    state, _ = play(state, "F5 r0")
    assert state.supply == (1, 6)


def test_r15_merchants_stay_until_the_game_ends() -> None:
    """The court of L5 is closed at once; the merchant stays on it."""
    state = game(
        """
             L
           .ttt.
           ttttt
         4 ttttt
           ttttt
           .ttt.
        """,
        filled="""
            ...
            ...........
            ...........
            ...........
            ..........#.
        """,
        starts={},
        followers="0 merchant K5.N",
    )
    state, events = play(state, "L5 r0")
    assert only(events, FollowersReturned) == []
    assert scorings(events) == []
    assert state.supply == (5, 6)
