"""R19 and R22: how a turn ends, and wall tile 1, another complete turn."""

import pytest

from engine.castle.choices import legal_moves
from engine.castle.events import (
    FeatureScored,
    FollowerPlaced,
    GameEnded,
    TilePlaced,
    WallTilePlayed,
)
from engine.castle.moves import OPTIONS, AnotherTurn, Reason, Spot
from engine.castle.placing import placements
from engine.castle.rules import castle
from engine.tiles.draws import TileDiscarded, TileDrawn
from tests.engine.castle.kit.boards import game, only, play, refusal, scorings, turns

TOWER = """
         D
       .ccc.
       ccctt
     5 ccctt
       ccctt
       .ccc.
"""


def test_r19_without_completion_the_turn_ends_after_the_follower() -> None:
    state, events = play(game(TOWER, left=5), "D4 r0 merchant@NNW")
    assert events == [
        TilePlaced(0, "filler-0", (3, 5), 0),
        FollowerPlaced(0, "merchant", Spot((3, 5), 0)),
        TileDrawn(1, "filler-1", 4),
    ]
    assert (state.phase, state.seat, state.extra) == ("place", 1, False)


def test_players_take_turns() -> None:
    state = game(TOWER, seat=1)
    for seat, cell in ((1, "D4"), (0, "D3"), (1, "D2"), (0, "D1")):
        assert castle.to_act(state) == seat
        assert refusal(state, f"{cell} r0", 1 - seat) == (Reason.NOT_YOUR_TURN, {"seat": seat})
        state, _ = play(state, f"{cell} r0")


def test_r22_wall_tile_1_may_be_played_in_the_turn_it_is_taken() -> None:
    state = game(TOWER, followers="0 knight D5.E", scores=(30, 0), wall={32: 1}, left=5)
    state, events = play(state, "E5 r0")
    assert [(event.points, event.took) for event in only(events, FeatureScored)] == [(2, 1)]
    assert only(events, TileDrawn) == []
    assert (state.phase, state.seat, state.drawn) == ("again", 0, None)
    assert state.held == ((1,), ())
    assert list(legal_moves(state)) == [AnotherTurn(False), AnotherTurn(True)]
    assert placements(state) == []


def test_r22_an_extra_turn_is_complete_and_starts_with_a_draw() -> None:
    state, _ = play(game(TOWER, held=([1, 9], []), left=5), "D4 r0")
    state, events = play(state, "again")
    assert events == [WallTilePlayed(0, 1, None, False), TileDrawn(0, "filler-1", 4)]
    assert (state.phase, state.seat, state.extra) == ("place", 0, True)
    assert castle.view(state, 1).extra
    assert state.held == ((9,), ())
    assert "merchant@NNW" in turns(state, "H8 r0")
    state, events = play(state, "D3 r0")
    assert (state.phase, state.seat, state.extra) == ("place", 1, False)


def test_r21_a_new_wall_tile_may_be_used_in_the_extra_turn() -> None:
    two_towers = """
             D
           .ccc.
           ccctt
         6 ccctt
           ccctt
           .ccc.
           .ccc.
           ccctt
         5 ccctt
           ccctt
           .ccc.
    """
    state = game(
        two_towers,
        followers="0 knight D6.E, 0 knight D5.E",
        scores=(30, 0),
        wall={32: 2},
        held=([1], []),
        left=5,
    )
    state, _ = play(state, "E5 r0")
    assert state.held[0] == (1, 2)
    state, _ = play(state, "again")
    state, events = play(state, "E6 r0 2@D6.ESE")
    assert scorings(events) == [("tower", 0, 4)]


def test_r22_the_extra_turn_scores_as_any_other() -> None:
    """The knight that came home in the first turn can be placed again in the extra turn."""
    state = game(TOWER, followers="0 knight D5.E", supply=(0, 6), held=([1], []), left=5)
    state, _ = play(state, "E5 r0")
    assert state.supply == (1, 6)
    state, _ = play(state, "again")
    assert "merchant@NNW" in turns(state, "H8 r0")


def test_r22_wall_tile_1_can_be_kept_for_a_later_turn() -> None:
    state, events = play(game(TOWER, held=([], [1]), seat=1, left=5), "D4 r0", "end")
    assert only(events, WallTilePlayed) == []
    assert events[-1] == TileDrawn(0, "filler-1", 4)
    assert (state.phase, state.seat, state.held) == ("place", 0, ((), (1,)))
    assert not state.extra
    state, _ = play(state, "D3 r0")
    assert (state.phase, state.seat) == ("place", 1)
    state, _ = play(state, "D2 r0")
    assert (state.phase, state.seat) == ("again", 1)


def test_r22_only_ones_own_wall_tile_1_is_asked_about() -> None:
    state, _ = play(game(TOWER, held=([2, 3, 9], [1])), "D4 r0")
    assert (state.phase, state.seat) == ("place", 1)
    assert refusal(state, "again") == (Reason.NOTHING_TO_ANSWER, {})
    assert refusal(state, "end") == (Reason.NOTHING_TO_ANSWER, {})


