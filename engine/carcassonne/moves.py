"""A turn as a value and as text, why one can be refused, and the options of a game.

    -3,12 r1                    tile three to the west and twelve to the north of the start tile,
                                one quarter turn clockwise
    -3,12 r1 knight@N           and a knight in the city on its north side
    -3,12 r1 highwayman@E       or a highwayman on the road to the east
    -3,12 r1 farmer@SSW         or a farmer in the field at its port SSW
    -3,12 r1 monk               or a monk in its cloister
    -3,12 r1 knight!@N          or the large follower as a knight (IC2)
    -3,12 r1 farmer             or a farmer in the field that touches no side (IC7)

The start tile lies on 0,0. The first number grows to the east, the second to the north. A segment
is named by the first middle of a side that it owns (N, E, S, W), else by its first port.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, get_args

from engine.errors import NotationError
from engine.questions import Part
from engine.texts.options import OptionSet
from engine.texts.words import Tokens, split, with_minus
from engine.tiles.grid import Cell, Placement
from engine.tiles.tile import CHANNELS, PORT_NAMES, PORTS

Role = Literal["knight", "highwayman", "monk", "farmer"]
# Each is an option that brings tiles of its own.
Expansion = Literal["inns", "river"]

# The role of a follower by the kind of feature that it stands on.
ROLES: dict[str, Role] = {
    "city": "knight",
    "road": "highwayman",
    "cloister": "monk",
    "field": "farmer",
}


class Spot(NamedTuple):
    """Port by which a segment on a cell is named; a cloister has none, nor has a field that touches
    no side."""

    cell: Cell
    port: int | None


class Deployment(NamedTuple):
    """A follower to be placed on the segment, named by this port, of the tile just placed."""

    role: Role
    port: int | None
    large: bool = False
    """IC2: it is the large follower."""

    @property
    def weight(self) -> int:
        return weight_of(large=self.large)


def weight_of(*, large: bool) -> int:
    """IC2: as how many followers one counts where majorities are counted."""
    return 2 if large else 1


class Turn(NamedTuple):
    """One atomic turn; everything in it is chosen before any of it happens."""

    placement: Placement
    follower: Deployment | None = None


Move = Turn


def naming_port(ports: tuple[int, ...]) -> int | None:
    """Find the port by which people name a segment: the first of its ports in the middle of a side,
    otherwise its first port."""
    return next((port for port in ports if port in CHANNELS), min(ports, default=None))


class Reason(StrEnum):
    """Why a move is illegal, each reason with the facts that go with it."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"  # seat
    TILE_UNKNOWN = "tile_unknown"  # the game is known from a record that ends here
    NO_SUCH_ROTATION = "no_such_rotation"  # rotation
    OCCUPIED = "occupied"  # cell, tile
    NOTHING_BESIDE = "nothing_beside"  # cell
    SIDES_DIFFER = "sides_differ"  # cell, side, kind: of the drawn tile, beside: what it meets
    RIVER_ELSEWHERE = "river_elsewhere"  # cell
    RIVER_TURNS_BACK = "river_turns_back"  # cell
    NO_FOLLOWER_LEFT = "no_follower_left"
    NO_SMALL_FOLLOWER_LEFT = "no_small_follower_left"
    NO_LARGE_FOLLOWER_LEFT = "no_large_follower_left"
    NO_SUCH_SEGMENT = "no_such_segment"  # follower, followers: those that can be named
    WRONG_ROLE = "wrong_role"  # role, kind, expected
    FEATURE_TAKEN = "feature_taken"  # kind, seats


NONE = "none"
LONGEST = 200

_CELL = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)
_ROTATION = re.compile(r"R([0-3])", re.ASCII)
_FOLLOWER = re.compile(
    r"(?P<role>KNIGHT|HIGHWAYMAN|FARMER)(?P<large>!?)@(?P<port>[NESW]{1,3})"
    r"|(?P<inner_role>MONK|FARMER)(?P<inner_large>!?)",
    re.ASCII,
)
# What marks the large follower.
LARGE = "!"
_COMMA = re.compile(r" ?, ?")


