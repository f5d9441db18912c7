"""What is particular in the pictures of Castellan."""

import pytest

from bot.games.castellan import CASTELLAN_FACE as FACE
from engine.castellan.rules import castellan
from engine.castellan.state import State
from engine.castellan.view import View
from engine.questions import Part
from render.subject import Subject
from tests.bot.games.castellan.kit import games, table
from tests.bot.games.castellan.test_choices import OPEN_SQUARE
from tests.bot.games.kit import ENGLISH, NAMES

GAME = games()[1]
THREE = GAME[0].names
MIDDLE = GAME[len(GAME) // 2]


def view_of(state: State, seat: int | None = 0) -> View:
    return castellan.view(state, seat)


def test_a_turn_begins_with_the_castle_and_the_own_hand() -> None:
    castle, hand = FACE.pictures.opening(ENGLISH, Subject(view_of(table(OPEN_SQUARE)), NAMES[:2]))
    assert [castle.filename, hand.filename] == ["board.png", "hand.png"]
    assert hand.alt.startswith("Your cards: W1 ")


def test_a_spectator_who_predicts_sees_no_hand() -> None:
    drawings = FACE.pictures.opening(ENGLISH, Subject(view_of(table(OPEN_SQUARE), None), NAMES[:2]))
    assert [drawing.filename for drawing in drawings] == ["board.png"]


@pytest.mark.parametrize("parts", [[("kind", "tower")], [("kind", "tower"), ("place", "1,1")]])
def test_what_a_spectator_predicts_is_shown_on_the_castle(parts: list[Part]) -> None:
    view = view_of(table(OPEN_SQUARE), None)
    drawing = FACE.pictures.preview(ENGLISH, Subject(view, NAMES[:2], parts=parts))
    assert drawing.filename == "board.png"


def test_preview_shows_the_hand_for_cards_and_then_the_castle() -> None:
    parts = castellan.parts(castellan.parse_move("T2: t1,1 l1,1E t3,1; 2x0,0; w"))
    view = view_of(table(OPEN_SQUARE))
    drawings = [
        FACE.pictures.preview(ENGLISH, Subject(view, NAMES[:2], parts=parts[:count]))
        for count in range(1, len(parts) + 1)
    ]
    assert [drawing.filename for drawing in drawings] == ["hand.png", *["board.png"] * 9]
    assert "Chosen: T2." in drawings[0].alt
    assert all("not confirmed yet" in drawing.alt for drawing in drawings[1:])


def test_an_overlay_that_shows_nothing_says_so() -> None:
    view = view_of(table())
    note = FACE.pictures.overlay_note(ENGLISH, Subject(view, NAMES[:2]), "values")
    assert note == "There is no courtyard yet."


def test_the_cards_that_everybody_has_left() -> None:
    drawing = FACE.pictures.supply(ENGLISH, Subject(MIDDLE.seen, THREE))
    assert drawing.filename == "cards.png"
    assert "Carla" in drawing.alt
