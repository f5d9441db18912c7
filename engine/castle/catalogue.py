"""Contents of the box: castle tiles and start spaces, the castle wall, the board they make
together, followers and wall tiles.

The data is read and checked; owners of a printed copy can supply another file in the same format.
What makes this project's own catalogue a good one is measured elsewhere (docs/catalogue.md).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field

from engine.errors import DataError
from engine.texts.strict import StrictData, read_file
from engine.tiles.board import Board
from engine.tiles.grid import Cell, ClosedGrid, Grid, Placement
from engine.tiles.tile import (
    CHANNELS,
    PORT_NAMES,
    PORTS,
    SIDES,
    STEPS,
    Segment,
    Tile,
    TurnedTile,
    opposite,
    turn_tile,
)

# R5: seven, of which one is the score marker.
FOLLOWERS = 6
WALL_TILE_KINDS = range(1, 10)
# Of each kind of wall tile.
COPIES = 2

# The castle wall (R1, R2, R18)

SPACES = 100


@dataclass(frozen=True)
class CastleWall:
    inside: tuple[Cell, ...]
    """The cells within the wall, in reading order."""
    ring: tuple[Cell, ...]
    """The wall cells clockwise; the one at index k carries spaces 2k and 2k + 1."""
    corner_towers: tuple[int, ...]
    """The first space of each corner tower."""
    tower_at: tuple[int | None, ...]
    """For each space the first space of the corner tower it belongs to."""


@cache
def castle_wall() -> CastleWall:
    data = json.loads((files(__package__) / "data" / "wall.json").read_text("utf-8"))
    towers = tuple(data["corner_towers"])
    return CastleWall(
        inside=tuple(
            (x, y)
            for y, row in enumerate(data["inside"])
            for x, mark in enumerate(row)
            if mark == "."
        ),
        ring=tuple((x, y) for x, y in data["wall"]),
        corner_towers=towers,
        tower_at=tuple(_tower_at(space, towers) for space in range(SPACES)),
    )


def _tower_at(space: int, towers: Sequence[int]) -> int | None:
    """A corner tower takes up two spaces of the track, and goes by the first."""
    first = space - space % 2
    return first if first in towers else None


# The tiles

Kind = Literal["path", "tower", "house", "court"]
TILES = 60
START_SPACES = 7
EDGE_LABELS = 2


class SegmentData(StrictData):
    """One segment as written in data files and records."""

    kind: Kind
    ports: Annotated[list[Annotated[int, Field(ge=0, lt=PORTS)]], Field(min_length=1, max_length=8)]
    fountain: bool = False
    markets: Annotated[int, Field(ge=0, le=9)] = 0


class StartSpaceData(StrictData):
    cell: Annotated[list[int], Field(min_length=2, max_length=2)]
    side: Literal["N", "E", "S", "W"]
    segments: Annotated[list[SegmentData], Field(min_length=1, max_length=3)]


TileId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,20}$")]
TilesData = Annotated[
    dict[TileId, Annotated[list[SegmentData], Field(min_length=1, max_length=12)]],
    Field(min_length=TILES, max_length=TILES),
]
StartSpacesData = Annotated[
    list[StartSpaceData], Field(min_length=START_SPACES, max_length=START_SPACES)
]


class CatalogueData(StrictData):
    name: Annotated[str, Field(min_length=1, max_length=60)]
    about: Annotated[str, Field(max_length=2000)] = ""
    tiles: TilesData
    start_spaces: StartSpacesData


@dataclass(frozen=True)
class StartSpace:
    cell: Cell
    """The one inside cell that it touches."""
    side: int
    """The side of that cell."""
    tile: Tile


@dataclass(frozen=True)
class Catalogue:
    """Everything that can be prepared before a game begins: tiles in all rotations, and the
    board."""

    name: str
    tiles: tuple[Tile, ...]
    start_spaces: tuple[StartSpace, ...]
    wall: CastleWall
    turned: Mapping[str, tuple[TurnedTile, TurnedTile, TurnedTile, TurnedTile]]
    placements: tuple[tuple[Placement, ...], ...]
    """For each rotation and inside cell number the placement, made only once."""
    board: Board
    """The board before the first tile: the start spaces lie on border cells of the grid."""

    @cached_property
    def fingerprint(self) -> str:
        """A hash by which catalogues are distinguished."""
        return sha256(repr((self.tiles, self.start_spaces)).encode()).hexdigest()[:16]

    @property
    def grid(self) -> Grid:
        return self.board.grid

    def __hash__(self) -> int:
        return hash((self.name, self.tiles))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the standard catalogue by reference only, since every process has it."""
        if self is standard_catalogue():
            return standard_catalogue, ()
        return Catalogue, tuple(getattr(self, field.name) for field in fields(self))


