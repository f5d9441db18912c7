"""Moves as text: every move has one text, and every text one move or one clear error."""

import pytest

from engine.castle.moves import (
    AnotherTurn,
    Deployment,
    Move,
    Spot,
    Turn,
    WallTilePlay,
    cell_name,
    parse_cell,
    spot_name,
)
from engine.castle.rules import castle
from engine.errors import NotationError
from engine.tiles.grid import Placement

E5 = Placement((4, 4), 1)
TEXTS: dict[str, Move] = {
    "E5 r1": Turn(E5),
    "A9 r0": Turn(Placement((0, 0), 0)),
    "L1 r3": Turn(Placement((11, 8), 3)),
    "E5 r1 knight@NNE": Turn(E5, Deployment("knight", 2)),
    "E5 r1 herald@N": Turn(E5, Deployment("herald", 1)),
    "E5 r1 merchant@WNW": Turn(E5, Deployment("merchant", 11)),
    "E5 r1 knight@NNE 2@E5.NNE 3@F5.W": Turn(
        E5,
        Deployment("knight", 2),
        (WallTilePlay(2, Spot((4, 4), 2)), WallTilePlay(3, Spot((5, 4), 10))),
    ),
    "E5 r1 2@none 2@none": Turn(E5, None, (WallTilePlay(2, None), WallTilePlay(2, None))),
    "E5 r1 squire@S order E5.S>E6.SSE": Turn(
        E5, Deployment("squire", 7), (), (Spot((4, 4), 7), Spot((4, 3), 6))
    ),
    "E5 r1 3@E5.N order E5.N>D5.E>F5.W": Turn(
        E5,
        None,
        (WallTilePlay(3, Spot((4, 4), 1)),),
        (Spot((4, 4), 1), Spot((3, 4), 4), Spot((5, 4), 10)),
    ),
    "again": AnotherTurn(True),
    "end": AnotherTurn(False),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_move_has_one_text_and_the_text_means_the_move(text: str) -> None:
    assert castle.parse_move(text) == TEXTS[text]
    assert castle.move_text(TEXTS[text]) == text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("E5 r1", ("E5", "r1", "none", "none", "none")),
        (
            "E5 r1 knight@NNE 2@E5.NNE 3@F5.W",
            ("E5", "r1", "knight@NNE", "2@E5.NNE 3@F5.W", "none"),
        ),
        ("E5 r1 2@none 2@none", ("E5", "r1", "none", "2@none 2@none", "none")),
        (
            "E5 r1 squire@S order E5.S>E6.SSE",
            ("E5", "r1", "squire@S", "none", "E5.S>E6.SSE"),
        ),
    ],
)
def test_a_turn_is_chosen_in_five_steps(text: str, tokens: tuple[str, ...]) -> None:
    steps = ("cell", "rotation", "follower", "wall_tiles", "order")
    assert castle.parts(TEXTS[text]) == tuple(zip(steps, tokens, strict=True))


@pytest.mark.parametrize("answer", ["again", "end"])
def test_another_turn_is_chosen_in_one_step(answer: str) -> None:
    assert castle.parts(TEXTS[answer]) == (("again", answer),)


@pytest.mark.parametrize("text", TEXTS)
def test_capitals_and_extra_blanks_do_not_matter(text: str) -> None:
    assert castle.parse_move(f"  {text.upper().replace(' ', '   ')} ") == TEXTS[text]
    assert castle.parse_move(text.lower()) == TEXTS[text]


@pytest.mark.parametrize("blank", ["\t", "\n", "\u00a0", "\u2009", "\u3000", "\u200b", "\ufeff"])
def test_every_kind_of_blank_is_a_blank(blank: str) -> None:
    for text, move in TEXTS.items():
        assert castle.parse_move(f"{blank}{text.replace(' ', blank)}{blank}") == move


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", "", "a cell"),
        ("E5", "", "a rotation"),
        ("M5 r0", "M5", "a cell"),
        ("E0 r0", "E0", "a cell"),
        ("E10 r0", "E10", "a cell"),
        ("E5 r4", "r4", "a rotation"),
        ("E5 0", "0", "a rotation"),
        ("E5 r0 bishop@N", "bishop@N", "a follower"),
        ("E5 r0 knight", "knight", "a follower"),
        ("E5 r0 knight@NN", "NN", "one of NNW, N, NNE"),
        ("E5 r0 2@E5", "2@E5", "a follower"),
        ("E5 r0 4@none", "4@none", "a follower"),
        ("E5 r0 2@E5.X", "2@E5.X", "a follower"),
        ("E5 r0 2@E5.NEN", "NEN", "one of"),
        ("E5 r0 2@none knight@N", "knight@N", "a follower"),
        ("E5 r0 order", "", "spots"),
        ("E5 r0 order E5", "E5", "a spot"),
        ("E5 r0 order E5.N>", "", "a spot"),
        ("E5 r0 order M5.N", "M5.N", "a spot"),
        ("E5 r0 order E5.N E6.N", "E6.N", "a follower"),
        ("again please", "again", "a cell"),
        ("É5 r0", "", "a cell"),
        ("E5 r0" + " " * 200, "", "at most 200"),
    ],
)
def test_invalid_move_texts_are_refused_where_parsing_fails(
    text: str, at: str, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        castle.parse_move(text)
    assert caught.value.text == text
    assert caught.value.at == at
    assert caught.value.expected.startswith(expected)
    assert str(caught.value).startswith(f"expected {expected}")


def test_a_text_of_200_characters_is_read() -> None:
    text = "E5 r1".ljust(200)
    assert castle.parse_move(text) == Turn(E5)
    with pytest.raises(NotationError):
        castle.parse_move(text + " ")


def test_columns_run_from_the_west_and_rows_from_the_south() -> None:
    assert cell_name((0, 0)) == "A9"
    assert cell_name((11, 8)) == "L1"
    assert spot_name(Spot((4, 4), 3)) == "E5.ENE"
    assert parse_cell(" c1 ") == (2, 8)
    for text in ("", "C", "1C", "C0", "N1", "C11"):
        with pytest.raises(NotationError):
            parse_cell(text)