def test_r22_the_question_is_answered_before_anything_else() -> None:
    state, _ = play(game(TOWER, held=([1], [])), "D4 r0")
    assert refusal(state, "D3 r0") == (Reason.ANSWER_FIRST, {})
    assert refusal(state, "again", 1) == (Reason.NOT_YOUR_TURN, {"seat": 0})
    assert castle.view(state, 0).discarded == ()


def test_r22_two_wall_tiles_1_in_a_row_give_two_extra_turns() -> None:
    state = game(TOWER, held=([1, 1], []))
    state, events = play(state, "D4 r0", "again", "D3 r0")
    assert (state.phase, state.held) == ("again", ((1,), ()))
    state, more = play(state, "again", "D2 r0")
    assert (state.phase, state.seat, state.held) == ("place", 1, ((), ()))
    assert [event.seat for event in only([*events, *more], TilePlaced)] == [0, 0, 0]


@pytest.mark.parametrize("value", OPTIONS.values["unusable_wall_tile"])
def test_r22_with_no_tile_left_to_draw_it_cannot_be_played(value: str) -> None:
    """And is not spent for nothing either: the game is over (R26)."""
    state, events = play(game(TOWER, held=([1], []), left=0, unusable_wall_tile=value), "D4 r0")
    assert state.phase == "over"
    assert only(events, WallTilePlayed) == []
    assert state.held == ((1,), ())
    assert refusal(state, "again") == (Reason.GAME_OVER, {})


def test_r22_with_one_tile_left_only_one_extra_turn_is_possible() -> None:
    state, _ = play(game(TOWER, held=([1, 1], []), left=1), "D4 r0")
    assert state.phase == "again"
    state, _ = play(state, "again", "D3 r0")
    assert (state.phase, state.held) == ("over", ((1,), ()))


@pytest.mark.parametrize("answer", ["again", "end"])
def test_r26_the_game_ends_if_the_last_draw_fits_nowhere(
    answer: str,
) -> None:
    state = game(
        TOWER,
        draw="""
            .ccc.  .cpc.
            ccccc  ccpcc
            ccccc  ppppp
            ccccc  ccpcc
            .ccc.  .cpc.
        """,
        held=([1], []),
        left=1,
        starts={},
    )
    state, events = play(state, "D4 r0", answer)
    assert state.phase == "over"
    assert [type(event) for event in events[-2:]] == [TileDiscarded, GameEnded]


@pytest.mark.parametrize("value", ["any", "one_a_turn"])
def test_extra_turn_grants_a_first_extra_turn_with_either_value(value: str) -> None:
    state, events = play(game(TOWER, held=([1, 1], []), extra_turn=value), "D4 r0", "again")
    assert (state.phase, state.seat, state.extra, state.held) == ("place", 0, True, ((1,), ()))
    assert only(events, WallTilePlayed) == [WallTilePlayed(0, 1, None, False)]


@pytest.mark.parametrize("seat", [0, 1])
def test_one_a_turn_spends_a_second_extra_turn_for_nothing(seat: int) -> None:
    """If you use two extra turn tiles in the same turn, then you get only 1 extra turn."""
    state = game(TOWER, held=([1, 1], [1, 1]), extra_turn="one_a_turn", seat=seat)
    state, _ = play(state, "D4 r0", "again", "D3 r0")
    assert (state.phase, state.seat) == ("again", seat)
    state, events = play(state, "again")
    assert events[0] == WallTilePlayed(seat, 1, None, True)
    assert [event.seat for event in only(events, TileDrawn)] == [1 - seat]
    assert (state.phase, state.seat, state.extra) == ("place", 1 - seat, False)
    assert (state.held[seat], state.held[1 - seat]) == ((), (1, 1))


def test_one_a_turn_allows_keeping_the_second_for_a_later_turn() -> None:
    state = game(TOWER, held=([1, 1], []), extra_turn="one_a_turn")
    state, _ = play(state, "D4 r0", "again", "D3 r0", "end", "D2 r0", "D1 r0", "again")
    assert (state.phase, state.seat, state.extra, state.held) == ("place", 0, True, ((), ()))


@pytest.mark.parametrize(
    ("value", "answer", "to_act", "held"),
    [
        ("any", "again", 0, ()),
        ("one_a_turn", "again", 1, ()),
        ("one_a_turn", "end", 1, (1,)),
    ],
)
def test_a_wall_tile_1_taken_in_an_extra_turn_counts_as_second(
    value: str, answer: str, to_act: int, held: tuple[int, ...]
) -> None:
    state = game(
        TOWER,
        followers="0 knight D5.E",
        scores=(30, 0),
        wall={32: 1},
        held=([1], []),
        extra_turn=value,
    )
    state, _ = play(state, "D4 r0", "again", "E5 r0")
    assert (state.phase, state.seat, state.extra, state.held) == ("again", 0, True, ((1,), ()))
    state, _ = play(state, answer)
    assert (state.phase, state.seat, state.held) == ("place", to_act, (held, ()))


def test_an_extra_turn_completes_and_scores_like_the_first() -> None:
    state = game(TOWER, followers="0 knight D5.E", held=([1], []), extra_turn="one_a_turn")
    _, events = play(state, "D4 r0", "again", "E5 r0")
    assert scorings(events) == [("tower", 0, 2)]
