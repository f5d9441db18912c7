"""A turn as a value and as text, why one can be refused, and the options of a game.

    T1: t0,0                        card T1 is played; a tower on 0,0
    T1 W3: t0,0 s0,0E l1,0N         a short wall from 0,0 to the east, a long one from 1,0 to the
                                    north
    T1: t3,1; 2x3,1                 the courtyard with the cell 3,1 gets, or keeps, the double keep
    T1: t3,1; 2x3,1; wt             and a card is drawn from the wall deck, one from the tower deck

x grows to the east, y to the north. A wall may be typed from either end, in any of the directions
N, E, S, W; it is written from its western or southern end. A cell is named by its south-west point.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from string import digits
from typing import Literal, NamedTuple

from engine.castellan.cards import DECKS, Deck
from engine.castellan.pieces import KINDS, Cell, Kind, Piece, Point, walls_from
from engine.errors import NotationError
from engine.questions import Part
from engine.texts.options import OptionSet
from engine.texts.words import Tokens, split, with_minus


class Turn(NamedTuple):
    """One atomic turn; everything in it is chosen before any of it happens."""

    cards: tuple[str, ...]
    """In the order in which they were chosen, which makes no difference."""
    build: tuple[Piece, ...]
    """In the order of building."""
    double: Cell | None = None
    """K12: a cell of the courtyard that gets, or keeps, the double keep."""
    draw: tuple[Deck, ...] = ()
    """K15: the decks to draw from."""


class Reason(StrEnum):
    """Why a move is illegal, each reason with the facts that go with it. Points, cells and walls
    are given as they are typed."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"  # seat
    NO_CARD = "no_card"  # hand
    NOT_IN_HAND = "not_in_hand"  # card, hand
    CARD_TWICE = "card_twice"  # card
    NO_TOWER_SHOWN = "no_tower_shown"  # cards: on the very first turn
    NOT_TO_PLACE = "not_to_place"  # piece, left: how many of each kind are left to place
    NOT_THE_START = "not_the_start"  # piece: the first piece of the game begins at 0,0
    TOWER_STANDS = "tower_stands"  # at
    ON_A_MIDDLE = "on_a_middle"  # at, wall: a tower on the middle of a long wall
    NO_OPEN_END = "no_open_end"  # at: a tower that would join nothing
    NO_TOWER = "no_tower"  # piece, at, to: a wall that would join no tower
    WALL_STANDS = "wall_stands"  # piece, wall: the wall that occupies the stretch
    END_ON_MIDDLE = "end_on_middle"  # piece, at, wall: the long wall whose middle lies there
    MIDDLE_ON_TOWER = "middle_on_tower"  # piece, at
    MIDDLE_ON_END = "middle_on_end"  # piece, at, wall: the wall that ends there
    MIDDLE_ON_MIDDLE = "middle_on_middle"  # piece, at, wall
    COURTYARD_TAKEN = "courtyard_taken"  # piece, seat: whose courtyard it is
    PIECE_LEFT = "piece_left"  # kind, places: where it can go, left
    NO_DOUBLE_HERE = "no_double_here"  # cell, cells: one of each courtyard that may be chosen
    DOUBLE_USED = "double_used"  # cell
    DOUBLE_STAYS = "double_stays"  # cells: one of each part, one of which has to be chosen
    DRAW_COUNT = "draw_count"  # draws: how many decks were named, due: how many are due
    DECK_EMPTY = "deck_empty"  # deck, left: how many cards are left in each deck


LONGEST = 1000
# The token chosen instead of one more card.
BUILD = "build"
NO_DOUBLE = "no"

