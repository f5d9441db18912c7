"""Moves and pieces as text that people can type and read. Knows no state.

    T1: t0,0                        card T1 is played; a tower on 0,0
    T1 W3: t0,0 s0,0E l1,0N         a short wall from 0,0 to the east, a long one from 1,0 to the
                                    north
    T1: t3,1; 2x3,1                 the courtyard with the cell 3,1 gets, or keeps, the double keep
    T1: t3,1; 2x3,1; wt             and a card is drawn from the wall deck, one from the tower deck

x grows to the east, y to the north. A wall may be typed from either end, in any of the directions
N, E, S, W; it is written from its western or southern end. A cell is named by its south-west point.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from engine.castellan.vocabulary.moves import DECKS, Deck, Move, Turn
from engine.castellan.vocabulary.pieces import KINDS, Cell, Heading, Kind, Piece, Point
from engine.errors import NotationError
from engine.questions import Part
from engine.texts.words import Words, split, with_minus

LONGEST = 1000
BUILD = "build"
"""The token chosen instead of one more card."""
NO_DOUBLE = "no"

_KINDS: Mapping[str, Kind] = {kind: kind for kind in KINDS}
_DECKS: Mapping[str, Deck] = {deck: deck for deck in DECKS}
_DIGITS = "0123456789"
_CARD = re.compile(r"[A-Z][A-Z0-9]{0,5}", re.ASCII)
_PIECE = re.compile(r"([TSL])(-?[0-9]{1,3}),(-?[0-9]{1,3})([NESW]?)", re.ASCII)
_POINT = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)
_DOUBLE = re.compile(r"2X(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)
_DRAW = re.compile(r"[WT]+", re.ASCII)
_SIGN = {";": re.compile(";"), ":": re.compile(":")}
_COMMA = re.compile(r" ?, ?")
_APART = re.compile(r"([:;])")


class Expected(StrEnum):
    """What a text needs at the place where it stops being a move."""

    CARD = "a card such as T1"
    CARDS = "another card, or : and then the pieces"
    TOWER = "a tower such as t0,0"
    WALL = "a wall such as s0,0E"
    PIECE = "a piece such as t0,0 or s0,0E"
    PIECES = "a piece such as t0,0 or s0,0E, ; or the end"
    CELL = "a cell such as 3,1"
    ENDING = "2x and a cell such as 2x3,1, or the decks to draw from such as wt"
    DECKS = "the decks to draw from such as wt"
    END = "the end"
    LENGTH = f"at most {LONGEST} characters"


def point_text(point: Point) -> str:
    x, y = point
    return f"{x},{y}"


def place_text(piece: Piece) -> str:
    """Where a piece stands, without its kind."""
    return f"{point_text(piece.at)}{piece.heading}"


def piece_text(piece: Piece) -> str:
    return f"{piece.kind[0]}{place_text(piece)}"


def move_text(move: Move) -> str:
    """The one canonical text of a move."""
    words = [f"{' '.join(move.cards)}:", *map(piece_text, move.build)]
    ending = [] if move.double is None else [f"2x{point_text(move.double)}"]
    if move.draw:
        ending.append("".join(deck[0] for deck in move.draw))
    return "; ".join([" ".join(words), *ending])


def step(name: str, number: int) -> str:
    """The name of a question that is asked several times, counted from 1."""
    return name if number == 1 else f"{name}{number}"


def parts(move: Move) -> tuple[Part, ...]:
    """The steps in which a player chooses a move, each with the token chosen there."""
    cards = [*move.cards, BUILD]
    chosen = [(step("card", number), card) for number, card in enumerate(cards, 1)]
    for number, piece in enumerate(move.build, 1):
        chosen += [(step("kind", number), piece.kind), (step("place", number), place_text(piece))]
    chosen.append(("double", NO_DOUBLE if move.double is None else point_text(move.double)))
    chosen += [(step("draw", number), deck) for number, deck in enumerate(move.draw, 1)]
    return tuple(chosen)


def assemble(chosen: Iterable[Part]) -> Move:
    """The move made of these parts. Missing parts are left out."""
    cards, kinds, build = list[str](), list[Kind](), list[Piece]()
    double, draw = None, list[Deck]()
    for name, token in chosen:
        match name.rstrip(_DIGITS):
            case "place":
                build.append(_piece_at(kinds[-1], token))
            case "kind":
                kinds.append(_KINDS[token])
            case "card" if token != BUILD:
                cards.append(token)
            case "double" if token != NO_DOUBLE:
                double = parse_cell(token)
            case "draw":
                draw.append(_DECKS[token])
            case _:
                pass
    return Turn(tuple(cards), tuple(build), double, tuple(draw))


def parse_move(text: str) -> Move:
    """The move that a text means, ignoring capitals and the kind and number of blanks."""
    plain = " ".join(split(with_minus(text), LONGEST, Expected.LENGTH))
    spaced = _APART.sub(r" \1 ", _COMMA.sub(",", plain))
    words = _Words(text, spaced.split())
    cards = [words.need(_CARD, Expected.CARD)[0]]
    while (card := words.take(_CARD)) is not None:
        cards.append(card[0])
    words.need(_SIGN[":"], Expected.CARDS)
    build = words.build()
    double = draw = None
    if words.take(_SIGN[";"]):
        double = words.take(_DOUBLE)
        draw = None if double else words.need(_DRAW, Expected.ENDING)
    if double and words.take(_SIGN[";"]):
        draw = words.need(_DRAW, Expected.DECKS)
    if words.words:
        raise words.error(Expected.END if draw else Expected.PIECES)
    return Turn(
        tuple(cards),
        tuple(build),
        None if double is None else (int(double[1]), int(double[2])),
        () if draw is None else _decks(draw[0]),
    )


def _decks(letters: str) -> tuple[Deck, ...]:
    return tuple("wall" if letter == "W" else "tower" for letter in letters)


def parse_piece(text: str) -> Piece:
    """One piece as typed, such as `l1,0N`."""
    words = _Words(text, split(_COMMA.sub(",", with_minus(text)), LONGEST, Expected.LENGTH))
    piece = words.piece()
    if piece is None or words.words:
        raise words.error(Expected.PIECE)
    return piece


@lru_cache(maxsize=4096)
def _piece_at(kind: Kind, place: str) -> Piece:
    """The piece of this kind at a place as `place_text` writes it."""
    return parse_piece(f"{kind[0]}{place}")


def parse_cell(text: str) -> Cell:
    found = _POINT.fullmatch(with_minus(text).strip())
    if found is None:
        raise NotationError(text, text, Expected.CELL)
    return int(found[1]), int(found[2])


def _from(kind: Kind, point: Point, heading: str) -> Piece:
    """The wall that leads there from a point, written from its western or southern end."""
    length = 2 if kind == "long" else 1
    x, y = point
    match heading:
        case "W":
            return Piece(kind, (x - length, y), "E")
        case "S":
            return Piece(kind, (x, y - length), "N")
        case _:
            along: Heading = "E" if heading == "E" else "N"
            return Piece(kind, point, along)


class _Words(Words):
    """The words of a turn, taken one at a time."""

    def build(self) -> Sequence[Piece]:
        found: list[Piece] = []
        while (piece := self.piece()) is not None:
            found.append(piece)
        return found

    def piece(self) -> Piece | None:
        found = self.take(_PIECE)
        if found is None:
            return None
        kind = next(kind for kind in KINDS if kind[0].upper() == found[1])
        point = int(found[2]), int(found[3])
        if (kind == "tower") == bool(found[4]):
            expected = Expected.TOWER if kind == "tower" else Expected.WALL
            raise NotationError(self.text, found[0], expected)
        return Piece(kind, point) if kind == "tower" else _from(kind, point, found[4])
