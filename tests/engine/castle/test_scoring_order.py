"""R17 and R29: in which order completed features are scored, and who chooses it."""

import pytest

from engine.castle.events import FeatureScored
from engine.castle.moves import Reason, Spot
from engine.castle.state import State
from tests.engine.castle.kit.boards import game, only, play, refusal, scorings, turns

AROUND_E5 = """
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
       ..... .hhh. ..... .....
             cchcc
     4       ccccc
             ccccc
       ..... .ccc. .....
"""
# Worth 1, 4, 1 and 2 points.
NORTH = "squire E6.S"
EAST = "knight F5.W"
SOUTH = "squire E4.N"
WEST = "knight D5.E"
NAMES = {(4, 3): "north", (5, 4): "east", (4, 5): "south", (3, 4): "west"}
EAST_FIRST = "order F5.WNW>D5.ESE"
WEST_FIRST = "order D5.ESE>F5.WNW"


def around(
    *followers: str,
    scores: tuple[int, int] = (0, 0),
    towers: tuple[int, ...] = (),
    scoring_order: str = "chosen",
) -> State:
    """The opponent's followers stand behind a 1, the placing player's behind a 0."""
    wall = dict.fromkeys(towers, 9)
    return game(
        AROUND_E5,
        followers=", ".join(followers),
        scores=scores,
        wall=wall,
        starts={},
        scoring_order=scoring_order,
    )


def order(state: State, move: str = "E5 r0") -> list[str]:
    """Which features somebody scored, in order."""
    _, events = play(state, move)
    return [
        NAMES[event.cells[0]] for event in only(events, FeatureScored) if event.seat is not None
    ]


def test_r17_the_placing_players_features_score_first() -> None:
    """Although the opponent's tower is the largest feature."""
    state = around(f"0 {NORTH}", f"0 {WEST}", f"1 {EAST}")
    assert order(state) == ["north", "west", "east"]
    state = game(AROUND_E5, followers=f"1 {NORTH}, 1 {WEST}, 0 {EAST}", starts={}, seat=1)
    assert order(state) == ["north", "west", "east"]


def test_r17_the_placing_player_takes_a_wall_tile_both_stop_at() -> None:
    state = around(f"0 {NORTH}", f"1 {EAST}", scores=(31, 28), towers=(32,))
    state, events = play(state, "E5 r0")
    assert state.held == ((9,), ())
    assert [event.took for event in only(events, FeatureScored)][:2] == [9, None]


def test_r17_features_that_nobody_scores_come_last() -> None:
    _, events = play(around(f"0 {NORTH}"), "E5 r0")
    assert scorings(events) == [
        ("house", 0, 1),
        ("tower", None, 0),
        ("tower", None, 0),
        ("house", None, 0),
    ]
    assert [event.cells[0] for event in only(events, FeatureScored)][1:] == [(5, 4), (3, 4), (4, 5)]


def test_r17_the_order_is_chosen_where_it_affects_the_wall_tiles() -> None:
    """From 10 the small tower first stops on 12 and 16, the large one first on 14 and 16."""
    state = around(f"0 {WEST}", f"0 {EAST}", scores=(10, 0), towers=(12, 16))
    assert turns(state, "E5 r0") == [EAST_FIRST, WEST_FIRST, *merchants(EAST_FIRST, WEST_FIRST)]
    assert order(state, f"E5 r0 {EAST_FIRST}") == ["east", "west"]
    after, _ = play(state, f"E5 r0 {EAST_FIRST}")
    assert after.held == ((9,), ())
    assert order(state, f"E5 r0 {WEST_FIRST}") == ["west", "east"]
    after, _ = play(state, f"E5 r0 {WEST_FIRST}")
    assert after.held == ((9, 9), ())


def merchants(*orders: str) -> list[str]:
    """The same orders with a merchant on the tile of E5."""
    return [f"merchant@NNW {order}" for order in orders]


def test_r17_the_placing_player_orders_both_players_features() -> None:
    """From 8 the large tower first stops the opponent on 12."""
    state = around(f"1 {WEST}", f"1 {EAST}", scores=(0, 8), towers=(12,))
    assert turns(state, "E5 r0")[:2] == [EAST_FIRST, WEST_FIRST]
    after, _ = play(state, f"E5 r0 {WEST_FIRST}")
    assert after.held == ((), ())
    after, _ = play(state, f"E5 r0 {EAST_FIRST}")
    assert after.held == ((), (9,))