@cache
def standard_catalogue() -> Catalogue:
    return read_catalogue((files(__package__) / "data" / "catalogue.json").read_text("utf-8"))


def read_catalogue(text: str) -> Catalogue:
    """Read a catalogue from the text of a file; the error names the offending tile and port."""
    data = read_file(CatalogueData, text, "catalogue")
    return build_catalogue(data.name, data.tiles, data.start_spaces)


def build_catalogue(
    name: str, tiles: Mapping[str, list[SegmentData]], starts: list[StartSpaceData]
) -> Catalogue:
    wall = castle_wall()
    made = tuple(
        Tile(tile_id, _segments(f"tile {tile_id}", segments, range(len(SIDES))))
        for tile_id, segments in tiles.items()
    )
    spaces = tuple(_start_space(index, start, wall) for index, start in enumerate(starts))
    touched = [(space.cell, space.side) for space in spaces]
    if len(set(touched)) != len(touched):
        raise DataError("catalogue: two start spaces touch the same side of a cell")
    grid = ClosedGrid(wall.inside, tuple(touched))
    board = Board.empty(grid, EDGE_LABELS, forgets=True)
    for cell, space in enumerate(spaces, len(wall.inside)):
        # R3: start spaces are tiles that are part of the wall from the beginning.
        board = board.lay(board.meet(cell, _turn(space.tile, 0)))
    return Catalogue(
        name=name,
        tiles=made,
        start_spaces=spaces,
        wall=wall,
        turned={
            tile.id: (_turn(tile, 0), _turn(tile, 1), _turn(tile, 2), _turn(tile, 3))
            for tile in made
        },
        placements=tuple(
            tuple(Placement(cell, rotation) for cell in wall.inside) for rotation in range(4)
        ),
        board=board,
    )


def _turn(tile: Tile, rotation: int) -> TurnedTile:
    return turn_tile(tile, rotation, lambda kinds: int(kinds[1] is not None))


def _segments(
    where: str, data: list[SegmentData], sides: range | tuple[int, ...]
) -> tuple[Segment, ...]:
    """Build the segments, if each port of these sides has the kind of owner it must have."""
    owned: set[int] = set()
    for number, segment in enumerate(data):
        place = f"{where}, segment {number}"
        for port in segment.ports:
            named = f"port {port} ({PORT_NAMES[port]})"
            if port in owned:
                raise DataError(f"{place}: {named} is owned twice")
            if port // 3 not in sides:
                raise DataError(f"{place}: {named} is not on its side")
            if (port in CHANNELS) != (segment.kind == "path"):
                raise DataError(f"{place}: a {segment.kind} cannot own {named}")
            owned.add(port)
        if segment.fountain and segment.kind != "path":
            raise DataError(f"{place}: only a path can have a fountain")
        if segment.markets and segment.kind != "court":
            raise DataError(f"{place}: only a court can have markets")
    for port in range(PORTS):
        if port // 3 in sides and port not in CHANNELS and port not in owned:
            raise DataError(f"{where}: port {port} ({PORT_NAMES[port]}) belongs to no segment")
    return tuple(Segment(s.kind, tuple(sorted(s.ports)), s.markets + int(s.fountain)) for s in data)


def _start_space(index: int, data: StartSpaceData, wall: CastleWall) -> StartSpace:
    x, y = data.cell
    side = SIDES.index(data.side)
    dx, dy = STEPS[side]
    if (x, y) not in wall.inside or (x + dx, y + dy) not in wall.ring:
        raise DataError(
            f"start space {index}: side {data.side} of cell {x}, {y} does not touch the wall"
        )
    segments = _segments(f"start space {index}", data.segments, (opposite(side),))
    return StartSpace((x, y), side, Tile(f"start-{index}", segments))


def segment_data(segment: Segment) -> dict[str, object]:
    """A segment in the form used in data files and records."""
    data: dict[str, object] = {"kind": segment.kind, "ports": list(segment.ports)}
    if segment.marks and segment.kind == "path":
        data["fountain"] = True
    if segment.marks and segment.kind == "court":
        data["markets"] = segment.marks
    return data