class Expected(StrEnum):
    """Input expected at the place where a text stops being a move."""

    CELL = "a cell such as -3,12"
    ROTATION = "a rotation r0, r1, r2 or r3"
    FOLLOWER = "a follower such as knight@N, farmer@SSW or monk, or the end"
    PORT = f"one of {', '.join(PORT_NAMES)}"
    LENGTH = f"at most {LONGEST} characters"


def cell_name(cell: Cell) -> str:
    x, y = cell
    return f"{x},{-y}"


def move_text(move: Move) -> str:
    return _text_of(parts(move))


def parts(move: Move) -> tuple[Part, ...]:
    return (
        ("cell", cell_name(move.placement.cell)),
        ("rotation", f"r{move.placement.rotation}"),
        ("follower", NONE if move.follower is None else deployment_text(move.follower)),
    )


def assemble(chosen: Iterable[Part]) -> Move:
    """Make a move of these parts. Missing parts are left out."""
    return parse_move(_text_of(chosen))


def _text_of(chosen: Iterable[Part]) -> str:
    return " ".join([token for _, token in chosen if token != NONE])


def deployment_text(follower: Deployment) -> str:
    """A port as text; one that does not exist, and so has no name, is given by its number."""
    role, port, large = follower
    name = f"{role}{LARGE}" if large else role
    if port is None:
        return name
    return f"{name}@{PORT_NAMES[port] if port in range(PORTS) else port}"


def parse_move(text: str) -> Move:
    """Read a move, ignoring capitals and the kind and number of blanks."""
    plain = " ".join(split(with_minus(text), LONGEST, Expected.LENGTH))
    words = Tokens(text, _COMMA.sub(",", plain).split())
    cell = words.expect(_CELL, Expected.CELL)
    rotation = words.expect(_ROTATION, Expected.ROTATION)
    follower = None
    match = words.take(_FOLLOWER)
    if match is not None:
        name = match["role"] or match["inner_role"]
        port = match["port"]
        role = next(role for role in ROLES.values() if role.upper() == name)
        if port is not None and port not in PORT_NAMES:
            raise NotationError(text, port, Expected.PORT)
        follower = Deployment(
            role,
            port=None if port is None else PORT_NAMES.index(port),
            large=LARGE in (match["large"], match["inner_large"]),
        )
    if words.words:
        raise words.error(Expected.FOLLOWER)
    return Turn(Placement(_cell(cell), int(rotation[1])), follower)


def parse_cell(text: str) -> Cell:
    match = _CELL.fullmatch(with_minus(text).strip())
    if match is None:
        raise NotationError(text, text, Expected.CELL)
    return _cell(match)


def _cell(match: re.Match[str]) -> Cell:
    return int(match[1]), -int(match[2])


@dataclass(frozen=True, slots=True)
class Options:
    """Each option with its default first."""

    small_city: Literal["two", "four"] = "two"
    """C9: the points of a completed city of two tiles; `four`: scored like any other."""
    farms: Literal["by_city", "by_field"] = "by_city"
    """C18, C19: farmers are counted by city or by field."""
    river: Literal["off", "on"] = "off"
    """The River (RV1 to RV8)."""
    inns: Literal["off", "on"] = "off"
    """Inns & Cathedrals (IC1 to IC8)."""

    @property
    def expansions(self) -> tuple[Expansion, ...]:
        """Those that are on, in the order in which a record has their tiles (RV8)."""
        return tuple([name for name in get_args(Expansion) if getattr(self, name) == "on"])

    @property
    def large_followers(self) -> int:
        """IC2: how many each player has."""
        return 1 if self.inns == "on" else 0


OPTIONS = OptionSet(
    {
        "classic": Options(),
        "current": Options(small_city="four", farms="by_field"),
        "big": Options(small_city="four", farms="by_field", river="on", inns="on"),
    },
    later=("river", "inns"),
)
