"""Moves and coordinates as text that people can type and read. Knows no state.

    E5 r1                                   tile on E5, one quarter turn clockwise
    E5 r1 knight@NNE                        and a knight on the tower at its port NNE
    E5 r1 knight@NNE 2@E5.NNE 3@F5.W        wall tiles 2 and 3 on two completed features
    E5 r1 2@none                            wall tile 2 spent for nothing
    E5 r1 squire@SSE order E5.SSE>E6.S      the order of scoring, where it matters
    again, end                              the answers to "another turn?"

Columns A to L run from the west, rows 1 to 9 from the south.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import assert_never

from engine.castle.vocabulary.moves import (
    ROLES,
    AnotherTurn,
    Move,
    Placement,
    Posting,
    Spot,
    Turn,
    WallTilePlay,
)
from engine.errors import NotationError
from engine.questions import Part
from engine.texts.words import Words, split
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES

COLUMNS = "ABCDEFGHIJKL"
ROWS = 9
AGAIN, END = "again", "end"
NONE = "none"
LONGEST = 200

_CELL = re.compile(r"([A-L])([1-9])", re.ASCII)
_ROTATION = re.compile(r"R([0-3])", re.ASCII)
_FOLLOWER = re.compile(r"(HERALD|KNIGHT|SQUIRE|MERCHANT)@([NESW]{1,3})", re.ASCII)
_WALL_TILE = re.compile(r"([23])@(NONE|[A-L][1-9]\.[NESW]{1,3})", re.ASCII)


class Expected(StrEnum):
    """What a text needs at the place where it stops being a move."""

    CELL = "a cell such as E5"
    ROTATION = "a rotation r0, r1, r2 or r3"
    REST = "a follower such as knight@NNE, 2@E5.NNE, order, or the end"
    SPOT = "a spot such as E5.NNE"
    SPOTS = "spots such as E5.S>E6.SSE"
    PORT = f"one of {', '.join(PORT_NAMES)}"
    LENGTH = f"at most {LONGEST} characters"


def cell_name(cell: Cell) -> str:
    """The name of a cell; one without a name is given by its coordinates."""
    x, y = cell
    if x not in range(len(COLUMNS)) or y not in range(ROWS):
        return f"{x},{y}"
    return f"{COLUMNS[x]}{ROWS - y}"


def spot_name(spot: Spot) -> str:
    return f"{cell_name(spot.cell)}.{PORT_NAMES[spot.port]}"


def move_text(move: Move) -> str:
    """The one canonical text of a move."""
    match move:
        case AnotherTurn(taken):
            return AGAIN if taken else END
        case Turn(placement, follower, wall_tiles, order):
            words = [cell_name(placement.cell), f"r{placement.rotation}"]
            if follower is not None:
                words.append(_posting_text(follower))
            words += map(_play_text, wall_tiles)
            if order:
                words += ["order", _order_text(order)]
            return " ".join(words)
        case _:
            assert_never(move)


def parts(move: Move) -> tuple[Part, ...]:
    """The steps in which a player chooses a move, each with the token chosen there."""
    match move:
        case AnotherTurn():
            return (("again", move_text(move)),)
        case Turn(placement, follower, wall_tiles, order):
            return (
                ("cell", cell_name(placement.cell)),
                ("rotation", f"r{placement.rotation}"),
                ("follower", NONE if follower is None else _posting_text(follower)),
                ("wall_tiles", " ".join(map(_play_text, wall_tiles)) or NONE),
                ("order", _order_text(order) or NONE),
            )
        case _:
            assert_never(move)


def assemble(chosen: Iterable[Part]) -> Move:
    """The move made of these parts. Missing parts are left out."""
    words = []
    for step, token in chosen:
        if step == "order" and token != NONE:
            words.append("order")
        if token != NONE:
            words.append(token)
    return parse_move(" ".join(words))


def _posting_text(follower: Posting) -> str:
    return f"{follower.role}@{PORT_NAMES[follower.port]}"


def _play_text(play: WallTilePlay) -> str:
    return f"{play.kind}@{NONE if play.target is None else spot_name(play.target)}"


def _order_text(order: Iterable[Spot]) -> str:
    return ">".join(map(spot_name, order))


def parse_move(text: str) -> Move:
    """The move that a text means, ignoring capitals and the kind and number of blanks."""
    words = split(text, LONGEST, Expected.LENGTH)
    if words in ([AGAIN.upper()], [END.upper()]):
        return AnotherTurn(words == [AGAIN.upper()])
    return _Words(text, words).turn()


def parse_cell(text: str) -> Cell:
    found = _CELL.fullmatch(text.strip().upper())
    if found is None:
        raise NotationError(text, text, Expected.CELL)
    return COLUMNS.index(found[1]), ROWS - int(found[2])


class _Words(Words):
    """The words of a turn, taken one at a time."""

    def turn(self) -> Turn:
        cell = self.need(_CELL, Expected.CELL)
        rotation = self.need(_ROTATION, Expected.ROTATION)
        placement = Placement(parse_cell(cell[0]), int(rotation[1]))
        posting = self.follower()
        plays = []
        while (found := self.take(_WALL_TILE)) is not None:
            target = None if found[2] == "NONE" else self.spot(found[2])
            plays.append(WallTilePlay(int(found[1]), target))
        order = self.order()
        if self.words:
            raise self.error(Expected.REST)
        return Turn(placement, posting, tuple(plays), order)

    def follower(self) -> Posting | None:
        found = self.take(_FOLLOWER)
        if found is None:
            return None
        role = next(role for role in ROLES.values() if role.upper() == found[1])
        return Posting(role, self.port(found[2]))

    def order(self) -> tuple[Spot, ...]:
        if self.words[:1] != ["ORDER"]:
            return ()
        del self.words[0]
        if not self.words:
            raise self.error(Expected.SPOTS)
        return tuple(self.spot(name) for name in self.words.pop(0).split(">"))

    def spot(self, name: str) -> Spot:
        cell, dot, port = name.partition(".")
        if not dot or _CELL.fullmatch(cell) is None:
            raise NotationError(self.text, name, Expected.SPOT)
        return Spot(parse_cell(cell), self.port(port))

    def port(self, name: str) -> int:
        if name not in PORT_NAMES:
            raise NotationError(self.text, name, Expected.PORT)
        return PORT_NAMES.index(name)
