"""Turns as text: cards, pieces, double keep, decks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.castellan.cards import DECKS
from engine.castellan.moves import Turn, parse_cell, parse_piece, piece_text, point_text
from engine.castellan.pieces import Piece
from engine.castellan.rules import castellan
from engine.errors import NotationError

POINTS = st.tuples(st.integers(-999, 999), st.integers(-999, 999))
PIECES = st.builds(Piece, st.just("tower"), POINTS, st.just("")) | st.builds(
    Piece, st.sampled_from(["short", "long"]), POINTS, st.sampled_from(["E", "N"])
)
CARDS = st.from_regex(r"[A-Z][A-Z0-9]{0,5}", fullmatch=True)
TURNS = st.builds(
    Turn,
    st.lists(CARDS, min_size=1, max_size=5).map(tuple),
    st.lists(PIECES, max_size=20).map(tuple),
    st.none() | POINTS,
    st.lists(st.sampled_from(DECKS), max_size=4).map(tuple),
)


@given(TURNS)
def test_turns_survive_a_round_trip_through_text_and_parts(turn: Turn) -> None:
    assert castellan.parse_move(castellan.move_text(turn)) == turn
    assert castellan.assemble(castellan.parts(turn)) == turn


@given(PIECES)
def test_a_piece_reads_back_from_its_text(piece: Piece) -> None:
    assert parse_piece(piece_text(piece)) == piece


@given(POINTS)
def test_a_cell_reads_back_from_its_text(cell: tuple[int, int]) -> None:
    assert parse_cell(point_text(cell)) == cell


TOWER = Piece("tower", (0, 0))
WALLS = Piece("short", (0, 0), "E"), Piece("long", (1, 0), "N")


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("T1: t0,0", Turn(("T1",), (TOWER,))),
        ("T1:", Turn(("T1",), ())),
        ("T1 W3: t0,0 s0,0E l1,0N", Turn(("T1", "W3"), (TOWER, *WALLS))),
        ("T1: t3,1; 2x3,1", Turn(("T1",), (Piece("tower", (3, 1)),), (3, 1))),
        ("T1: t3,1; w", Turn(("T1",), (Piece("tower", (3, 1)),), None, ("wall",))),
        (
            "T1: t3,1; 2x-3,-12; wt",
            Turn(("T1",), (Piece("tower", (3, 1)),), (-3, -12), ("wall", "tower")),
        ),
        ("T1:; ttw", Turn(("T1",), (), None, ("tower", "tower", "wall"))),
    ],
)
def test_the_text_of_a_turn(text: str, turn: Turn) -> None:
    assert castellan.move_text(turn) == text
    assert castellan.parse_move(text) == turn


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("s1,0W", "s0,0E"),
        ("s0,1S", "s0,0N"),
        ("l2,0W", "l0,0E"),
        ("l0,2S", "l0,0N"),
        ("l0,0W", "l-2,0E"),
        ("l0,0S", "l0,-2N"),
    ],
)
def test_a_wall_may_be_typed_from_either_end(typed: str, written: str) -> None:
    assert piece_text(parse_piece(typed)) == written
    assert castellan.move_text(castellan.parse_move(f"W1: {typed}")) == f"W1: {written}"


@pytest.mark.parametrize(
    "text",
    [
        "t1 w3: T0,0 S-1,0e; 2X-3,1; WT",
        "  T1   W3 :t0 , 0  s-1,0E;2x-3 ,1 ;wt ",
        "T1 W3: t0,0 s\u22121,0E; 2x\u20133,1; wt",
        "T1 W3:\u00a0t0,0\u2009s-1,0E;\u200b2x-3,1; wt",
        "T1 W3: t00,000 s-001,0E; 2x-03,01; wt",
        "T1 W3: t-0,0 s0,-0W; 2x-3,1; wt",
    ],
)
def test_what_a_phone_makes_of_it_is_understood(text: str) -> None:
    assert castellan.move_text(castellan.parse_move(text)) == "T1 W3: t0,0 s-1,0E; 2x-3,1; wt"


CARD = "a card such as T1"
PIECE = "a piece such as t0,0 or s0,0E, ; or the end"
DOUBLE = "2x and a cell such as 2x3,1, or the decks to draw from such as wt"


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", "", CARD),
        (":", ":", CARD),
        ("t0,0", "t0,0", CARD),
        ("1T: t0,0", "1T", CARD),
        ("TOOLONG: t0,0", "TOOLONG", CARD),
        ("T1", "", "another card, or : and then the pieces"),
        ("T1 t0,0", "t0,0", "another card, or : and then the pieces"),
        ("T1; w", ";", "another card, or : and then the pieces"),
        ("T1: x0,0", "x0,0", PIECE),
        ("T1: t0", "t0", PIECE),
        ("T1: t0,0,0", "t0,0,0", PIECE),
        ("T1: t1000,0", "t1000,0", PIECE),
        ("T1: t--1,0", "t--1,0", PIECE),
        ("T1: s0,0NE", "s0,0NE", PIECE),
        ("T1: t0,0 W1", "W1", PIECE),
        ("T1: t0,0: w", ":", PIECE),
        ("T1: t0,0E", "t0,0E", "a tower such as t0,0"),
        ("T1: s0,0", "s0,0", "a wall such as s0,0E"),
        ("T1: t0,0;", "", DOUBLE),
        ("T1: t0,0; x", "x", DOUBLE),
        ("T1: t0,0; 2x3", "2x3", DOUBLE),
        ("T1: t0,0; 2x3,1;", "", "the decks to draw from such as wt"),
        ("T1: t0,0; 2x3,1; 2x4,1", "2x4,1", "the decks to draw from such as wt"),
        ("T1: t0,0; 2x3,1 wt", "wt", PIECE),
        ("T1: t0,0; w x", "x", "the end"),
        ("T1: t0,0; wt; wt", ";", "the end"),
        ("T\u0661: t0,0", "", CARD),
        ("T1: t0,0 " * 200, "", "at most 1000 characters"),
        (" " * 1_000_000, "", "at most 1000 characters"),
        ("," * 1_000_000, "", "at most 1000 characters"),
    ],
)
def test_texts_that_are_no_turn_are_refused_where_they_go_wrong(
    text: str, at: str, expected: str
) -> None:
    with pytest.raises(NotationError) as refused:
        castellan.parse_move(text)
    assert (refused.value.at, refused.value.expected) == (at, expected)


@given(st.text(max_size=40) | st.text("TW1s0,:; 2x-NEl", max_size=40))
def test_any_other_text_is_refused_as_such(text: str) -> None:
    try:
        turn = castellan.parse_move(text)
    except NotationError:
        return
    assert castellan.parse_move(castellan.move_text(turn)) == turn


@given(st.text(max_size=20) | st.text("tsl0,-NESW ", max_size=12))
def test_so_is_what_is_no_piece(text: str) -> None:
    try:
        piece = parse_piece(text)
    except NotationError:
        return
    assert parse_piece(piece_text(piece)) == piece


@pytest.mark.parametrize("text", ["", "3", "3,", "3,1,2", "1000,0", "3,1E", "\u0661,0", "a,b"])
def test_so_is_what_is_no_cell(text: str) -> None:
    with pytest.raises(NotationError, match="a cell such as 3,1"):
        parse_cell(text)


@pytest.mark.parametrize("text", ["\u017f0,0E", "t0,0 t1,0", "", "t0,0;", "\u0661,0"])
def test_one_piece_is_exactly_one_plain_piece(text: str) -> None:
    with pytest.raises(NotationError):
        parse_piece(text)


def test_the_steps_of_a_turn_are_distinguished_by_numbers() -> None:
    turn = castellan.parse_move("T1 W1: t0,0 s0,0E; 2x3,1; wt")
    assert castellan.parts(turn) == (
        ("card", "T1"),
        ("card2", "W1"),
        ("card3", "build"),
        ("kind", "tower"),
        ("place", "0,0"),
        ("kind2", "short"),
        ("place2", "0,0E"),
        ("double", "3,1"),
        ("draw", "wall"),
        ("draw2", "tower"),
    )


def test_a_turn_without_a_double_keep_says_so() -> None:
    assert ("double", "no") in castellan.parts(castellan.parse_move("T1:"))
