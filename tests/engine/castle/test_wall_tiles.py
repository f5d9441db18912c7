"""R20 and R21: wall tiles 2 and 3, which double a tower or a house while it is scored."""

import pytest

from engine.castle.events import FeatureScored, TilePlaced, WallTilePlayed
from engine.castle.moves import Reason, Spot, Turn, WallTilePlay
from engine.castle.state import State
from engine.tiles.grid import Placement
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
       ..... .hhh. .ccc. .....
             chhhh hhccc
     4       chhhh hhccc
             cchhh hhccc
       ..... .ccc. .ccc. .....
"""
# A house of 1 tile, a tower of 2, a house of 2 and a tower of 1.
NORTH = "squire E6.S"
EAST = "knight F5.W"
SOUTH = "squire E4.N"
WEST = "knight D5.E"


def around(
    *followers: str,
    held: tuple[int, ...] = (),
    unusable: str = "refused",
    bonus_target: str = "chosen",
) -> State:
    """The opponent's followers stand behind a 1, the placing player's behind a 0."""
    return game(
        AROUND_E5,
        followers=", ".join(followers),
        held=(held, (2, 3)),
        supply=(0, 0),
        starts={},
        unusable_wall_tile=unusable,
        bonus_target=bonus_target,
    )


def won(state: State, move: str) -> dict[str, int]:
    """Points of each feature that somebody scores, by its first cell."""
    names = {(4, 3): "north", (5, 4): "east", (4, 5): "south", (3, 4): "west"}
    _, events = play(state, move)
    return {
        names[event.cells[0]]: event.points
        for event in only(events, FeatureScored)
        if event.seat is not None
    }


def test_wall_tile_2_doubles_a_completed_tower_while_scoring() -> None:
    """Each tile is worth 4 points."""
    state = around(f"0 {EAST}", held=(2, 9))
    assert turns(state, "E5 r0") == ["", "2@F5.WNW"]
    after, events = play(state, "E5 r0 2@F5.WNW")
    assert only(events, WallTilePlayed) == [WallTilePlayed(0, 2, Spot((5, 4), 11), False)]
    (scoring,) = [event for event in only(events, FeatureScored) if event.seat == 0]
    assert (scoring.points, scoring.wall_tiles, scoring.space) == (8, 1, 8)
    assert (after.scores, after.held) == ((8, 0), ((9,), (2, 3)))
    assert won(state, "E5 r0") == {"east": 4}


def test_wall_tile_3_doubles_a_completed_house_while_scoring() -> None:
    """Each tile is worth 2 points."""
    state = around(f"0 {SOUTH}", held=(3,))
    assert turns(state, "E5 r0") == ["", "3@E4.NNE"]
    assert won(state, "E5 r0 3@E4.NNE") == {"south": 4}
    assert won(state, "E5 r0") == {"south": 2}


def test_r20_a_wall_tile_played_is_out_of_the_game() -> None:
    after, _ = play(around(f"0 {EAST}", held=(2,)), "E5 r0 2@F5.WNW")
    assert after.held == ((), (2, 3))
    assert after.wall == {}


def test_r20_wall_tiles_are_played_between_the_tile_and_scoring() -> None:
    _, events = play(around(f"0 {EAST}", f"0 {NORTH}", held=(2, 3)), "E5 r0 2@F5.WNW 3@E6.SSW")
    kinds = [TilePlaced, WallTilePlayed, WallTilePlayed, FeatureScored]
    assert [type(event) for event in events[:4]] == kinds
    assert [event.kind for event in only(events, WallTilePlayed)] == [2, 3]


def test_r20_they_need_the_strict_majority_on_the_feature() -> None:
    """Nobody stands on the western tower, the opponent on the eastern one."""
    state = around(f"1 {EAST}", f"1 {NORTH}", held=(2, 3))
    assert turns(state, "E5 r0") == [""]
    for play_2 in ("2@F5.WNW", "2@D5.ESE"):
        assert refusal(state, f"E5 r0 {play_2}") == (Reason.WALL_TILE_FITS_NOTHING, {"kind": 2})
    assert refusal(state, "E5 r0 3@E6.SSW") == (Reason.WALL_TILE_FITS_NOTHING, {"kind": 3})


def test_r20_equal_numbers_are_no_majority() -> None:
    state = game(
        """
             D     E     F
           .ccc. ..... .ccc.
           ccctt       ttccc
         5 ccctt       ttccc
           ccctt       ttccc
           .ccc. ..... .ccc.
        """,
        draw="""
            .ccc.
            ttttt
            ttttt
            ttttt
            .ccc.
        """,
        followers="0 knight D5.E, 1 knight F5.W",
        held=([2], []),
    )
    assert refusal(state, "E5 r0 2@E5.ENE") == (Reason.WALL_TILE_FITS_NOTHING, {"kind": 2})


def test_r20_they_are_never_played_on_the_opponents_turn() -> None:
    """The opponent's tile completes one's tower: it is worth its plain points."""
    state = game(
        AROUND_E5, followers=f"0 {EAST}", held=([2, 2], []), supply=(0, 0), starts={}, seat=1
    )
    assert turns(state, "E5 r0") == [""]
    assert refusal(state, "E5 r0 2@F5.WNW") == (
        Reason.WALL_TILE_NOT_HELD,
        {"kind": 2, "played": 1, "held": 0},
    )
    after, _ = play(state, "E5 r0")
    assert (after.scores, after.held) == ((4, 0), ((2, 2), ()))


def test_r21_both_tiles_of_one_kind_on_one_tower_triple_it() -> None:
    """6 points a tile, not 8."""
    state = around(f"0 {EAST}", held=(2, 2))
    assert turns(state, "E5 r0") == ["", "2@F5.WNW", "2@F5.WNW 2@F5.WNW"]
    after, events = play(state, "E5 r0 2@F5.WNW 2@F5.WNW")
    assert (after.scores, after.held[0]) == ((12, 0), ())
    assert max(event.wall_tiles for event in only(events, FeatureScored)) == 2


def test_r21_both_tiles_of_one_kind_on_one_house_triple_it() -> None:
    """3 points a tile, not 4."""
    assert won(around(f"0 {SOUTH}", held=(3, 3)), "E5 r0 3@E4.NNE 3@E4.NNE") == {"south": 6}


def test_r21_one_on_each_of_two_features_is_allowed() -> None:
    state = around(f"0 {EAST}", f"0 {WEST}", held=(2, 2))
    assert turns(state, "E5 r0") == [
        "",
        "2@D5.ESE",
        "2@F5.WNW",
        "2@D5.ESE 2@D5.ESE",
        "2@D5.ESE 2@F5.WNW",
        "2@F5.WNW 2@F5.WNW",
    ]
    assert won(state, "E5 r0 2@D5.ESE 2@F5.WNW") == {"east": 8, "west": 4}
    assert won(state, "E5 r0 2@D5.ESE 2@D5.ESE") == {"east": 4, "west": 6}


def test_wall_tiles_2_and_3_can_be_played_in_one_turn() -> None:
    state = around(f"0 {EAST}", f"0 {SOUTH}", held=(2, 3))
    assert turns(state, "E5 r0") == ["", "3@E4.NNE", "2@F5.WNW", "2@F5.WNW 3@E4.NNE"]
    assert won(state, "E5 r0 2@F5.WNW 3@E4.NNE") == {"east": 8, "south": 4}


def test_a_tower_is_no_house_and_a_path_is_neither() -> None:
    state = around(f"0 {EAST}", f"0 {SOUTH}", held=(2, 3))
    assert refusal(state, "E5 r0 2@E4.NNE") == (
        Reason.WALL_TILE_WRONG_TARGET,
        {"kind": 2, "target": Spot((4, 5), 2), "targets": (Spot((5, 4), 11),)},
    )
    assert refusal(state, "E5 r0 3@F5.WNW")[1]["targets"] == (Spot((4, 5), 2),)
    path = game(
        """
             E
           .ccc.
           ccccc
         8 ccccc
           ccccc
           .ccc.
        """,
        draw="""
            .cpc.
            ccpcc
            cc+cc
            ccccc
            .ccc.
        """,
        held=([2, 3], []),
        starts={},
    )
    assert [text for text in turns(path, "F8 r0 ") if "herald" in text] == ["herald@N"]


def test_a_wall_tile_names_its_target_by_the_features_spot() -> None:
    state = around(f"0 {EAST}", held=(2,))
    assert refusal(state, "E5 r0 2@F5.WSW")[0] == Reason.WALL_TILE_WRONG_TARGET
    assert refusal(state, "E5 r0 2@G5.W")[0] == Reason.WALL_TILE_WRONG_TARGET


def test_a_feature_on_the_new_tile_is_named_by_its_lowest_port() -> None:
    state = game(
        """
             D
           .ccc.
           ccctt
         5 ccctt
           ccctt
           .ccc.
        """,
        draw="""
            .ccc.
            ttccc
            ttccc
            ttccc
            .ccc.
        """,
        held=([2], []),
    )
    assert "knight@WSW 2@E5.WSW" in turns(state, "E5 r0")
    assert "2@E5.WSW" not in turns(state, "E5 r0")
    _, events = play(state, "E5 r0 knight@WSW 2@E5.WSW")
    assert scorings(events) == [("tower", 0, 8)]


def test_no_more_wall_tiles_are_played_than_held() -> None:
    state = around(f"0 {EAST}", held=(2,))
    assert refusal(state, "E5 r0 2@F5.WNW 2@F5.WNW") == (
        Reason.WALL_TILE_NOT_HELD,
        {"kind": 2, "played": 2, "held": 1},
    )
    assert refusal(state, "E5 r0 3@E6.SSW") == (
        Reason.WALL_TILE_NOT_HELD,
        {"kind": 3, "played": 1, "held": 0},
    )


def test_wall_tiles_are_named_by_kind_and_then_by_target() -> None:
    state = around(f"0 {EAST}", f"0 {WEST}", f"0 {SOUTH}", held=(2, 2, 3))
    assert refusal(state, "E5 r0 3@E4.NNE 2@F5.WNW")[0] == Reason.WALL_TILES_UNSORTED
    assert refusal(state, "E5 r0 2@F5.WNW 2@D5.ESE")[0] == Reason.WALL_TILES_UNSORTED
    play(state, "E5 r0 2@D5.ESE 2@F5.WNW 3@E4.NNE")


@pytest.mark.parametrize("kind", [1, 4, 9])
def test_no_other_kind_is_played_within_a_turn(kind: int) -> None:
    state = around(f"0 {EAST}", held=(1, 4, 9))
    spot = Spot((5, 4), 11)
    for target in (spot, None):
        move = Turn(Placement((4, 4), 0), wall_tiles=(WallTilePlay(kind, target),))
        assert refusal(state, move) == (Reason.WALL_TILE_FITS_NOTHING, {"kind": kind})


def test_r21_wall_tiles_cannot_be_used_in_the_turn_they_come() -> None:
    """The first tower takes a wall tile 2; the second one cannot be doubled with it."""
    state = game(
        AROUND_E5,
        followers=f"0 {EAST}, 0 {WEST}",
        scores=(28, 0),
        wall={32: 2},
        supply=(0, 0),
        starts={},
    )
    order = "order F5.WNW>D5.ESE"
    assert turns(state, "E5 r0") == [order, "order D5.ESE>F5.WNW"]
    assert refusal(state, f"E5 r0 2@D5.ESE {order}")[0] == Reason.WALL_TILE_NOT_HELD
    after, events = play(state, f"E5 r0 {order}")
    assert [event.points for event in only(events, FeatureScored) if event.seat == 0] == [4, 2]
    assert after.held == ((2,), ())


def test_unusable_refused_rejects_wall_tiles_that_fit_no_feature() -> None:
    state = around(f"0 {SOUTH}", held=(2,), unusable="refused")
    assert turns(state, "E5 r0") == [""]
    assert refusal(state, "E5 r0 2@none") == (Reason.WALL_TILE_FITS_NOTHING, {"kind": 2})


def test_unusable_spent_uses_up_wall_tiles_that_fit_no_feature() -> None:
    """If you use a wall tile and it cannot be used, then it is still taken from you."""
    state = around(f"0 {SOUTH}", held=(2, 2, 9), unusable="spent")
    assert turns(state, "E5 r0") == ["", "2@none", "2@none 2@none"]
    after, events = play(state, "E5 r0 2@none")
    assert only(events, WallTilePlayed) == [WallTilePlayed(0, 2, None, True)]
    assert (after.scores, after.held[0]) == ((2, 0), (2, 9))
    after, _ = play(state, "E5 r0 2@none 2@none")
    assert after.held[0] == (9,)


@pytest.mark.parametrize("unusable", ["refused", "spent"])
def test_a_wall_tile_that_fits_a_feature_is_played_on_it(unusable: str) -> None:
    state = around(f"0 {EAST}", held=(2,), unusable=unusable)
    assert turns(state, "E5 r0") == ["", "2@F5.WNW"]
    assert refusal(state, "E5 r0 2@none") == (
        Reason.WALL_TILE_WRONG_TARGET,
        {"kind": 2, "target": None, "targets": (Spot((5, 4), 11),)},
    )


def test_unusable_spent_refuses_naming_an_invalid_target() -> None:
    state = around(f"1 {EAST}", held=(2,), unusable="spent")
    assert refusal(state, "E5 r0 2@F5.WNW") == (Reason.WALL_TILE_FITS_NOTHING, {"kind": 2})


def test_unusable_spent_needs_the_wall_tile_as_well() -> None:
    state = around(f"0 {SOUTH}", held=(3,), unusable="spent")
    assert refusal(state, "E5 r0 2@none")[0] == Reason.WALL_TILE_NOT_HELD


def test_bonus_target_chosen_doubles_any_completed_feature() -> None:
    state = around(f"0 {NORTH}", f"0 {SOUTH}", held=(3,), bonus_target="chosen")
    assert turns(state, "E5 r0") == ["", "3@E6.SSW", "3@E4.NNE"]
    assert won(state, "E5 r0 3@E6.SSW") == {"north": 2, "south": 2}


def test_bonus_target_largest_doubles_only_the_largest_feature() -> None:
    """The bonus is always applied to the biggest structure."""
    state = around(f"0 {NORTH}", f"0 {SOUTH}", held=(3, 3), bonus_target="largest")
    assert turns(state, "E5 r0") == ["", "3@E4.NNE", "3@E4.NNE 3@E4.NNE"]
    assert refusal(state, "E5 r0 3@E6.SSW") == (
        Reason.WALL_TILE_WRONG_TARGET,
        {"kind": 3, "target": Spot((4, 3), 8), "targets": (Spot((4, 5), 2),)},
    )
    assert won(state, "E5 r0 3@E4.NNE 3@E4.NNE") == {"north": 1, "south": 6}


def test_bonus_target_largest_ignores_features_of_the_opponent() -> None:
    """R20 holds for it as well: the larger tower is the opponent's."""
    state = around(f"1 {EAST}", f"0 {WEST}", held=(2,), bonus_target="largest")
    assert turns(state, "E5 r0") == ["", "2@D5.ESE"]


@pytest.mark.parametrize("bonus_target", ["chosen", "largest"])
def test_bonus_target_leaves_a_single_feature_alone(bonus_target: str) -> None:
    state = around(f"0 {NORTH}", f"0 {EAST}", held=(2, 3), bonus_target=bonus_target)
    assert turns(state, "E5 r0") == ["", "3@E6.SSW", "2@F5.WNW", "2@F5.WNW 3@E6.SSW"]
