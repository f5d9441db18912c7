"""R11: where a follower may stand."""

from engine.castle.events import FollowerPlaced
from engine.castle.moves import Deployment, Reason, Spot, Turn
from engine.castle.rules import castle
from engine.tiles.grid import Placement
from tests.engine.castle.kit.boards import game, only, play, refusal, turns

HOUSE = """
         D
       .ccc.
       chhhh
     5 chhhh
       chhhh
       .ccc.
"""
HOUSE_TOWER_AND_COURT = """
    .ttt.
    httcc
    hhccc
    hhccc
    .hhh.
"""
ALL_FOUR = """
    .tpc.
    ttpcc
    tt+cc
    hhhhh
    .hhh.
"""


def test_r11_all_four_kinds_of_follower_are_allowed() -> None:
    """Herald on a path, knight on a tower, squire on a house, merchant on a court."""
    state = game(HOUSE, draw=ALL_FOUR)
    assert turns(state, "E5 r0") == ["", "knight@NNW", "herald@N", "merchant@NNE", "squire@ESE"]
    for role, port in (("knight", 0), ("herald", 1), ("merchant", 2), ("squire", 5)):
        name = {0: "NNW", 1: "N", 2: "NNE", 5: "ESE"}[port]
        after, events = play(state, f"E5 r0 {role}@{name}")
        (placed,) = only(events, FollowerPlaced)
        assert (placed.seat, placed.role, placed.spot) == (0, role, Spot((4, 4), port))
        (follower,) = [
            follower
            for feature in castle.view(after, None).features
            for follower in feature.followers
        ]
        assert (follower.seat, follower.role, follower.spot) == (0, role, Spot((4, 4), port))


def test_r11_anothers_house_bars_squires_but_not_other_followers() -> None:
    """There is a white squire on the house already; a knight or a merchant may be placed."""
    state = game(HOUSE, draw=HOUSE_TOWER_AND_COURT, followers="0 squire D5.E", seat=1)
    assert turns(state, "E5 r0") == ["", "knight@NNW", "merchant@ENE"]
    assert refusal(state, "E5 r0 squire@SSE") == (
        Reason.FEATURE_TAKEN,
        {"kind": "house", "seats": (0,)},
    )


def test_r11_anothers_court_bars_merchants_but_not_squires() -> None:
    state = game(
        HOUSE.replace("chhhh", "hcccc"),
        draw=HOUSE_TOWER_AND_COURT.replace("c", "x").replace("h", "c").replace("x", "h"),
        followers="0 merchant D5.E",
        seat=1,
    )
    assert "squire@ENE" in turns(state, "E5 r0")
    assert refusal(state, "E5 r0 merchant@SSE")[1] == {"kind": "court", "seats": (0,)}


def test_r11_the_players_own_follower_is_in_the_way_too() -> None:
    state = game(HOUSE, draw=HOUSE_TOWER_AND_COURT, followers="0 squire D5.E", seat=0)
    assert refusal(state, "E5 r0 squire@SSE") == (
        Reason.FEATURE_TAKEN,
        {"kind": "house", "seats": (0,)},
    )


def test_r11_the_distance_of_the_other_follower_does_not_matter() -> None:
    state = game(
        """
             A     B     C     D     E
           .ccc. .ccc. .ccc. .ccc. .ccc.
           chhhh hhhhh hhhhh hhhhh hhhhh
         5 chhhh hhhhh hhhhh hhhhh hhhhh
           chhhh hhhhh hhhhh hhhhh hhhhh
           .ccc. .ccc. .ccc. .ccc. .ccc.
        """,
        draw=HOUSE_TOWER_AND_COURT,
        followers="0 squire A5.E",
        seat=1,
    )
    assert turns(state, "F5 r0") == ["", "knight@NNW", "merchant@ENE"]
    assert "squire@SSE" in turns(state, "B6 r0")


def test_r11_two_followers_on_the_feature_are_both_reported() -> None:
    state = game(
        """
             D     E     F
           .ccc. ..... .ccc.
           chhhh       hhhhc
         5 chhhh       hhhhc
           chhhh       hhhhc
           .ccc. ..... .ccc.
        """,
        draw="""
            .hhh.
            hhhhh
            hhhhh
            hhhhh
            .ccc.
        """,
        followers="1 squire D5.E, 0 squire F5.W",
    )
    assert turns(state, "E5 r0") == ["", "merchant@SSE"]
    assert refusal(state, "E5 r0 squire@NNW")[1] == {"kind": "house", "seats": (0, 1)}


