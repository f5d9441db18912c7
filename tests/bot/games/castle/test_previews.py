"""What a player is asked, and what they read about a move before they confirm it."""

from dataclasses import replace

import pytest

from bot.games.castle.moves import describe_preview, prompt
from engine.castle.rules import castle
from engine.castle.state import State
from engine.tiles.grid import Placement
from tests.bot.games.castle.kit import NAMES, around, with_option
from tests.bot.games.kit import ENGLISH

SQUARE = """
    .cpc.
    ccpcc
    cc+pp
    ccccc
    .hhh.
"""


def before(state: State, move: str) -> str:
    _, events = castle.apply(state, state.seat, castle.parse_move(move))
    return describe_preview(ENGLISH, castle.view(state, 0), NAMES, castle.known_in_advance(events))


def prompt_text(state: State) -> str:
    return prompt(ENGLISH, castle.view(state, None))


def test_drawn_tile_is_described_by_its_sides_and_fitting_cells() -> None:
    assert prompt_text(around(draw=SQUARE)) == (
        "Lay “draw-1” (paths ending north and east, court west, court north-east, house south). "
        "It fits on 9 cells."
    )


@pytest.mark.parametrize(
    ("tile", "name"),
    [
        ("bend-9", "“bend 9” (path east–south with a fountain, house north and west, court"),
        ("town-block", "“town block” (house north, east, south and west). It fits on "),
    ],
)
def test_a_tile_is_told_by_its_name_and_all_that_is_on_it(tile: str, name: str) -> None:
    state, _ = castle.begin("seed", castle.settle_options({}), 0)
    assert prompt_text(state._replace(drawn=tile)).startswith(f"Lay {name}")


def test_one_cell_is_named() -> None:
    seen = castle.view(around(), None)
    assert prompt(ENGLISH, replace(seen, placements=(Placement((4, 4), 0),))).endswith(
        "It fits on E5 only."
    )


def test_an_extra_turn_is_told() -> None:
    assert prompt_text(around(extra=True)).startswith("Extra turn. Lay “filler-0” (")


def test_the_question_of_another_turn() -> None:
    state, _ = castle.apply(around(held=([1], [])), 0, castle.parse_move("E5 r0"))
    assert prompt_text(state) == "Take another turn with wall tile 1?"
    assert before(state, "again") == "Wall tile 1 is played for another turn."
    assert before(state, "end") == "The turn ends; wall tile 1 is saved for later."


def test_another_turn_that_cannot_be_had() -> None:
    state = with_option(around(held=([1], []), extra=True), extra_turn="one_a_turn")
    state, _ = castle.apply(state, 0, castle.parse_move("E5 r0"))
    assert prompt_text(state) == (
        "Play wall tile 1? This was the extra turn already, so it would be spent for nothing."
    )
    assert before(state, "again") == (
        "Wall tile 1 is spent for nothing: only one extra turn may follow a turn."
    )


def test_nothing_is_asked_when_the_game_is_over() -> None:
    state, _ = castle.apply(around(left=0), 0, castle.parse_move("E5 r0"))
    assert prompt_text(state) == ""


def test_a_tile_that_is_not_known() -> None:
    assert prompt_text(around()._replace(drawn=None)) == "The next tile is not known."


def test_a_move_that_completes_nothing() -> None:
    assert before(around(), "E7 r0") == "Completes nothing: no points yet."


def test_what_completes_without_a_follower_is_named() -> None:
    assert before(around(), "E5 r0") == (
        "Complete without a follower, so no points: "
        "tower on F5 and G5; house on E6; tower on D5; house on E4."
    )


def test_points_and_the_wall_tile_where_the_marker_stops() -> None:
    state = around("0 knight F5.W", scores=(8, 0), wall={12: 9})
    assert before(state, "E5 r0") == (
        "The tower on F5 and G5 is complete: **4 points for you** (2 tiles, 2 points each); "
        "the marker stops on 12 and takes the wall tile there. "
        "Complete without a follower, so no points: house on E6; tower on D5; house on E4."
    )


def test_points_for_the_opponent() -> None:
    assert before(around("1 squire E6.S"), "E5 r0") == (
        "The house on E6 is complete: **1 point for Ben** (1 tile, 1 point); the keep goes there. "
        "Complete without a follower, so no points: tower on F5 and G5; tower on D5; house on E4."
    )


def test_a_wall_tile_on_a_tower() -> None:
    state = around("0 knight F5.W", held=([2], []))
    assert before(state, "E5 r0 2@F5.WNW").startswith(
        "The tower on F5 and G5 is complete: **8 points for you** "
        "(2 tiles, 2 points each, doubled by wall tile 2). "
    )


def test_a_wall_tile_spent_for_nothing() -> None:
    state = around(held=([3], []), unusable_wall_tile="spent")
    assert before(state, "E5 r0 3@none").startswith(
        "Wall tile 3 is spent for nothing: there is no house to double. "
    )


def test_the_last_tile() -> None:
    assert before(around(left=0), "E7 r0") == (
        "Completes nothing: no points yet. No tile is left: the game ends with this turn."
    )


def test_of_many_features_the_last_are_told_as_a_sum() -> None:
    state = around("0 knight F5.W, 0 knight D5.E, 0 squire E6.S, 1 squire E4.N")
    assert before(state, "E5 r0") == (
        "The tower on F5 and G5 is complete: **4 points for you** (2 tiles, 2 points each). "
        "The house on E6 is complete: **1 point for you** (1 tile, 1 point); the keep goes there. "
        "The tower on D5 is complete: **2 points for you** (1 tile, 2 points). "
        "One more feature is complete: **1 point for Ben**."
    )
