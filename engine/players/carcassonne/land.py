"""The countryside: where the fields and cities are, and which cities each field touches."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.carcassonne.material.catalogue import EDGE_LABELS, Catalogue
from engine.tiles.board import Board
from engine.tiles.ports import PORTS
from engine.tiles.tile import TurnedTile

ROAD = EDGE_LABELS.index("road")
DIVIDED = tuple((3 * side, 3 * side + 2) for side in range(4))
"""The two field ports of each side that a road divides."""
WHOLE = tuple((3 * side + 1,) for side in range(4))
"""One port of each side that stands for all of them, where one field or city has the whole side."""

Tiles = tuple[tuple[int, str, int], ...]
"""Cell, type and rotation of each tile, in the order of laying."""
MOST_KNOWN = 200


@dataclass(slots=True)
class Group:
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
        groups = self.met(board, cell, tile)
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
        served = self.catalogue.served[tile.tile.id]
        for segment, name in name_of.items():
            if tile.segments[segment].kind == "field":
                cities = frozenset([name_of[city] for city in served[segment]])
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

    def met(self, board: Board, cell: int, tile: TurnedTile) -> list[Group]:
        """The fields and cities of a tile that is laid on this cell."""
        groups = {
            index: Group([index])
            for index, segment in enumerate(tile.segments)
            if segment.kind in ("city", "field")
        }
        by_name: dict[int, Group] = {}
        across, feature_at = board.grid.across[cell], self.feature_at
        for side, label in enumerate(tile.edges):
            for port in DIVIDED[side] if label == ROAD else WHOLE[side]:
                name = feature_at.get(across[port])
                owner = tile.owners[port]
                if name is not None and owner is not None:
                    mine, theirs = groups[owner], by_name.get(name)
                    if theirs is None:
                        mine.earlier.add(name)
                        by_name[name] = mine
                    elif theirs is not mine:
                        _unite(groups, by_name, theirs, mine)
        return list({id(group): group for group in groups.values()}.values())


def _unite(groups: dict[int, Group], by_name: dict[int, Group], one: Group, other: Group) -> None:
    one.segments += other.segments
    one.earlier |= other.earlier
    for segment in other.segments:
        groups[segment] = one
    for name in other.earlier:
        by_name[name] = one


_known: dict[tuple[str, Tiles], Land] = {}
"""The lands of recently seen boards, since most boards are a known one with one more tile."""


def land_of(board: Board, catalogue: Catalogue) -> Land:
    """The countryside of a board; not to be changed."""
    tiles = [(cell, tile.tile.id, tile.rotation) for cell, tile in board.laid.items()]
    return _land(board, catalogue, tuple(tiles))


def _land(board: Board, catalogue: Catalogue, tiles: Tiles) -> Land:
    """The land of these tiles, the first ones of the board."""
    key = (catalogue.fingerprint, tiles)
    land = _known.get(key)
    if land is None:
        land = Land(catalogue)
        if tiles:
            before, cell = _land(board, catalogue, tiles[:-1]), tiles[-1][0]
            land = Land(catalogue, dict(before.feature_at), dict(before.touching))
            land.lay(board, cell, board.laid[cell])
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[key] = land
    return land