_CARD = re.compile(r"[A-Z][A-Z0-9]{0,5}", re.ASCII)
_PIECE = re.compile(r"([TSL])(-?[0-9]{1,3}),(-?[0-9]{1,3})([NESW]?)", re.ASCII)
_CELL = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)
_DOUBLE = re.compile(r"2X(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)
_DRAW = re.compile(r"[WT]+", re.ASCII)
_COLON = re.compile(":")
_SEMICOLON = re.compile(";")
_COMMA = re.compile(r" ?, ?")
_APART = re.compile(r"([:;])")


class Expected(StrEnum):
    """Input expected at the place where a text stops being a move."""

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
    """Write the place of a piece, without its kind."""
    return f"{point_text(piece.at)}{piece.heading}"


def piece_text(piece: Piece) -> str:
    return f"{piece.kind[0]}{place_text(piece)}"


def move_text(move: Turn) -> str:
    ending = [] if move.double is None else [f"2x{point_text(move.double)}"]
    if move.draw:
        ending.append("".join(deck[0] for deck in move.draw))
    turn = " ".join([f"{' '.join(move.cards)}:", *map(piece_text, move.build)])
    return "; ".join([turn, *ending])


def step(name: str, number: int) -> str:
    """Name a question that is asked several times, counted from 1."""
    return name if number == 1 else f"{name}{number}"


def parts(move: Turn) -> tuple[Part, ...]:
    cards = [*move.cards, BUILD]
    chosen = [(step("card", number), card) for number, card in enumerate(cards, 1)]
    for number, piece in enumerate(move.build, 1):
        chosen += [(step("kind", number), piece.kind), (step("place", number), place_text(piece))]
    chosen.append(("double", NO_DOUBLE if move.double is None else point_text(move.double)))
    chosen += [(step("draw", number), deck) for number, deck in enumerate(move.draw, 1)]
    return tuple(chosen)


def assemble(chosen: Iterable[Part]) -> Turn:
    """Make a move of these parts. Missing parts are left out."""
    cards = list[str]()
    build = list[Piece]()
    draw = list[Deck]()
    kind = ""
    double = None
    for name, token in chosen:
        match name.rstrip(digits):
            case "kind":
                kind = token
            case "place":
                build.append(parse_piece(f"{kind[0]}{token}"))
            case "card" if token != BUILD:
                cards.append(token)
            case "double" if token != NO_DOUBLE:
                double = parse_cell(token)
            case "draw":
                [deck] = [deck for deck in DECKS if deck == token]
                draw.append(deck)
            case _:
                pass
    return Turn(tuple(cards), tuple(build), double, tuple(draw))


def parse_move(text: str) -> Turn:
    """Read a move, ignoring capitals and the kind and number of blanks."""
    plain = " ".join(split(with_minus(text), LONGEST, Expected.LENGTH))
    words = Tokens(text, _APART.sub(r" \1 ", _COMMA.sub(",", plain)).split())
    cards = [words.expect(_CARD, Expected.CARD)[0]]
    while (card := words.take(_CARD)) is not None:
        cards.append(card[0])
    words.expect(_COLON, Expected.CARDS)
    build = list[Piece]()
    while (piece := _take_piece(words)) is not None:
        build.append(piece)
    double = None
    draw = None
    if words.take(_SEMICOLON):
        double = words.take(_DOUBLE)
        draw = None if double else words.expect(_DRAW, Expected.ENDING)
    if double and words.take(_SEMICOLON):
        draw = words.expect(_DRAW, Expected.DECKS)
    if words.words:
        raise words.error(Expected.END if draw else Expected.PIECES)
    decks: dict[str, Deck] = {"W": "wall", "T": "tower"}
    return Turn(
        tuple(cards),
        tuple(build),
        None if double is None else (int(double[1]), int(double[2])),
        () if draw is None else tuple(decks[letter] for letter in draw[0]),
    )


@lru_cache(maxsize=4096)
def parse_piece(text: str) -> Piece:
    """One piece as typed, such as `l1,0N`."""
    words = Tokens(text, split(_COMMA.sub(",", with_minus(text)), LONGEST, Expected.LENGTH))
    piece = _take_piece(words)
    if piece is None or words.words:
        raise words.error(Expected.PIECE)
    return piece


def _take_piece(words: Tokens) -> Piece | None:
    match = words.take(_PIECE)
    if match is None:
        return None
    letter, x, y, heading = match.groups()
    kind: Kind = next(kind for kind in KINDS if kind[0].upper() == letter)
    point = int(x), int(y)
    if kind == "tower":
        if heading:
            raise NotationError(words.text, match[0], Expected.TOWER)
        return Piece(kind, point)
    if not heading:
        raise NotationError(words.text, match[0], Expected.WALL)
    return walls_from(kind, point)["NESW".index(heading)]


def parse_cell(text: str) -> Cell:
    match = _CELL.fullmatch(with_minus(text).strip())
    if match is None:
        raise NotationError(text, text, Expected.CELL)
    return int(match[1]), int(match[2])


@dataclass(frozen=True, slots=True)
class Options:
    """Each option with its default first."""

    trial_building: Literal["on", "off"] = "on"
    """K13. It concerns only how a turn is chosen: the same turns are legal with both."""


OPTIONS = OptionSet({"classic": Options()})
