"""Moves and coordinates as text that people can type and read. Knows no state.

    -3,12 r1                    tile three to the west and twelve to the north of the start tile,
                                one quarter turn clockwise
    -3,12 r1 knight@N           and a knight in the city on its north side
    -3,12 r1 highwayman@E       or a highwayman on the road to the east
    -3,12 r1 farmer@SSW         or a farmer in the field at its port SSW
    -3,12 r1 monk               or a monk in its cloister

The start tile lies on 0,0. The first number grows to the east, the second to the north. A segment
is named by the first middle of a side that it owns (N, E, S, W), else by its first port.
"""

import re
from collections.abc import Iterable
from enum import StrEnum

from engine.carcassonne.vocabulary.moves import ROLES, Move, Placement, Posting, Turn
from engine.errors import NotationError
from engine.questions import Part
from engine.texts.words import Words, split, with_minus
from engine.tiles.grid import Cell
from engine.tiles.ports import PORT_NAMES, PORTS

NONE = "none"
LONGEST = 200

_CELL = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)
_ROTATION = re.compile(r"R([0-3])", re.ASCII)
_FOLLOWER = re.compile(r"(KNIGHT|HIGHWAYMAN|FARMER)@([NESW]{1,3})|(MONK)", re.ASCII)
_COMMA = re.compile(r" ?, ?")


class Expected(StrEnum):
    """What a text needs at the place where it stops being a move."""

    CELL = "a cell such as -3,12"
    ROTATION = "a rotation r0, r1, r2 or r3"
    FOLLOWER = "a follower such as knight@N, farmer@SSW or monk, or the end"
    PORT = f"one of {', '.join(PORT_NAMES)}"
    LENGTH = f"at most {LONGEST} characters"


def cell_name(cell: Cell) -> str:
    x, y = cell
    return f"{x},{-y}"


def move_text(move: Move) -> str:
    """The one canonical text of a move."""
    words = [cell_name(move.placement.cell), f"r{move.placement.rotation}"]
    if move.follower is not None:
        words.append(posting_text(move.follower))
    return " ".join(words)


def parts(move: Move) -> tuple[Part, ...]:
    """The steps in which a player chooses a move, each with the token chosen there."""
    return (
        ("cell", cell_name(move.placement.cell)),
        ("rotation", f"r{move.placement.rotation}"),
        ("follower", NONE if move.follower is None else posting_text(move.follower)),
    )


def assemble(chosen: Iterable[Part]) -> Move:
    """The move made of these parts. Missing parts are left out."""
    return parse_move(" ".join(token for _, token in chosen if token != NONE))


def posting_text(follower: Posting) -> str:
    """A port as text; one that does not exist, and so has no name, is given by its number."""
    role, port = follower
    if port is None:
        return role
    return f"{role}@{PORT_NAMES[port] if port in range(PORTS) else port}"


def parse_move(text: str) -> Move:
    """The move that a text means, ignoring capitals and the kind and number of blanks."""
    plain = " ".join(split(with_minus(text), LONGEST, Expected.LENGTH))
    words = _Words(text, _COMMA.sub(",", plain).split())
    cell = words.need(_CELL, Expected.CELL)
    rotation = words.need(_ROTATION, Expected.ROTATION)
    follower = words.follower()
    if words.words:
        raise words.error(Expected.FOLLOWER)
    return Turn(Placement(_cell(cell), int(rotation[1])), follower)


def parse_cell(text: str) -> Cell:
    found = _CELL.fullmatch(with_minus(text).strip())
    if found is None:
        raise NotationError(text, text, Expected.CELL)
    return _cell(found)


def _cell(found: re.Match[str]) -> Cell:
    return int(found[1]), -int(found[2])


class _Words(Words):
    """The words of a turn, taken one at a time."""

    def follower(self) -> Posting | None:
        found = self.take(_FOLLOWER)
        if found is None:
            return None
        if found[3] is not None:
            return Posting(ROLES["cloister"], None)
        if found[2] not in PORT_NAMES:
            raise NotationError(self.text, found[2], Expected.PORT)
        role = next(role for role in ROLES.values() if role.upper() == found[1])
        return Posting(role, PORT_NAMES.index(found[2]))
