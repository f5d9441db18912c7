"""Contents of the box: the tiles, ready to be laid, and the followers.

The data of the tiles is read and checked; a custom set of tiles, in a record, has the same format.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from engine.carcassonne.moves import ROLES, Deployment, Expansion, Options, naming_port
from engine.carcassonne.river import RIVER, RiverBoard
from engine.errors import DataError
from engine.texts.strict import StrictData, read_file
from engine.tiles.board import Board
from engine.tiles.grid import OpenGrid, bit_set, bits
from engine.tiles.tile import (
    CHANNELS,
    NO_THINGS,
    PORT_NAMES,
    PORTS,
    SIDES,
    Segment,
    Tile,
    TurnedTile,
    turn_tile,
)

# C1: the possible numbers of players, the usual number first.
SEATS = (2, 3, 4, 5)
# IC1: with Inns & Cathedrals.
SEATS_WITH_INNS = (*SEATS, 6)
# C1: eight, one of which is the score marker; IC2: the large one comes on top.
FOLLOWERS = 7

Kind = Literal["road", "city", "cloister", "field", "river"]
# C4: two sides fit if their middles are of the same kind.
EDGE_LABELS = ("city", "road", "field")
# RV3: in a set with a river.
EDGE_LABELS_WITH_RIVER = (*EDGE_LABELS, "river")
Thing = Literal["inn", "cathedral"]
# IC3, IC4: what can be on a segment, each on one kind of it.
THINGS: Mapping[Thing, Kind] = {"inn": "road", "cathedral": "city"}
MOST_TILES = 200

Port = Annotated[int, Field(ge=0, lt=PORTS)]
Index = Annotated[int, Field(ge=0, le=PORTS)]


class SegmentData(StrictData):
    """One segment as written in records."""

    kind: Kind
    ports: Annotated[list[Port], Field(max_length=PORTS)]
    pennants: Annotated[int, Field(ge=0, le=9)] = 0
    cities: Annotated[list[Index], Field(max_length=4)] = Field(default_factory=list)
    inn: bool = False
    cathedral: bool = False

    @property
    def things(self) -> frozenset[str]:
        return frozenset([thing for thing in THINGS if getattr(self, thing)])


class TileData(StrictData):
    count: Annotated[int, Field(ge=1, le=MOST_TILES)]
    segments: Annotated[list[SegmentData], Field(min_length=1, max_length=PORTS + 1)]


class PrintedSegmentData(SegmentData):
    """One segment as written in the data file."""

    ends_at: Literal["city", "junction", "cloister"] | None = None


class PrintedTileData(StrictData):
    name: str
    count: Annotated[int, Field(ge=1, le=MOST_TILES)]
    segments: Annotated[list[PrintedSegmentData], Field(min_length=1, max_length=PORTS + 1)]


TileType = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,20}$")]
TilesData = Annotated[dict[TileType, TileData], Field(min_length=1, max_length=100)]


class CatalogueData(StrictData):
    about: str
    start: TileType | None = None
    """None for an expansion that leaves the start tile as it is."""
    tiles: Annotated[dict[TileType, PrintedTileData], Field(min_length=1, max_length=100)]


def seat_counts(options: Options) -> tuple[int, ...]:
    return SEATS_WITH_INNS if options.inns == "on" else SEATS


Turned = tuple[TurnedTile, TurnedTile, TurnedTile, TurnedTile]
# For each segment of a tile, the follower that can be placed on it; RV6: none on a river.
Deployments = tuple[Deployment | None, ...]


class Pile(NamedTuple):
    """Tiles that are shuffled together, and drawn before those of the next pile."""

    purpose: str
    """Of the numbers that shuffle them."""
    tiles: tuple[str, ...]
    """Their types, unshuffled."""


@dataclass(frozen=True)
class Catalogue:
    """Everything that can be prepared before a game begins: tiles in all rotations, and the
    board."""

    tiles: tuple[Tile, ...]
    """One of each type."""
    counts: Mapping[str, int]
    """The number of tiles of each type, including the start tile."""
    start: str
    turned: Mapping[str, Turned]
    rotations: Mapping[str, tuple[int, ...]]
    """C5: for each type, the rotations that look different from every earlier one."""
    deployments: Mapping[str, tuple[Deployments, Deployments, Deployments, Deployments]]
    """For each type and rotation."""
    board: Board
    """The board before the first turn, with the start tile (C2, RV1)."""
    expansions: frozenset[Expansion]
    """The expansions without which some of the tiles have no rules."""

    @cached_property
    def fingerprint(self) -> str:
        """A hash by which catalogues are distinguished. That of a set of tiles without things stays
        as it is in stored states."""
        beside = sorted(
            (tile.id, tuple(tuple(bits(cities)) for cities in tile.beside)) for tile in self.tiles
        )
        things = sorted(
            (tile.id, tuple(tuple(sorted(names)) for names in tile.things))
            for tile in self.tiles
            if tile.things
        )
        content = (self.tiles, sorted(self.counts.items()), self.start, beside)
        text = repr((*content, things) if things else content)
        return sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """All tiles except the start tile, in the order in which they are drawn: RV1, those of a
        river come first, and of these the lake is the last."""
        every = [tile.id for tile in self.tiles for _ in range(self.counts[tile.id])]
        every.remove(self.start)
        land: list[str] = []
        lake: list[str] = []
        river: list[str] = []
        for tile in every:
            (land, lake, river)[self.river_sides(tile)].append(tile)
        piles = (
            Pile("river tiles", tuple(river)),
            Pile("lake", tuple(lake)),
            Pile("land tiles", tuple(land)),
        )
        return tuple(pile for pile in piles if pile.tiles)

    def river_sides(self, tile: str) -> int:
        """Count the sides of a type at which a river enters or leaves."""
        return self.turned[tile][0].edges.count(RIVER)

    @cached_property
    def stack(self) -> tuple[str, ...]:
        """Types of the tiles of all piles, unshuffled."""
        return tuple(tile for pile in self.piles for tile in pile.tiles)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Catalogue) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)


@cache
def read_catalogue(*expansions: Expansion) -> Catalogue:
    """Read the 72 tiles of the base game, then those of expansions."""
    tiles: dict[str, PrintedTileData] = {}
    start = ""
    for name in ("tiles", *expansions):
        text = (files(__package__) / "data" / f"{name}.json").read_text("utf-8")
        data = read_file(CatalogueData, text, "catalogue")
        tiles |= data.tiles
        start = data.start or start
    return build_catalogue(tiles, start)


def standard_catalogue() -> Catalogue:
    """Read the 72 tiles of the base game."""
    return read_catalogue()


def build_catalogue(
    tiles: Mapping[str, TileData] | Mapping[str, PrintedTileData], start: str
) -> Catalogue:
    if start not in tiles:
        raise DataError(f"the start tile {start} is not among the tiles")
    if len({name.lower() for name in tiles}) < len(tiles):
        raise DataError("two types differ in their capitals alone")
    if not 1 < sum(data.count for data in tiles.values()) <= MOST_TILES:
        raise DataError(f"2 to {MOST_TILES} tiles are possible")
    made = tuple(_tile(name, data.segments) for name, data in tiles.items())
    counts = {name: data.count for name, data in tiles.items()}
    turned = {
        tile.id: (_turn(tile, 0), _turn(tile, 1), _turn(tile, 2), _turn(tile, 3)) for tile in made
    }
    expansions = {expansion for tile in made for expansion in _expansions_of(tile)}
    if "river" in expansions:
        _check_river(counts, start, turned)
        empty: Board = RiverBoard.empty(OpenGrid.start(), len(EDGE_LABELS_WITH_RIVER))
    else:
        empty = Board.empty(OpenGrid.start(), len(EDGE_LABELS))
    return Catalogue(
        tiles=made,
        counts=counts,
        start=start,
        turned=turned,
        rotations={tile.id: _distinct_rotations(turned[tile.id]) for tile in made},
        deployments={name: _deployments(four) for name, four in turned.items()},
        board=empty.lay(empty.meet(0, turned[start][0])),
        expansions=frozenset(expansions),
    )


def _expansions_of(tile: Tile) -> Iterator[Expansion]:
    """Find the expansions that the tile needs."""
    if any(segment.kind == "river" for segment in tile.segments):
        yield "river"
    if tile.things or any(
        segment.kind == "field" and not segment.ports for segment in tile.segments
    ):
        yield "inns"


def _check_river(counts: Mapping[str, int], start: str, turned: Mapping[str, Turned]) -> None:
    """RV1: a river begins with the start tile and ends with the lake."""
    ends = {tile: four[0].edges.count(RIVER) for tile, four in turned.items()}
    if ends[start] != 1 or counts[start] > 1:
        raise DataError("a river begins with a single start tile that it leaves on one side")
    lakes = [tile for tile in ends if ends[tile] == 1 and tile != start]
    if len(lakes) != 1 or counts[lakes[0]] > 1:
        raise DataError("a river ends with a single tile that it enters on one side, the lake")


def _turn(tile: Tile, rotation: int) -> TurnedTile:
    return turn_tile(tile, rotation, lambda kinds: EDGE_LABELS_WITH_RIVER.index(str(kinds[1])))


def _tile(name: str, data: list[SegmentData] | list[PrintedSegmentData]) -> Tile:
    """Check that each port has the kind of owner it must have, and build the tile."""
    where = f"tile {name}"
    owners = dict[int, int]()
    for number, segment in enumerate(data):
        place = f"{where}, segment {number}"
        if segment.kind != "field" and (segment.kind == "cloister") == bool(segment.ports):
            raise DataError(
                f"{place}: a cloister has no ports, a field may have none, everything else has some"
            )
        if segment.pennants and segment.kind != "city":
            raise DataError(f"{place}: only a city can have pennants")
        for thing, kind in THINGS.items():
            if thing in segment.things and segment.kind != kind:
                raise DataError(f"{place}: {thing} is possible on a {kind} alone")
        if segment.cities and segment.kind != "field":
            raise DataError(f"{place}: only a field can touch cities")
        if len(set(segment.cities)) < len(segment.cities):
            raise DataError(f"{place}: a city is named twice")
        for city in segment.cities:
            if city >= len(data) or data[city].kind != "city":
                raise DataError(f"{place}: segment {city} is not a city")
        for port in segment.ports:
            if port in owners:
                raise DataError(f"{place}: port {port} ({PORT_NAMES[port]}) is owned twice")
            if segment.kind in ("road", "river") and port not in CHANNELS:
                raise DataError(
                    f"{place}: a {segment.kind} cannot own port {port} ({PORT_NAMES[port]})"
                )
            owners[port] = number
    kinds = [segment.kind for segment in data]
    if kinds.count("cloister") > 1:
        raise DataError(f"{where}: there can be one cloister on a tile")
    if sum(not segment.ports for segment in data) > 1:
        raise DataError(f"{where}: one segment on a tile can be without ports")
    if kinds.count("river") > 1 or any(
        len(segment.ports) > 2 for segment in data if segment.kind == "river"
    ):
        raise DataError(f"{where}: one river can cross a tile")
    _check_sides(where, owners, kinds)
    things = tuple(segment.things for segment in data)
    return Tile(
        name,
        segments=tuple(
            Segment(segment.kind, tuple(sorted(segment.ports)), segment.pennants)
            for segment in data
        ),
        beside=tuple(bit_set(segment.cities) for segment in data),
        things=things if any(things) else (),
    )


def _check_sides(where: str, owners: Mapping[int, int], kinds: list[Kind]) -> None:
    """C7, RV3: a side is all city, all field, or a road or river between fields."""
    for port in range(PORTS):
        if port not in owners:
            raise DataError(f"{where}: port {port} ({PORT_NAMES[port]}) belongs to no segment")
    for side, middle in zip(SIDES, CHANNELS, strict=True):
        first, centre, last = (owners[port] for port in (middle - 1, middle, middle + 1))
        if kinds[centre] in ("road", "river"):
            whole = kinds[first] == kinds[last] == "field"
        else:
            whole = first == centre == last
        if not whole:
            raise DataError(f"{where}: side {side} is neither city, field nor a road in a field")


def _distinct_rotations(four: Turned) -> tuple[int, ...]:
    """List the rotations that look different, regardless of the order of the segments."""
    looks = [
        sorted(
            (
                *segment,
                sorted(turned.segments[city].ports for city in bits(cities)),
                sorted(things),
            )
            for segment, cities, things in zip(
                turned.segments, turned.tile.beside, _things_on(turned.tile), strict=True
            )
        )
        for turned in four
    ]
    return tuple(rotation for rotation in range(4) if looks[rotation] not in looks[:rotation])


def _deployments(four: Turned) -> tuple[Deployments, Deployments, Deployments, Deployments]:
    north, east, south, west = (
        tuple(
            Deployment(ROLES[kind], naming_port(ports)) if kind in ROLES else None
            for kind, ports, _ in turned.segments
        )
        for turned in four
    )
    return north, east, south, west


def _things_on(tile: Tile) -> tuple[frozenset[str], ...]:
    """For each segment the things on it."""
    return tile.things or (NO_THINGS,) * len(tile.segments)


def segments_data(tile: Tile) -> list[dict[str, object]]:
    """Write the segments of a tile in the form used in records."""
    return [
        _segment_data(segment, cities, things)
        for segment, cities, things in zip(
            tile.segments, tile.beside, _things_on(tile), strict=True
        )
    ]


def _segment_data(segment: Segment, cities: int, things: frozenset[str]) -> dict[str, object]:
    data: dict[str, object] = {"kind": segment.kind, "ports": list(segment.ports)}
    if segment.marks:
        data["pennants"] = segment.marks
    if cities:
        data["cities"] = bits(cities)
    for thing in THINGS:
        if thing in things:
            data[thing] = True
    return data