def test_r17_the_order_is_asked_even_between_equal_wall_tiles() -> None:
    """From 62 the small tower first takes that of 64 only, the large one first that of 66 only."""
    state = around(f"0 {WEST}", f"0 {EAST}", scores=(62, 0), towers=(64, 66))
    assert turns(state, "E5 r0")[:2] == [EAST_FIRST, WEST_FIRST]
    after, _ = play(state, f"E5 r0 {EAST_FIRST}")
    assert list(after.wall) == [64]
    after, _ = play(state, f"E5 r0 {WEST_FIRST}")
    assert list(after.wall) == [66]


def test_r17_the_order_is_asked_if_it_decides_who_takes_the_tile() -> None:
    """Small before large takes 64 oneself; large before small leaves it to the opponent."""
    state = around(f"0 {WEST}", f"0 {EAST}", f"1 {NORTH}", scores=(62, 63), towers=(64,))
    assert len(turns(state, "E5 r0")) == 4
    after, _ = play(state, f"E5 r0 {WEST_FIRST}>E6.SSW")
    assert after.held == ((9,), ())
    after, _ = play(state, f"E5 r0 {EAST_FIRST}>E6.SSW")
    assert after.held == ((), (9,))


@pytest.mark.parametrize("score", [0, 20, 29, 30])
def test_r17_the_order_is_not_asked_where_it_is_irrelevant(score: int) -> None:
    """From 30 either order takes the wall tile of 32; from 29 neither stops there."""
    state = around(f"0 {WEST}", f"0 {NORTH}", scores=(score, 0), towers=(32,))
    assert turns(state, "E5 r0") == ["", "merchant@NNW"]
    assert refusal(state, "E5 r0 order E6.SSW>D5.ESE") == (Reason.ORDER_NOT_NEEDED, {})


def test_r17_one_feature_per_player_leaves_nothing_to_order() -> None:
    state = around(f"0 {WEST}", f"1 {EAST}", scores=(10, 8), towers=(12, 16))
    assert turns(state, "E5 r0") == ["", "merchant@NNW"]


@pytest.mark.parametrize(("pickup", "asked"), [("every_stop", True), ("end_of_turn", False)])
def test_r17_with_end_of_turn_pickup_the_order_does_not_matter(pickup: str, asked: bool) -> None:
    state = game(
        AROUND_E5,
        followers=f"0 {WEST}, 0 {EAST}",
        scores=(10, 0),
        wall={12: 9, 16: 9},
        starts={},
        wall_tile_pickup=pickup,
    )
    assert turns(state, "E5 r0")[:2] == (
        [EAST_FIRST, WEST_FIRST] if asked else ["", "merchant@NNW"]
    )


def test_r17_a_missing_order_is_refused_listing_the_features() -> None:
    state = around(
        f"0 {WEST}", f"0 {EAST}", f"1 {NORTH}", f"1 {SOUTH}", scores=(10, 0), towers=(12, 16)
    )
    facts = {
        "own": (Spot((5, 4), 11), Spot((3, 4), 5)),
        "theirs": (Spot((4, 3), 8), Spot((4, 5), 2)),
    }
    assert refusal(state, "E5 r0") == (Reason.ORDER_NEEDED, facts)
    for wrong in (
        "D5.ESE",
        "D5.ESE>F5.WNW",
        "E6.SSW>E4.NNE>D5.ESE>F5.WNW",
        "D5.ESE>D5.ESE>E6.SSW>E4.NNE",
        "D5.ENE>F5.WNW>E6.SSW>E4.NNE",
        "D5.ESE>F5.WNW>E6.SSW>E4.NNE>E4.NNE",
    ):
        assert refusal(state, f"E5 r0 order {wrong}") == (Reason.WRONG_ORDER, facts)
    assert turns(state, "E5 r0")[:4] == [
        "order F5.WNW>D5.ESE>E6.SSW>E4.NNE",
        "order F5.WNW>D5.ESE>E4.NNE>E6.SSW",
        "order D5.ESE>F5.WNW>E6.SSW>E4.NNE",
        "order D5.ESE>F5.WNW>E4.NNE>E6.SSW",
    ]
    assert order(state, f"E5 r0 {WEST_FIRST}>E4.NNE>E6.SSW") == ["west", "east", "south", "north"]


def test_r17_the_order_is_asked_if_a_new_follower_makes_it_count() -> None:
    """The knight's large tower and the squire's house of the new tile itself."""
    state = game(
        """
             D     E     F     G
           ..... ..... .ccc. .ccc.
                       ttttt ttccc
         5             ttttt ttccc
                       ttttt ttccc
           ..... ..... .ccc. .ccc.
           ..... .ccc. ..... .....
                 ccccc
         4       ccccc
                 ccccc
           ..... .ccc. ..... .....
        """,
        draw="""
            .ccc.
            ccccc
            ccccc
            cchcc
            .hhh.
        """,
        followers="0 knight F5.W",
        scores=(29, 0),
        wall={32: 5},
        starts={},
    )
    assert turns(state, "E5 r0") == [
        "",
        "merchant@NNW",
        "squire@SSE order F5.WNW>E5.SSE",
        "squire@SSE order E5.SSE>F5.WNW",
    ]
    assert refusal(state, "E5 r0 squire@SSE")[0] == Reason.ORDER_NEEDED
    assert refusal(state, "E5 r0 order F5.WNW>E5.SSE")[0] == Reason.ORDER_NOT_NEEDED


