"""What a view shows of a game; what it must not show is tested for every game together."""

import pytest

from engine.castle.moves import Options, Spot
from engine.castle.rules import castle
from engine.castle.view import BoardFollower, Feature, View
from engine.tiles.board import LaidTile
from tests.engine.castle.kit.boards import game, play

BOARD = """
         I     J
       .ccc. .cfc.
       hhhhh hcfcc
     2 hhhhh hhfcc
       hhhhh hcfcc
       .ccc. .cfc.
"""


def board_view() -> View:
    return castle.view(
        game(
            BOARD,
            seat=1,
            left=7,
            followers="0 squire I2.E, 1 squire J2.W, 1 herald J2.N",
            scores=(103, 7),
            held=([9], [2, 3]),
            wall={12: 1, 90: 4},
            keeps=((3, "A9"), None),
            extra=True,
            extra_turn="one_a_turn",
        ),
        0,
    )


def test_a_view_shows_where_the_game_stands() -> None:
    view = board_view()
    assert (view.seat, view.phase, view.to_act, view.extra) == (0, "place", 1, True)
    assert (view.drawn, view.tiles_left, len(view.unseen)) == ("filler-0", 7, 7)
    assert (view.scores, view.supply) == ((103, 7), (5, 4))
    assert (view.held, view.towers) == (((9,), (2, 3)), (12, 90))
    assert view.options == Options(extra_turn="one_a_turn")
    assert view.laid == (LaidTile((8, 7), "i2", 0), LaidTile((9, 7), "j2", 0))
    keep, none = view.keeps
    assert keep is not None
    assert (keep.tiles, keep.cell, none) == (3, (0, 0), None)


def test_a_view_shows_every_feature_that_can_still_grow() -> None:
    (path,) = [
        feature for feature in board_view().features if feature.kind == "path" and feature.cells
    ]
    assert path == Feature(
        kind="path",
        cells=((9, 7),),
        starts=(0,),
        tiles=2,
        marks=1,
        open=(Spot((9, 7), 1),),
        followers=(BoardFollower(1, "herald", Spot((9, 7), 1)),),
        counts=(0, 1),
        leader=1,
    )
    (house,) = [
        feature for feature in board_view().features if feature.kind == "house" and feature.cells
    ]
    assert (house.cells, house.starts, house.tiles) == (((8, 7), (9, 7)), (), 2)
    assert (house.counts, house.leader) == ((1, 1), None)
    assert sorted(house.open) == [Spot((8, 7), 9), Spot((8, 7), 11)]


def test_a_start_space_is_open_towards_an_empty_cell() -> None:
    (tower,) = [
        feature
        for feature in board_view().features
        if feature.kind == "tower" and feature.starts == (1,)
    ]
    assert tower.open == (Spot((5, 5), 8), Spot((5, 5), 6))
    assert (tower.cells, tower.tiles, tower.leader) == ((), 1, None)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_both_players_and_spectators_see_the_same(seat: int | None) -> None:
    state = game(BOARD)
    view = castle.view(state, seat)
    assert view.seat == seat
    assert view.unseen == tuple(sorted(state.setup.deck[state.dealt :]))
    assert {placement.cell for placement in view.placements} >= {(8, 6), (7, 7)}


def test_nobody_is_to_act_when_the_game_is_over() -> None:
    state, _ = play(game(BOARD, left=0), "H2 r0")
    assert castle.view(state, None).to_act is None
    assert castle.view(state, None).placements == ()


def test_a_closed_court_is_shown_with_its_merchant() -> None:
    state = game(
        """
             C     D
           .ttt. .....
           ttttt
         2 ttttt
           ttttt
           .ttt. .....
           ..... .ttt.
                 ttttt
         1       ttttt
                 ttttt
           ..... .ttt.
        """,
        draw="\n".join(["ccccc"] * 5),
        starts={},
    )
    state, _ = play(state, "C1 r0 merchant@NNW")
    (court,) = [feature for feature in castle.view(state, None).features if feature.kind == "court"]
    assert (court.cells, court.open, court.counts, court.leader) == (((2, 8),), (), (1, 0), 0)