def test_r11_segments_indirectly_on_a_taken_feature_are_taken() -> None:
    """The squire on E6 meets the northern house of the new tile; D5 joins both of its houses."""
    state = game(
        """
             D     E
           ..... .ccc.
                 ccccc
         6       hhhhh
                 hhhhh
           ..... .hhh.
           .hhh.
           hhhhh
         5 hhhhh
           hhhhh
           .hhh. .....
        """,
        draw="""
            hhhh.
            hhhhc
            .cccc
            hhccc
            hhhc.
        """,
        followers="1 squire E6.S",
        starts={},
    )
    assert turns(state, "E5 r0") == ["", "merchant@ENE"]
    for squire in ("squire@NNW", "squire@SSW"):
        assert refusal(state, f"E5 r0 {squire}") == (
            Reason.FEATURE_TAKEN,
            {"kind": "house", "seats": (1,)},
        )
    assert "squire@SSW" in turns(state, "E7 r0")


def test_r11_a_follower_is_optional_and_comes_from_the_supply() -> None:
    state, events = play(game(HOUSE, draw=ALL_FOUR), "E5 r0")
    assert state.supply == (6, 6)
    assert only(events, FollowerPlaced) == []
    state, _ = play(game(HOUSE, draw=ALL_FOUR, seat=1), "E5 r0 knight@NNW")
    assert state.supply == (6, 5)


def test_r11_taken_features_of_one_game_do_not_affect_another() -> None:
    """The same tile on the same cell, in two games that differ by one merchant."""
    state = game(HOUSE.replace("h", "c"), starts={})
    free, _ = play(state, "E5 r0")
    taken, _ = play(state, "E5 r0 merchant@NNW")
    for _ in range(2):
        assert turns(free, "F5 r0") == ["", "merchant@NNW"]
        assert turns(taken, "F5 r0") == [""]
        assert refusal(taken, "F5 r0 merchant@NNW")[0] == Reason.FEATURE_TAKEN
        play(free, "F5 r0 merchant@NNW")


def test_r11_no_follower_can_follow_the_last_one() -> None:
    state = game(HOUSE, draw=ALL_FOUR, supply=(1, 0))
    assert len(turns(state, "E5 r0")) == 5
    state, _ = play(state, "E5 r0 knight@NNW")
    assert state.supply == (0, 0)
    assert turns(state, "F5 r0") == [""]
    assert refusal(state, "F5 r0 merchant@NNW") == (Reason.NO_FOLLOWER_LEFT, {})


def test_r11_six_followers_can_be_placed_and_no_seventh() -> None:
    """The first player builds a row of separate towers, the second one far below it."""
    tower_in_the_north = (".ttt.", "c+t+c", "ccccc", "ccccc", ".ccc.")
    state = game(
        """
             A
           .ttt.
           c+t+c
         6 ccccc
           ccccc
           .ccc.
        """,
        draw="\n".join(" ".join([row] * 13) for row in tower_in_the_north),
    )
    for column in "BCDEFG":
        west_of_it = chr(ord(column) - 1)
        state, _ = play(state, f"{column}6 r0 knight@NNW", f"{west_of_it}4 r0")
    assert state.supply == (0, 6)
    assert refusal(state, "H6 r0 knight@NNW") == (Reason.NO_FOLLOWER_LEFT, {})
    assert turns(state, "H6 r0") == [""]


def test_r11_the_port_names_a_segment_by_its_lowest_port() -> None:
    state = game(HOUSE, draw=ALL_FOUR)
    assert refusal(state, "E5 r0 knight@WNW") == (
        Reason.NO_SUCH_SEGMENT,
        {"port": "WNW", "ports": ("NNW", "N", "NNE", "ESE")},
    )
    assert refusal(state, Turn(Placement((4, 4), 0), Deployment("knight", 12))) == (
        Reason.NO_SUCH_SEGMENT,
        {"port": 12, "ports": ("NNW", "N", "NNE", "ESE")},
    )


def test_r11_each_kind_has_a_follower_of_its_own() -> None:
    state = game(HOUSE, draw=ALL_FOUR)
    kinds = {"NNW": ("tower", "knight"), "N": ("path", "herald"), "NNE": ("court", "merchant")}
    for port, (kind, role) in kinds.items():
        assert refusal(state, f"E5 r0 squire@{port}") == (
            Reason.WRONG_ROLE,
            {"role": "squire", "kind": kind, "expected": role},
        )
    assert refusal(state, "E5 r0 herald@ESE") == (
        Reason.WRONG_ROLE,
        {"role": "herald", "kind": "house", "expected": "squire"},
    )


def test_r11_a_wrong_role_is_told_before_an_empty_supply() -> None:
    state = game(HOUSE, draw=ALL_FOUR, supply=(0, 6))
    assert refusal(state, "E5 r0 squire@N")[0] == Reason.WRONG_ROLE
    assert refusal(state, "E5 r0 herald@N")[0] == Reason.NO_FOLLOWER_LEFT
