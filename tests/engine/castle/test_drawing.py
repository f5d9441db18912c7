"""R7 and R26: drawing tiles until one fits, and the end of the game when none is left."""

from dataclasses import replace

from engine.castle.choices import legal_moves
from engine.castle.events import GameEnded
from engine.castle.moves import Reason
from engine.castle.placing import placements
from engine.castle.rules import castle
from engine.tiles.draws import TileDiscarded, TileDrawn
from tests.engine.castle.kit.boards import final, game, only, play, refusal

COURT_TILE = """
         E
       .ccc.
       ccccc
     5 ccccc
       ccccc
       .ccc.
"""
COURT_THEN_CROSSING = """
    .ccc.  .cpc.
    ccccc  ccpcc
    ccccc  ppppp
    ccccc  ccpcc
    .ccc.  .cpc.
"""
COURT_THEN_TWO_CROSSINGS_AND_AN_END = """
    .ccc.  .cpc.  .cpc.  .ccc.
    ccccc  ccpcc  ccpcc  ccccc
    ccccc  ppppp  pp+pp  cc+cc
    ccccc  ccpcc  ccpcc  ccpcc
    .ccc.  .cpc.  .cpc.  .cpc.
"""


def test_r7_an_unplaceable_tile_is_discarded_and_the_next_drawn() -> None:
    """A crossing surrounded by court tiles would end all its four paths blind."""
    state, events = play(game(COURT_TILE, draw=COURT_THEN_CROSSING, starts={}, left=9), "F5 r0")
    assert events[-2:] == [TileDiscarded("draw-2"), TileDrawn(1, "filler-0", 7)]
    assert state.discarded == ("draw-2",)
    assert (state.drawn, state.seat) == ("filler-0", 1)
    assert castle.view(state, 0).discarded == ("draw-2",)
    assert castle.view(state, 0).tiles_left == 7


def test_r7_tiles_are_drawn_until_one_fits_in_some_rotation() -> None:
    """The end of a path fits next to a court tile, turned away from it."""
    state, events = play(
        game(COURT_TILE, draw=COURT_THEN_TWO_CROSSINGS_AND_AN_END, starts={}), "F5 r0"
    )
    assert only(events, TileDiscarded) == [TileDiscarded("draw-2"), TileDiscarded("draw-3")]
    assert state.drawn == "draw-4"
    assert {placement.rotation for placement in placements(state)} == {0, 1, 2, 3}


def test_r7_discards_are_shown_until_the_next_draw() -> None:
    state, _ = play(game(COURT_TILE, draw=COURT_THEN_CROSSING, starts={}), "F5 r0", "G5 r0")
    assert state.discarded == ()


def test_r7_a_tile_fitting_at_a_start_space_is_not_discarded() -> None:
    state, events = play(
        game(COURT_TILE, draw=COURT_THEN_CROSSING, starts={"J2.S": "cpc"}), "F5 r0"
    )
    assert state.drawn == "draw-2"
    assert only(events, TileDiscarded) == []


def test_r7_the_first_tile_of_a_game_can_be_discarded_too() -> None:
    """In 40 games the first draw always ends with a tile that fits a start space."""
    for number in range(40):
        state, events = castle.begin(f"seed {number}", {})
        assert placements(state)
        assert events[-1] == TileDrawn(state.seat, str(state.drawn), 60 - state.dealt)


def test_r26_the_game_ends_with_the_turn_of_the_last_tile() -> None:
    state = game(COURT_TILE, left=1, wall={32: 4})
    state, events = play(state, "F5 r0")
    assert state.phase == "place"
    assert events[-1] == TileDrawn(1, "filler-1", 0)
    state, events = play(state, "G5 r0")
    assert (state.phase, state.drawn, castle.to_act(state)) == ("over", None, None)
    assert isinstance(events[-1], GameEnded)


def test_r26_the_game_ends_when_the_last_tile_is_discarded() -> None:
    state = game(COURT_TILE, draw=COURT_THEN_CROSSING, left=1, starts={})
    state, events = play(state, "F5 r0")
    assert state.phase == "over"
    assert state.discarded == ("draw-2",)
    assert events[-2:] == [TileDiscarded("draw-2"), GameEnded((0, 0), None)]


def test_r26_remaining_wall_tiles_go_and_final_points_take_none() -> None:
    """Five final points take a marker from 27 to 32, where a wall tile lay."""
    state = game(COURT_TILE, left=0, scores=(27, 0), held=([9], []), wall={32: 9, 12: 1})
    state, events = play(state, "F5 r0")
    assert final(events) == [("wall9", 0, 5)]
    assert state.scores == (32, 0)
    assert state.wall == {}
    assert state.held == ((9,), ())
    assert castle.view(state, 1).towers == ()


def test_r26_nothing_can_be_played_when_the_game_is_over() -> None:
    state, _ = play(game(COURT_TILE, left=0), "F5 r0")
    for seat in (0, 1):
        assert refusal(state, "G5 r0", seat) == (Reason.GAME_OVER, {})
        assert refusal(state, "again", seat) == (Reason.GAME_OVER, {})
    assert list(legal_moves(state)) == []
    assert placements(state) == []


def test_a_game_known_only_in_part_waits_for_its_next_tile() -> None:
    """The record of an unfinished game does not say which tiles come next."""
    state = game(COURT_TILE, left=1)
    state, events = play(state._replace(setup=replace(state.setup, unknown=5)), "F5 r0")
    assert events[-1] == TileDrawn(1, "filler-1", 5)
    state, events = play(state, "G5 r0")
    assert (state.phase, state.seat, state.drawn) == ("place", 0, None)
    assert only(events, TileDrawn) == []
    assert only(events, GameEnded) == []
    assert castle.view(state, 1).tiles_left == 5
    assert refusal(state, "H5 r0") == (Reason.TILE_UNKNOWN, {})
