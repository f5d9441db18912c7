"""Where a tile may be laid (C4, C5), and what is drawn (C3)."""

import pytest

from engine.carcassonne.moves import Reason
from engine.carcassonne.rules import carcassonne
from engine.errors import IllegalMove
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from tests.engine.carcassonne.kit.boards import legal, play, refusal, table

START = """
    fcccf
    fffff
    rrrrr
    fffff
    fffff
    """


def test_c4_city_meets_city_road_meets_road_field_meets_field() -> None:
    state = table(START, draws="J")
    assert {move for move in legal(state) if "@" not in move} == {
        "0,1 r2",
        "1,0 r1",
        "1,0 r2",
        "0,-1 r1",
        "-1,0 r0",
        "-1,0 r3",
    }


def test_c4_every_side_that_touches_has_to_meet_its_like() -> None:
    """In the corner the bend has to leave the side in the west alone."""
    state = table(
        """
            fcccf fffff
            fffff fffff
            rrrrr rrrff
            fffff ffrff
            fffff ffrff

            fffff .....
            fffff .....
            ffkff .....
            fffff .....
            fffff .....
            """,
        draws="V",
    )
    assert {move for move in legal(state) if move.startswith("1,-1") and "@" not in move} == {
        "1,-1 r2"
    }


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("0,0 r0", Reason.OCCUPIED, {"cell": "0,0", "tile": "D"}),
        ("1,1 r0", Reason.NOTHING_BESIDE, {"cell": "1,1"}),
        ("150,-90 r0", Reason.NOTHING_BESIDE, {"cell": "150,-90"}),
        (
            "0,1 r1",
            Reason.SIDES_DIFFER,
            {"cell": "0,1", "side": "S", "kind": "field", "beside": "city"},
        ),
    ],
)
def test_c4_a_refusal_tells_the_reason(text: str, reason: Reason, facts: object) -> None:
    refused = refusal(table(START, draws="E"), text)
    assert (refused.reason, refused.facts) == (reason, facts)


def test_c4_the_table_has_no_edge() -> None:
    state = table(START, draws="U", then=["U"] * 70)
    for number in range(1, 72):
        state, _ = play(state, f"{number},0 r1")
    assert carcassonne.to_act(state) is None
    assert len(state.board.laid) == 72
    assert state.board.grid.cells[list(state.board.laid)[-1]] == (71, 0)


@pytest.mark.parametrize(
    ("tile", "cell", "looks"),
    [("B", "0,-1", {"r0"}), ("C", "0,1", {"r0"}), ("U", "1,0", {"r1"}), ("X", "1,0", {"r0"})],
)
def test_c5_rotations_that_look_the_same_are_one_choice(
    tile: str, cell: str, looks: set[str]
) -> None:
    state = table(START, draws=tile)
    assert {move.split(" ")[1] for move in legal(state) if move.startswith(f"{cell} ")} == looks


def test_c5_any_of_them_is_understood() -> None:
    state = table(START, draws="U")
    same = [play(state, f"1,0 {rotation} farmer@N")[0] for rotation in ("r1", "r3")]
    assert carcassonne.view(same[0], 0).fields[0].counts == (1, 0)
    assert [carcassonne.view(after, 0).fields[0].counts for after in same] == [(1, 0)] * 2
    assert refusal(state, "1,0 r2").reason == Reason.SIDES_DIFFER


def test_c5_there_is_no_fifth_rotation() -> None:
    state = table(START, draws="U")
    move = carcassonne.parse_move("1,0 r1")
    with pytest.raises(IllegalMove) as refused:
        carcassonne.apply(state, 0, move._replace(placement=move.placement._replace(rotation=4)))
    assert refused.value.reason == Reason.NO_SUCH_ROTATION


# No side shows a city.
CLOSED = """
    fffff
    fffff
    fffff
    fffff
    fcccf

    fcccf
    fffff
    rrrrr
    fffff
    fffff
    """


def test_c3_an_unplaceable_tile_is_discarded_and_the_next_drawn() -> None:
    state = table(CLOSED, draws="U", then=["C", "C", "V", "V"])
    after, events = play(state, "1,0 r1")
    drawn = (TileDiscarded("C"), TileDiscarded("C"), TileDrawn(1, "V", 1))
    assert events[-4:] == (*drawn, LastRoundBegan(2))
    assert (after.drawn, after.discarded) == ("V", ("C", "C"))


def test_c16_the_game_ends_when_nothing_that_is_left_fits() -> None:
    after, events = play(table(CLOSED, draws="U", then=["C", "C"]), "1,0 r1")
    assert [event for event in events if isinstance(event, TileDiscarded)] == [
        TileDiscarded("C"),
        TileDiscarded("C"),
    ]
    assert (carcassonne.to_act(after), after.discarded) == (None, ("C", "C"))
    assert refusal(after, "2,0 r1").reason == Reason.GAME_OVER


def test_c16_the_game_ends_after_the_turn_of_the_last_tile() -> None:
    state = table(CLOSED, draws="U", then=["U"])
    state, _ = play(state, "1,0 r1")
    assert (carcassonne.to_act(state), carcassonne.winners(state)) == (1, ())
    state, _ = play(state, "2,0 r1")
    assert (carcassonne.to_act(state), carcassonne.winners(state)) == (None, (0, 1))


def test_nobody_moves_out_of_turn() -> None:
    state = table(START)
    with pytest.raises(IllegalMove) as refused:
        carcassonne.apply(state, 1, carcassonne.parse_move("1,0 r1"))
    assert (refused.value.reason, refused.value.facts) == (Reason.NOT_YOUR_TURN, {"seat": 0})
