"""Moves as values and as text, why one can be refused, and the options of a game.

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
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, assert_never

from engine.errors import NotationError
from engine.questions import Part
from engine.texts.options import OptionSet
from engine.texts.words import Tokens, split
from engine.tiles.grid import Cell, Placement
from engine.tiles.tile import PORT_NAMES

Role = Literal["herald", "knight", "squire", "merchant"]

# The role of a follower by the kind of feature that it stands on.
ROLES: dict[str, Role] = {
    "path": "herald",
    "tower": "knight",
    "house": "squire",
    "court": "merchant",
}


class Spot(NamedTuple):
    """A port of a cell; it names the feature that owns the port."""

    cell: Cell
    port: int


class Deployment(NamedTuple):
    """A follower to be placed on the segment with this lowest port of the tile just placed."""

    role: Role
    port: int


class WallTilePlay(NamedTuple):
    """Wall tile 2 or 3 on a feature that the turn completes, or spent for nothing."""

    kind: int
    target: Spot | None


class Turn(NamedTuple):
    """One atomic turn; everything in it is chosen before any of it happens."""

    placement: Placement
    follower: Deployment | None = None
    wall_tiles: tuple[WallTilePlay, ...] = ()
    """Wall tiles 2 and 3, by kind and then target."""
    order: tuple[Spot, ...] = ()
    """Every feature that scores, in order; given only where the order matters (R17)."""


class AnotherTurn(NamedTuple):
    """Answer to "another turn?" (wall tile 1)."""

    taken: bool


Move = Turn | AnotherTurn


class Reason(StrEnum):
    """Why a move is illegal, each reason with the facts that go with it."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"  # seat
    ANSWER_FIRST = "answer_first"  # the question "another turn?" is open
    NOTHING_TO_ANSWER = "nothing_to_answer"
    TILE_UNKNOWN = "tile_unknown"  # the game is known from a record that ends here
    OUTSIDE = "outside"  # cell
    NO_SUCH_ROTATION = "no_such_rotation"  # rotation
    OCCUPIED = "occupied"  # cell, tile
    NOTHING_BESIDE = "nothing_beside"  # cell
    PATH_MEETS = "path_meets"  # cell, side, kinds: the tile's path meets what has no path
    PATH_MISSING = "path_missing"  # cell, side, kinds: a path runs into a side without one
    NO_FOLLOWER_LEFT = "no_follower_left"
    NO_SUCH_SEGMENT = "no_such_segment"  # port, ports: those that can be named
    WRONG_ROLE = "wrong_role"  # role, kind, expected
    FEATURE_TAKEN = "feature_taken"  # kind, seats
    WALL_TILE_NOT_HELD = "wall_tile_not_held"  # kind, played, held
    WALL_TILE_FITS_NOTHING = "wall_tile_fits_nothing"  # kind
    WALL_TILE_WRONG_TARGET = "wall_tile_wrong_target"  # kind, target, targets
    WALL_TILES_UNSORTED = "wall_tiles_unsorted"
    ORDER_NEEDED = "order_needed"  # own, theirs: the spots to be put in order
    ORDER_NOT_NEEDED = "order_not_needed"
    WRONG_ORDER = "wrong_order"  # own, theirs


COLUMNS = "ABCDEFGHIJKL"
ROWS = 9
AGAIN = "again"
END = "end"
NONE = "none"
LONGEST = 200

_CELL = re.compile(r"([A-L])([1-9])", re.ASCII)
_ROTATION = re.compile(r"R([0-3])", re.ASCII)
_FOLLOWER = re.compile(r"(HERALD|KNIGHT|SQUIRE|MERCHANT)@([NESW]{1,3})", re.ASCII)
_ORDER = re.compile("ORDER")
_ANY = re.compile(".*")
_WALL_TILE = re.compile(r"([23])@(NONE|[A-L][1-9]\.[NESW]{1,3})", re.ASCII)


class Expected(StrEnum):
    """Input expected at the place where a text stops being a move."""

    CELL = "a cell such as E5"
    ROTATION = "a rotation r0, r1, r2 or r3"
    REST = "a follower such as knight@NNE, 2@E5.NNE, order, or the end"
    SPOT = "a spot such as E5.NNE"
    SPOTS = "spots such as E5.S>E6.SSE"
    PORT = f"one of {', '.join(PORT_NAMES)}"
    LENGTH = f"at most {LONGEST} characters"


