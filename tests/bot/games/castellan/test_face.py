"""The whole face: its pictures, its limits, and that it knows nothing hidden."""

import ast
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

import bot.games.castellan
from bot.games.castellan import CASTELLAN_FACE as FACE
from engine.castellan.game import castellan
from engine.castellan.state import Decks, State
from engine.castellan.view import View
from engine.questions import Part
from render.pictures import Drawing
from render.subject import Subject
from render.tables.replay import Frame
from tests.bot.games.castellan.kit import ends, events_of, games, plies, table
from tests.bot.games.castellan.test_choices import OPEN_SQUARE
from tests.bot.games.kit import ENGLISH, NAMES, WIDE_NAMES

PNG = b"\x89PNG"
GIF = b"GIF8"
CLOSED = {
    "engine.castellan.building",
    "engine.castellan.game",
    "engine.castellan.record",
    "engine.games",
}
SECRET = {"setup", "snapshot", "state", "turn"}
LONGEST_ALT = 1024
LONGEST_TEXT = 1900
GAME = games()[1]
THREE = GAME[0].names
END = castellan.view(ends()[1], None)
MIDDLE = GAME[len(GAME) // 2]


def seen(state: State, seat: int | None = 0) -> View:
    return castellan.view(state, seat)


def test_a_board_with_everything_laid_over_it() -> None:
    drawing = FACE.pictures.board(
        ENGLISH, Subject(MIDDLE.seen, THREE, MIDDLE.events), overlays=FACE.pictures.overlays
    )
    assert drawing.filename == "board.png"
    assert drawing.alt.startswith("Castellan: ")
    assert drawing.paint().startswith(PNG)


def test_a_turn_begins_with_the_castle_and_the_own_hand() -> None:
    castle, hand = FACE.pictures.opening(ENGLISH, Subject(seen(table(OPEN_SQUARE)), NAMES[:2]))
    assert [castle.filename, hand.filename] == ["board.png", "hand.png"]
    assert hand.alt.startswith("Your cards: W1 ")
    assert castle.paint().startswith(PNG)
    assert hand.paint().startswith(PNG)


def test_a_spectator_who_predicts_sees_no_hand() -> None:
    drawings = FACE.pictures.opening(ENGLISH, Subject(seen(table(OPEN_SQUARE), None), NAMES[:2]))
    assert [drawing.filename for drawing in drawings] == ["board.png"]


@pytest.mark.parametrize("parts", [[("kind", "tower")], [("kind", "tower"), ("place", "1,1")]])
def test_what_a_spectator_predicts_is_shown_on_the_castle(parts: list[Part]) -> None:
    view = seen(table(OPEN_SQUARE), None)
    drawing = FACE.pictures.preview(ENGLISH, Subject(view, NAMES[:2], parts=parts))
    assert drawing.filename == "board.png"
    assert drawing.paint().startswith(PNG)


def test_preview_shows_the_hand_for_cards_and_then_the_castle() -> None:
    parts = castellan.parts(castellan.parse_move("T2: t1,1 l1,1E t3,1; 2x0,0; w"))
    view = seen(table(OPEN_SQUARE))
    drawings = [
        FACE.pictures.preview(ENGLISH, Subject(view, NAMES[:2], parts=parts[:count]))
        for count in range(1, len(parts) + 1)
    ]
    assert [drawing.filename for drawing in drawings] == ["hand.png", *["board.png"] * 9]
    assert "Chosen: T2." in drawings[0].alt
    assert all("not confirmed yet" in drawing.alt for drawing in drawings[1:])
    for drawing in drawings[:4]:
        assert drawing.paint().startswith(PNG)


def test_overlays_apply_as_long_as_they_help() -> None:
    during, after = (FACE.pictures.overlays_on(view) for view in (MIDDLE.seen, END))
    assert "final" not in during
    assert {*after} == {"values", "scored", "final"}
    assert {*during, *after} == {*FACE.pictures.overlays}


def test_an_overlay_that_shows_nothing_says_so() -> None:
    view = seen(table())
    note = FACE.pictures.overlay_note(ENGLISH, Subject(view, NAMES[:2]), "values")
    assert note == "There is no courtyard yet."


def test_the_cards_that_everybody_has_left() -> None:
    drawing = FACE.pictures.supply(ENGLISH, Subject(MIDDLE.seen, THREE))
    assert drawing.filename == "cards.png"
    assert "Carla" in drawing.alt
    assert drawing.paint().startswith(PNG)


def test_the_pictures_of_a_finished_game() -> None:
    final = FACE.pictures.final(ENGLISH, Subject(END, THREE), events_of(GAME))
    assert final is not None
    chart = FACE.pictures.chart(ENGLISH, events_of(GAME), THREE)
    assert [final.filename, chart.filename] == ["final.png", "chart.png"]
    assert final.paint().startswith(PNG)
    assert chart.paint().startswith(PNG)


def test_unfinished_games_have_no_final_scoring_picture() -> None:
    assert FACE.pictures.final(ENGLISH, Subject(MIDDLE.seen, THREE), events_of(GAME)[:5]) is None


def test_a_replay() -> None:
    frames = [Frame(castellan.view(ply.before, None), ply.events) for ply in GAME[:3]]
    drawing = FACE.pictures.replay(ENGLISH, frames, THREE)
    assert drawing.filename == "replay.gif"
    assert drawing.paint().startswith(GIF)


def test_the_pieces_are_explained_in_a_picture() -> None:
    drawing = FACE.pictures.illustration(ENGLISH, "aim")
    assert drawing is not None
    assert drawing.paint().startswith(PNG)
    assert FACE.pictures.illustration(ENGLISH, "end") is None


def test_what_a_picture_says_is_never_too_long() -> None:
    drawings: list[Drawing | None] = [
        FACE.pictures.final(ENGLISH, Subject(END, WIDE_NAMES[:3]), events_of(GAME)),
        FACE.pictures.chart(ENGLISH, events_of(GAME), WIDE_NAMES[:3]),
    ]
    for ply in list(plies())[::5]:
        names = WIDE_NAMES[: ply.before.setup.seats]
        drawings.append(FACE.pictures.supply(ENGLISH, Subject(ply.seen, names)))
        drawings += FACE.pictures.opening(ENGLISH, Subject(ply.seen, names))
        drawings += [
            FACE.pictures.preview(ENGLISH, Subject(ply.seen, names, parts=ply.parts[:count]))
            for count in (1, len(ply.parts))
        ]
        drawings.append(
            FACE.pictures.board(
                ENGLISH, Subject(ply.seen, names, ply.events), overlays=FACE.pictures.overlays
            )
        )
    for drawing in drawings:
        assert drawing is not None
        assert 0 < len(drawing.alt) <= LONGEST_ALT


def test_the_position_as_text_fits_into_a_message() -> None:
    for ply in list(plies())[::3]:
        names = WIDE_NAMES[: ply.before.setup.seats]
        assert 0 < len(FACE.pictures.text_board(ENGLISH, Subject(ply.seen, names))) <= LONGEST_TEXT


def shown_to(state: State, seat: int | None) -> list[object]:
    """Everything that the face shows of a position to a seat, or to spectators."""
    view = castellan.view(state, seat)
    names = NAMES[: state.setup.seats]
    pictures = [
        FACE.pictures.board(ENGLISH, Subject(view, names), overlays=FACE.pictures.overlays),
        FACE.pictures.supply(ENGLISH, Subject(view, names)),
        *FACE.pictures.opening(ENGLISH, Subject(view, names)),
    ]
    return [
        *((drawing.filename, drawing.alt, drawing.paint()) for drawing in pictures),
        FACE.texts.prompt(ENGLISH, view),
        FACE.pictures.text_board(ENGLISH, Subject(view, names)),
        FACE.texts.for_screen_reader(ENGLISH, view, names),
    ]


def test_nothing_that_is_shown_depends_on_what_is_hidden() -> None:
    """Secrecy: with other cards in the other players' hands and decks, all of it stays the same."""
    for ply in GAME[1::9]:
        hidden = _resampled(ply.before)
        assert shown_to(ply.before, None) == shown_to(hidden, None)
        assert shown_to(ply.before, 0) == shown_to(hidden, 0)


def _resampled(state: State) -> State:
    """Everything that the first player has not seen is in the opposite order; played cards stay."""
    first, *others = state.setup.decks
    mixed = [
        Decks(*(_reversed(deck, state.played[seat]) for deck in decks))
        for seat, decks in enumerate(others, 1)
    ]
    return state._replace(setup=replace(state.setup, decks=(first, *mixed)))


def _reversed(deck: tuple[str, ...], played: Collection[str]) -> tuple[str, ...]:
    rest = [card for card in deck if card not in played]
    return tuple(card if card in played else rest.pop() for card in deck)


def test_the_face_holds_no_states() -> None:
    folder = Path(bot.games.castellan.__file__).parent
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                assert node.module not in CLOSED, path.name
                assert node.module.split(".")[-1] not in SECRET, path.name