def test_r17_the_order_is_asked_if_wall_tile_2_makes_it_matter() -> None:
    """From 29 the doubled tower of 4 points stops on 33 only if it is scored first."""
    state = game(
        AROUND_E5,
        followers=f"0 {WEST}, 0 {NORTH}",
        scores=(27, 0),
        wall={32: 5},
        held=([2], []),
        starts={},
    )
    assert turns(state, "E5 r0") == [
        "",
        "2@D5.ESE",
        "merchant@NNW",
        "merchant@NNW 2@D5.ESE",
    ]
    state = state._replace(scores=(29, 0))
    assert turns(state, "E5 r0")[:3] == [
        "",
        "2@D5.ESE order E6.SSW>D5.ESE",
        "2@D5.ESE order D5.ESE>E6.SSW",
    ]
    assert refusal(state, "E5 r0 2@D5.ESE")[0] == Reason.ORDER_NEEDED


def test_r29_automatic_order_takes_the_most_wall_tiles_first() -> None:
    state = around(
        f"0 {WEST}", f"0 {EAST}", scores=(10, 0), towers=(12, 16), scoring_order="automatic"
    )
    assert turns(state, "E5 r0") == ["", "merchant@NNW"]
    assert order(state) == ["west", "east"]
    assert refusal(state, f"E5 r0 {WEST_FIRST}") == (Reason.ORDER_NOT_NEEDED, {})


def test_r29_then_the_fewest_wall_tiles_for_the_opponent() -> None:
    state = around(f"1 {WEST}", f"1 {EAST}", scores=(0, 8), towers=(12,), scoring_order="automatic")
    assert order(state) == ["west", "east"]
    state = around(
        f"1 {WEST}", f"1 {EAST}", scores=(0, 10), towers=(12, 16), scoring_order="automatic"
    )
    assert order(state) == ["east", "west"]


def test_r29_wall_tiles_taken_first_are_gone_for_the_opponent() -> None:
    """The player takes 32, so that for the opponent both orders take nothing: larger first."""
    state = around(
        f"0 {NORTH}",
        f"1 {WEST}",
        f"1 {EAST}",
        scores=(31, 28),
        towers=(32,),
        scoring_order="automatic",
    )
    assert order(state) == ["north", "east", "west"]


def test_r29_ties_go_to_larger_features_then_to_reading_order() -> None:
    state = around(f"0 {NORTH}", f"0 {EAST}", f"0 {SOUTH}", f"0 {WEST}")
    assert order(state) == ["east", "north", "west", "south"]
    state = around(f"1 {NORTH}", f"1 {EAST}", f"1 {SOUTH}", f"1 {WEST}", scoring_order="automatic")
    assert order(state) == ["east", "north", "west", "south"]


def test_r29_larger_features_go_first_if_wall_tiles_are_equal() -> None:
    """From 62 one wall tile is taken in either order."""
    state = around(
        f"0 {WEST}", f"0 {EAST}", scores=(62, 0), towers=(64, 66), scoring_order="automatic"
    )
    assert order(state) == ["east", "west"]
    state = around(
        f"1 {WEST}", f"1 {EAST}", scores=(0, 62), towers=(64, 66), scoring_order="automatic"
    )
    assert order(state) == ["east", "west"]


def test_r29_two_features_of_one_cell_go_by_their_ports() -> None:
    """Two one-tile towers on E6, closed from the south, are named by their first ports."""
    state = game(
        """
             E
           .ccc.
           ccccc
         6 ccccc
           cc+cc
           .t+h.
        """,
        followers="0 knight E6.SSW, 0 squire E6.SSE",
        starts={},
    )
    _, events = play(state, "E5 r0")
    assert [(event.kind, event.spot.port) for event in only(events, FeatureScored)] == [
        ("house", 6),
        ("tower", 8),
    ]


@pytest.mark.parametrize("value", ["chosen", "automatic"])
def test_scoring_orders_score_alike_where_nothing_depends_on_it(value: str) -> None:
    state = around(f"0 {WEST}", f"0 {EAST}", f"1 {NORTH}", scoring_order=value)
    assert order(state) == ["east", "west", "north"]
