"""What has to be decided, and what an unconfirmed move will do."""

from dataclasses import replace

from bot.games.carcassonne.moves import describe_preview, prompt
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from tests.bot.games.carcassonne.kit import endless_turn, tables
from tests.bot.games.kit import ENGLISH, NAMES
from tests.engine.carcassonne.kit.boards import play, table

START = """
    fcccf
    fffff
    rrrrr
    fffff
    fffff
"""
BEN_IN_THE_CITY = """
    fc1cf
    fffff
    rrrrr
    fffff
    fffff
"""


def preview_text(state: State, move: str) -> str:
    names = NAMES[: state.setup.seats]
    events = carcassonne.known_in_advance(play(state, move)[1])
    return describe_preview(ENGLISH, carcassonne.view(state, state.seat), names, events)


def test_the_prompt_counts_the_cells_where_the_drawn_tile_fits() -> None:
    assert prompt(ENGLISH, carcassonne.view(table(START, "E"), 0)).endswith("It fits on 2 cells.")


def test_nothing_is_to_be_decided_when_the_game_is_over() -> None:
    assert prompt(ENGLISH, carcassonne.view(tables()[0], None)) == ""


def test_a_tile_that_is_not_known_is_said_to_be_so() -> None:
    seen = carcassonne.view(table(START, "E"), 0)
    unknown = replace(seen, drawn=None, placements=())
    assert prompt(ENGLISH, unknown) == "The next tile is not known."


def test_a_move_that_completes_nothing_says_so() -> None:
    assert preview_text(table(START, "U"), "1,0 r1") == "Completes nothing: no points yet."


def test_ones_own_points_are_unnamed_and_those_of_others_named() -> None:
    assert preview_text(table(START, "E"), "0,1 r2 knight@S") == (
        "The city on M50 and M51 is complete: **2 points for you** (a small city of only 2 tiles)."
    )
    assert preview_text(table(BEN_IN_THE_CITY, "E"), "0,1 r2") == (
        "The city on M50 and M51 is complete: **2 points for Ben** (a small city of only 2 tiles)."
    )


def test_what_nobody_claimed_is_told_too() -> None:
    assert preview_text(table(START, "E"), "0,1 r2") == (
        "Complete without a follower, so no points: city on M50 and M51."
    )


def test_the_last_tile_is_known_to_end_the_game() -> None:
    assert preview_text(table(START, "U", then=()), "1,0 r1") == (
        "Completes nothing: no points yet. No tile is left: the game ends with this turn."
    )


def test_many_features_are_summed_up() -> None:
    seen = carcassonne.view(tables()[2], None)
    assert (
        "9 more features are complete: **270 points for Anna and 270 points for Ben**."
        in describe_preview(ENGLISH, seen, NAMES, endless_turn())
    )
