"""What people type as a move: it is suggested in the words of the panel, and read in them too."""

import pytest

from bot.discord.features.typed_moves import TypedMoves
from bot.games.carcassonne import CARCASSONNE_FACE
from engine.carcassonne.state import State
from render.board.aliases import alias
from tests.bot.games.typing import first_choices, typed_moves
from tests.engine.carcassonne.kit.boards import table

choices = CARCASSONNE_FACE.choices

START = """
    fcccf
    fffff
    rrrrr
    fffff
    fffff
"""


def at(state: State, language: str = "en") -> TypedMoves:
    return typed_moves("carcassonne", choices, state, language)


def test_typed_moves_show_panel_wording_and_stand_for_notation() -> None:
    completions = dict(at(table(START, "U")).completions("1,0 r1"))
    assert completions == {
        "N50 ↻ 90°": "1,0 r1",
        "N50 ↻ 90° · highwayman, road": "1,0 r1 highwayman@E",
        "N50 ↻ 90° · farmer, south field": "1,0 r1 farmer@S",
        "N50 ↻ 90° · farmer, north field": "1,0 r1 farmer@N",
    }


def test_each_reader_is_offered_moves_in_their_language() -> None:
    dutch = [name for name, _ in at(table(START, "U"), "nl").completions("1,0 r1 highwayman")]
    german = [name for name, _ in at(table(START, "U"), "de").completions("1,0 r1 highwayman")]
    assert dutch == ["N50 ↻ 90° · handelsreiziger, straat"]
    assert german == ["N50 ↻ 90° · Wegelagerer, Straße"]


@pytest.mark.parametrize(
    "typed", ["", "-", "-1", "-1,", "-1 ,", "\u22121,0", "-1,0", "L", "l", "L5", "l50", "L50 "]
)
def test_cells_are_offered_for_any_typed_part(typed: str) -> None:
    offered = [text for _, text in at(table(START, "U")).completions(typed)]
    assert any(text.startswith("-1,0") for text in offered)
    assert all(text.startswith("-1,0") for text in offered) or typed in ("", "-", "-1")


@pytest.mark.parametrize("turned", [1, 3])
def test_of_rotations_that_look_alike_either_is_understood(turned: int) -> None:
    """C5: a straight road looks the same after half a turn."""
    moves = at(table(START, "U"))
    assert moves.matches(f"1,0 r{turned} highwayman") == ["1,0 r1 highwayman@E"]
    assert moves.matches(f"1,0 ↻ {90 * turned}° · farmer, north field") == ["1,0 r1 farmer@N"]
    assert moves.matches(f"1,0 r{turned}") == ["1,0 r1"]


def test_a_move_may_be_typed_with_the_names_in_the_picture() -> None:
    moves = at(table(START, "U"))
    assert moves.exact("n50 R1 highwayman@e") == "1,0 r1 highwayman@E"
    assert moves.matches("N50 r1 highwayman") == ["1,0 r1 highwayman@E"]
    assert moves.matches("n50 ↻ 90° · farmer, north field") == ["1,0 r1 farmer@N"]


def test_a_bare_role_suffices_where_only_one_segment_takes_it() -> None:
    moves = at(table(START, "U"))
    assert moves.matches("1,0 r1 highwayman") == ["1,0 r1 highwayman@E"]
    assert moves.matches("1,0 r1 farmer") == ["1,0 r1 farmer@S", "1,0 r1 farmer@N"]
    assert moves.matches("1,0 r1 monk") == []


def test_a_bare_role_is_a_small_follower() -> None:
    """IC2: the large one has its mark, or is named in words."""
    moves = at(table(START, "U", options={"inns": "on"}))
    assert moves.matches("1,0 r1 highwayman") == ["1,0 r1 highwayman@E"]
    assert moves.matches("1,0 r1 highwayman!") == ["1,0 r1 highwayman!@E"]
    assert moves.matches("1,0 r1 large highwayman") == ["1,0 r1 highwayman!@E"]
    assert moves.matches("1,0 r1 farmer!") == ["1,0 r1 farmer!@S", "1,0 r1 farmer!@N"]


def test_both_sizes_are_offered_for_a_bare_role() -> None:
    moves = at(table(START, "U", options={"inns": "on"}))
    assert [name for name, _ in moves.completions("1,0 r1 highwayman")] == [
        "N50 ↻ 90° · highwayman, road",
        "N50 ↻ 90° · large highwayman, road",
    ]


def test_a_monk_is_named_by_the_role_alone() -> None:
    assert at(table(START, "B")).matches("0,-1 r0 monk") == ["0,-1 r0 monk"]
    assert at(table(START, "B")).matches("0,-1 ↻ 180° monk") == ["0,-1 r0 monk"]


def test_alternatives_are_listed_from_where_the_text_goes_wrong() -> None:
    moves = at(table(START, "U"))
    assert list(moves.instead("1,0 r1 knight@N")) == [
        "N50 r1",
        "N50 r1 highwayman@E",
        "N50 r1 farmer@S",
        "N50 r1 farmer@N",
    ]
    cells = set(map(alias, first_choices(moves)))
    assert {text.split()[0] for text in moves.instead("9,9 r0")} == cells
