"""The fields and cities, and which cities each field touches."""

from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.carcassonne.catalogue import EDGE_LABELS, Catalogue
from engine.counts import Counts
from engine.players.carcassonne.chances import Promise
from engine.tiles.board import Board
from engine.tiles.feature import Feature
from engine.tiles.grid import bits
from engine.tiles.tile import PORTS, TurnedTile

ROAD = EDGE_LABELS.index("road")
DIVIDED = tuple((3 * side, 3 * side + 2) for side in range(4))
"""The two field ports of each side that a road divides."""
WHOLE = tuple((3 * side + 1,) for side in range(4))
"""One port of each side that stands for all of them, where one field or city has the whole side."""

Tiles = tuple[tuple[int, str, int], ...]
"""Cell, type and rotation of each tile, in the order of laying."""
MOST_KNOWN = 200
UNDONE = 0.65
"""The worth to farmers of an open city, as a share of its chance to be completed: others come
too."""


@dataclass(slots=True)
class TileFeature:
    """Segments of a new tile that form one feature, and the earlier features that they join."""

    segments: list[int]
    earlier: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Land:
    """Fields and cities under names of its own, which are numbers."""

    catalogue: Catalogue
    feature_at: dict[int, int] = field(default_factory=dict)
    """The field or city by the spots of its segments."""
    touching: dict[int, frozenset[int]] = field(default_factory=dict)
    """For each field the cities that it touches."""

    def lay(self, board: Board, cell: int, tile: TurnedTile) -> None:
        """Add a tile of the board; those laid before it have already been added."""
        groups = self.features_of(board, cell, tile)
        renamed: dict[int, int] = {}
        name_of: dict[int, int] = {}
        for group in groups:
            name = min(
                group.earlier, default=cell * PORTS + tile.segments[group.segments[0]].ports[0]
            )
            renamed.update({one: name for one in group.earlier if one != name})
            for segment in group.segments:
                name_of[segment] = name
                for port in tile.segments[segment].ports:
                    self.feature_at[cell * PORTS + port] = name
        if renamed:
            self._rename(renamed)
        for segment, name in name_of.items():
            if tile.segments[segment].kind == "field":
                cities = frozenset([name_of[city] for city in bits(tile.tile.beside[segment])])
                self.touching[name] = self.touching.get(name, frozenset()) | cities

    def _rename(self, renamed: Mapping[int, int]) -> None:
        for spot, name in self.feature_at.items():
            if name in renamed:
                self.feature_at[spot] = renamed[name]
        touching: dict[int, frozenset[int]] = {}
        for name, cities in self.touching.items():
            now = renamed.get(name, name)
            known = touching.get(now, frozenset())
            touching[now] = known | {renamed.get(city, city) for city in cities}
        self.touching = touching

    def features_of(self, board: Board, cell: int, tile: TurnedTile) -> list[TileFeature]:
        """The fields and cities of a tile that is laid on this cell."""
        groups = {
            index: TileFeature([index])
            for index, segment in enumerate(tile.segments)
            if segment.kind in ("city", "field")
        }
        by_name: dict[int, TileFeature] = {}
        across = board.grid.across[cell]
        for side, label in enumerate(tile.edges):
            for port in DIVIDED[side] if label == ROAD else WHOLE[side]:
                name, owner = self.feature_at.get(across[port]), tile.owners[port]
                if name is None or owner is None:
                    continue
                mine, theirs = groups[owner], by_name.setdefault(name, groups[owner])
                mine.earlier.add(name)
                if theirs is not mine:
                    theirs.segments += mine.segments
                    theirs.earlier |= mine.earlier
                    groups.update(dict.fromkeys(mine.segments, theirs))
                    by_name.update(dict.fromkeys(mine.earlier, theirs))
        return list({id(group): group for group in groups.values()}.values())


_known: dict[tuple[str, Tiles], Land] = {}
"""The lands of recently seen boards, since most boards are a known one with one more tile."""


def land_of(board: Board, catalogue: Catalogue) -> Land:
    """The fields and cities of a board; not to be changed."""
    name = catalogue.fingerprint
    tiles = tuple((cell, tile.tile.id, tile.rotation) for cell, tile in board.laid.items())
    known = len(tiles)
    while known and (name, tiles[:known]) not in _known:
        known -= 1
    land = _known[name, tiles[:known]] if known else Land(catalogue)
    for number in range(known, len(tiles)):
        cell = tiles[number][0]
        land = Land(catalogue, dict(land.feature_at), dict(land.touching))
        land.lay(board, cell, board.laid[cell])
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[name, tiles[: number + 1]] = land
    return land


class FarmedField(NamedTuple):
    farmers: Counts
    cities: Set[int]
    open: int
    """The number of its spots that face an empty cell."""
    faces: Set[int]
    """The empty cells that it faces."""
    fed: float
    """The number of cities that it can expect to feed, of those that it touches."""


def farmed_field(
    farmers: Counts,
    cities: Set[int],
    spots: Collection[int],
    board: Board,
    complete: Callable[[int], float],
) -> FarmedField:
    """The field with these open spots."""
    neighbours = board.grid.neighbours
    faces = frozenset([neighbours[spot // PORTS][spot % PORTS // 3] for spot in spots])
    return FarmedField(farmers, cities, len(spots), faces, sum(map(complete, cities)))


def share_complete(city: Feature, promise: Promise) -> float:
    """The fraction of a complete city that this one counts for farmers."""
    return UNDONE * promise.chance if city.open else 1.0
