"""A turn in progress: what has been built so far, what is left, and what can be chosen next."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from engine.castellan.building import question
from engine.castellan.state import State
from engine.castellan.view import View, view
from engine.questions import Part
from render.board.aliases import alias
from render.castellan.art.sprites import KeepSprite, TowerSprite, WallSprite
from render.castellan.board.board import Look, board_scene
from render.picture.palette import CREAM, SEATS
from render.picture.scene import Badge, Scene
from render.subject import Subject
from tests.engine.castellan.kit.tables import table
from tests.render.castellan.boards import board_items, items_on_board, texts, written_in
from tests.render.castellan.games import NAMES, states
from tests.render.lettered import check_that_no_badge_covers_another
from tests.render.sprites import sprites_of

# A tower in the missing corner encloses four points.
SQUARE = """
    O---O
    |   |
    O---.
"""
CARDS = [("card", "T1"), ("card2", "W1"), ("card3", "build")]
PREVIEWED = [*CARDS, ("kind", "tower"), ("place", "1,0")]


def square(**facts: object) -> State:
    return table(SQUARE, ("T1 W1 W2", "T2 W3"), **facts)  # type: ignore[arg-type]


def up_to(state: State, step: str) -> list[Part]:
    """The turn chosen by the first choice of each question, up to a certain step."""
    parts: list[Part] = []
    while (asked := question(state, parts)) is not None and asked.step != step:
        parts.append((asked.step, asked.choices[0]))
    return parts


def preview(position: View, parts: Sequence[Part], *, compact: bool = False) -> Scene:
    names = NAMES[: len(position.scores)]
    look = Look(compact=compact, footer=False)
    return board_scene(Subject(position, names, parts=parts), look)


def names_a_place(text: str) -> bool:
    return re.match(r"[A-Z]+\d\d", text) is not None


def test_places_are_labelled_as_on_their_buttons() -> None:
    named = 0
    for state, _ in states("goldens", 3)[1:-1:5]:
        parts = up_to(state, "place")
        asked = question(state, parts)
        if asked is None:
            continue
        labels = texts(items_on_board(view(state, state.seat), parts=parts))
        names = [text.split()[0] for text in labels if names_a_place(text)]
        assert set(names) <= set(map(alias, asked.choices))
        assert len(names) == len(set(names))
        named += len(names)
    assert named > 20


def test_there_is_a_ghost_on_every_place() -> None:
    for state, _ in states("goldens", 3)[1:-1:5]:
        parts = up_to(state, "place")
        asked = question(state, parts)
        if asked is None:
            continue
        items = items_on_board(view(state, state.seat), parts=parts)
        pieces = [*sprites_of(TowerSprite, items), *sprites_of(WallSprite, items)]
        assert len([piece for piece, _ in pieces if piece.opacity < 1]) == len(asked.choices)


def test_an_enclosing_place_shows_points_in_the_players_colour() -> None:
    state = square()
    items = items_on_board(view(state, 0), parts=[*CARDS, ("kind", "tower")])
    [badge] = [item for item in items if isinstance(item, Badge) and names_a_place(item.text)]
    assert badge.text == "N50 +4"
    assert badge.fill == SEATS[0].main


def test_places_that_enclose_nothing_show_only_their_name() -> None:
    items = items_on_board(view(square(), 0), parts=[*CARDS, ("kind", "short")])
    listed = [item for item in items if isinstance(item, Badge) and names_a_place(item.text)]
    assert listed
    assert {item.fill for item in listed} == {CREAM}


def test_pieces_built_so_far_stand_numbered_on_the_board() -> None:
    items = items_on_board(view(square(), 0), parts=PREVIEWED)
    assert len(sprites_of(TowerSprite, items)) == 4
    assert written_in(items) == ["1"]


def test_a_new_courtyard_shows_its_keep_and_name_while_doublable() -> None:
    parts = [*PREVIEWED, ("kind2", "short"), ("place2", "1,1E")]
    items = items_on_board(view(square(), 0), parts=parts)
    assert [name for _, name in sprites_of(KeepSprite, items)] == [KeepSprite(0, double=False)]
    assert "M50" in texts(items)
    used = items_on_board(view(square(doubled=[0]), 0), parts=parts)
    assert "M50" not in texts(used)


@pytest.mark.parametrize("double", [[], [("double", "no")]])
def test_an_unchosen_double_keep_is_not_shown(double: list[Part]) -> None:
    """The name of its courtyard used to stand there as `M50: 2×4`, over the numbers of pieces."""
    parts = [*PREVIEWED, ("kind2", "short"), ("place2", "1,1E"), *double]
    items = items_on_board(view(square(), 0), parts=parts)
    assert Counter(texts(items)) == Counter(["4", "M50"])
    badges = [item for item in items if isinstance(item, Badge)]
    assert {item.fill for item in badges if names_a_place(item.text)} == {CREAM}


def test_courtyard_names_are_hidden_while_pieces_can_be_placed() -> None:
    assert "M50" not in texts(items_on_board(view(square(), 0), parts=PREVIEWED))


def test_a_double_keep_that_is_chosen_stands_there() -> None:
    parts = [*PREVIEWED, ("kind2", "short"), ("place2", "1,1E"), ("double", "0,0")]
    items = items_on_board(view(square(), 0), parts=parts)
    assert [name for _, name in sprites_of(KeepSprite, items)] == [KeepSprite(0, double=True)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_step_of_every_turn_can_be_previewed(seats: int) -> None:
    for state, _ in states("goldens", seats)[:-1:6]:
        chosen = up_to(state, "the end")
        for number in range(1, len(chosen) + 1):
            scene = preview(view(state, state.seat), chosen[:number], compact=True)
            check_that_no_badge_covers_another(board_items(scene))