def cell_name(cell: Cell) -> str:
    """Name a cell, by its coordinates where it has no name."""
    x, y = cell
    if x not in range(len(COLUMNS)) or y not in range(ROWS):
        return f"{x},{y}"
    return f"{COLUMNS[x]}{ROWS - y}"


def spot_name(spot: Spot) -> str:
    return f"{cell_name(spot.cell)}.{PORT_NAMES[spot.port]}"


def move_text(move: Move) -> str:
    return _text_of(parts(move))


def parts(move: Move) -> tuple[Part, ...]:
    match move:
        case AnotherTurn(taken):
            return (("again", AGAIN if taken else END),)
        case Turn(placement, follower, wall_tiles, order):
            deployed = NONE if follower is None else f"{follower.role}@{PORT_NAMES[follower.port]}"
            plays = [
                f"{kind}@{NONE if target is None else spot_name(target)}"
                for kind, target in wall_tiles
            ]
            return (
                ("cell", cell_name(placement.cell)),
                ("rotation", f"r{placement.rotation}"),
                ("follower", deployed),
                ("wall_tiles", " ".join(plays) or NONE),
                ("order", ">".join(map(spot_name, order)) or NONE),
            )
        case _:
            assert_never(move)


def assemble(chosen: Iterable[Part]) -> Move:
    """Make a move of these parts. Missing parts are left out."""
    return parse_move(_text_of(chosen))


def _text_of(chosen: Iterable[Part]) -> str:
    return " ".join(
        [f"order {token}" if step == "order" else token for step, token in chosen if token != NONE]
    )


def parse_move(text: str) -> Move:
    """Read a move, ignoring capitals and the kind and number of blanks."""
    words = Tokens(text, split(text, LONGEST, Expected.LENGTH))
    if words.words in ([AGAIN.upper()], [END.upper()]):
        return AnotherTurn(words.words == [AGAIN.upper()])
    cell = words.expect(_CELL, Expected.CELL)
    rotation = words.expect(_ROTATION, Expected.ROTATION)
    follower = None
    match = words.take(_FOLLOWER)
    if match is not None:
        role = next(role for role in ROLES.values() if role.upper() == match[1])
        follower = Deployment(role, _port(text, match[2]))
    plays = []
    while (match := words.take(_WALL_TILE)) is not None:
        target = None if match[2] == "NONE" else _spot(text, match[2])
        plays.append(WallTilePlay(int(match[1]), target))
    order: tuple[Spot, ...] = ()
    if words.take(_ORDER) is not None:
        names = words.expect(_ANY, Expected.SPOTS)[0]
        order = tuple(_spot(text, name) for name in names.split(">"))
    if words.words:
        raise words.error(Expected.REST)
    placement = Placement(parse_cell(cell[0]), int(rotation[1]))
    return Turn(placement, follower, tuple(plays), order)


def parse_cell(text: str) -> Cell:
    match = _CELL.fullmatch(text.strip().upper())
    if match is None:
        raise NotationError(text, text, Expected.CELL)
    return COLUMNS.index(match[1]), ROWS - int(match[2])


def _spot(text: str, name: str) -> Spot:
    cell, dot, port = name.partition(".")
    if not dot or _CELL.fullmatch(cell) is None:
        raise NotationError(text, name, Expected.SPOT)
    return Spot(parse_cell(cell), _port(text, port))


def _port(text: str, name: str) -> int:
    if name not in PORT_NAMES:
        raise NotationError(text, name, Expected.PORT)
    return PORT_NAMES.index(name)


@dataclass(frozen=True, slots=True)
class Options:
    """Each option with its default first."""

    scoring_order: Literal["chosen", "automatic"] = "chosen"
    wall_tile_pickup: Literal["every_stop", "end_of_turn"] = "every_stop"
    incomplete_path_fountain: Literal["off", "on"] = "off"
    empty_starts_count: Literal["off", "on"] = "off"
    extra_turn: Literal["any", "one_a_turn"] = "any"
    double_market: Literal["eight", "five"] = "eight"
    unusable_wall_tile: Literal["refused", "spent"] = "refused"
    bonus_target: Literal["chosen", "largest"] = "chosen"


OPTIONS = OptionSet(
    {
        "official": Options(),
        "rio-grande": Options(incomplete_path_fountain="on"),
        "site": Options(
            scoring_order="automatic",
            extra_turn="one_a_turn",
            double_market="five",
            unusable_wall_tile="spent",
            bonus_target="largest",
        ),
    }
)
