"""The tiles laid so far, the regions that they build, where a tile fits, and what laying one does.

Laying is two steps, because a player looks before choosing: `meet` says what a tile would join and
close, `lay` gives the board after it. Neither asks whether the placement is allowed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from engine.tiles.grid import NOWHERE, Cell, Grid
from engine.tiles.tile import PORTS, SIDES, TurnedTile, opposite


class Follower(NamedTuple):
    seat: int
    spot: int
    """The cell it stands on, and the lowest port of its segment."""


class Region(NamedTuple):
    """Connected segments. An immutable value: a changed region is a new one."""

    kind: str
    cells: int
    """Bit set of the cells it lies on, border cells included."""
    open: tuple[int, ...]
    """Its spots that face an empty cell; it is closed when there are none."""
    marks: int
    followers: tuple[Follower, ...]

    @property
    def size(self) -> int:
        """The number of tiles; a tile counts once however many of its segments belong to it."""
        return self.cells.bit_count()

    def without(self, spots: frozenset[int]) -> "Region":
        """The region after a tile was laid against these spots without joining it."""
        still_open = tuple([spot for spot in self.open if spot not in spots])
        return Region(self.kind, self.cells, still_open, self.marks, self.followers)


def merge(parts: Sequence[Region], closing: frozenset[int]) -> Region:
    """The parts merged into one region, whose spots in `closing` no longer face an empty cell."""
    cells = marks = 0
    still_open: list[int] = []
    followers: tuple[Follower, ...] = ()
    for part in parts:
        cells |= part.cells
        marks += part.marks
        still_open += [spot for spot in part.open if spot not in closing]
        followers += part.followers
    return Region(parts[0].kind, cells, tuple(still_open), marks, followers)


class Closed(NamedTuple):
    """A region that a new tile closed, and the spot by which people can name it."""

    region: Region
    spot: int
    """Its lowest port on the new tile; otherwise the first of its ports, going clockwise round the
    new tile from NNW, that the new tile touches."""


class Meeting(NamedTuple):
    """The effect of laying a tile on a cell on the regions."""

    cell: int
    tile: TurnedTile
    joined: Sequence[Region]
    """For each segment of the tile the region it is now part of."""
    bounded: Sequence[tuple[Region, Region]]
    """Regions that the tile touches without joining them: before, and after."""
    closed: Sequence[Closed]
    """The regions that the tile closes, those on the tile first."""

    def with_follower(self, seat: int, segment: int) -> "Meeting":
        """The same with a follower on one of the tile's segments."""
        lowest = min(self.tile.segments[segment].ports, default=0)
        follower = Follower(seat, self.cell * PORTS + lowest)
        before = self.joined[segment]
        after = before._replace(followers=(*before.followers, follower))
        return Meeting(
            self.cell,
            self.tile,
            [after if region is before else region for region in self.joined],
            self.bounded,
            [Closed(after, c.spot) if c.region is before else c for c in self.closed],
        )


@dataclass(frozen=True, slots=True)
class LaidTile:
    cell: Cell
    tile: str
    rotation: int


class StoredBoard(Protocol):
    """The part of a snapshot that holds a board, beside its tiles: the regions as they are, since
    laying the tiles again takes much longer."""

    @property
    def regions(self) -> Sequence[Region]:
        """Those that are not closed."""

    @property
    def spots(self) -> Sequence[int]:
        """Every spot that faces an empty cell, in the order in which the board has them."""

    @property
    def frontier(self) -> int: ...

    @property
    def barred(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Board:
    grid: Grid
    labels: int
    """The number of different labels of the tiles' edges, 0 to labels - 1."""
    laid: Mapping[int, TurnedTile]
    regions: Mapping[int, Region]
    """For each spot that faces an empty cell the region it belongs to."""
    frontier: int
    """Bit set of the empty cells next to a tile."""
    barred: tuple[int, ...]
    """For each side and label the cells that a tile with that label on that side does not fit."""

    @classmethod
    def empty(cls, grid: Grid, labels: int) -> "Board":
        return cls(grid, labels, {}, {}, 0, (0,) * (labels * len(SIDES)))

    def room_for(self, tile: TurnedTile) -> int:
        """Bit set of the cells where the tile fits with its neighbours."""
        barred, labels = self.barred, self.labels
        north, east, south, west = tile.edges
        return self.frontier & ~(
            barred[north]
            | barred[labels + east]
            | barred[2 * labels + south]
            | barred[3 * labels + west]
        )

    def clash(self, cell: int, tile: TurnedTile) -> tuple[int, TurnedTile]:
        """The first side on which the tile does not fit this cell, and the tile that lies there."""
        return next(
            (side, other)
            for side, beyond in enumerate(self.grid.neighbours[cell])
            if (other := self.laid.get(beyond)) is not None
            and other.edges[opposite(side)] != tile.edges[side]
        )

    def meet(self, cell: int, tile: TurnedTile) -> Meeting:
        regions, laid, across = self.regions, self.laid, self.grid.across[cell]
        free = [near != NOWHERE and near not in laid for near in self.grid.neighbours[cell]]
        base, bit, segments, owners = cell * PORTS, 1 << cell, tile.segments, tile.owners
        parts = [
            [Region(kind, bit, tuple([base + p for p in ports if free[p // 3]]), marks, ())]
            for kind, ports, marks in segments
        ]
        joining: dict[int, list[Region]] = {}
        touched: dict[int, Region] = {}
        for port, spot in enumerate(across):
            if spot in regions:
                other = regions[spot]
                touched[id(other)] = other
                owner = owners[port]
                if owner is not None and segments[owner].kind == other.kind:
                    _join(parts, owner, joining, other)
        closing = self.grid.touching[cell]
        # Segments that share their parts share the region.
        whole = {id(one): one[0] if len(one) == 1 else merge(one, closing) for one in parts}
        joined = [whole[id(one)] for one in parts]
        bounded = [
            (other, other.without(closing)) for key, other in touched.items() if key not in joining
        ]
        return Meeting(
            cell, tile, joined, bounded, _close_regions(base, tile, joined, bounded, across)
        )

    def lay(self, meeting: Meeting) -> "Board":
        cell, grid = meeting.cell, self.grid.around(meeting.cell)
        regions = dict(self.regions)
        for spot in grid.touching[cell]:
            regions.pop(spot, None)
        for region in (*meeting.joined, *(after for _, after in meeting.bounded)):
            for spot in region.open:
                regions[spot] = region
        laid = {**self.laid, cell: meeting.tile}
        frontier, barred = self.frontier & ~(1 << cell), list(self.barred)
        for side, beyond in enumerate(self.grid.neighbours[cell]):
            if beyond != NOWHERE and beyond not in laid:
                bit = 1 << beyond
                frontier |= bit
                first = opposite(side) * self.labels
                for label in range(self.labels):
                    if label != meeting.tile.edges[side]:
                        barred[first + label] |= bit
        return Board(grid, self.labels, laid, regions, frontier, tuple(barred))

    def contested(self, meeting: Meeting) -> list[tuple[Region, list[Region]]]:
        """The regions of this board that the meeting unites although followers of different players
        stand on them, each after the region that they become."""
        found: list[tuple[Region, list[Region]]] = []
        several = {id(one): one for one in meeting.joined if len(one.followers) > 1}
        for region in several.values():
            if len({follower.seat for follower in region.followers}) > 1:
                owners, segments = meeting.tile.owners, meeting.tile.segments
                parts = {
                    id(part): part
                    for spot, owner in zip(self.grid.across[meeting.cell], owners, strict=True)
                    if owner is not None
                    and meeting.joined[owner] is region
                    and (part := self.regions.get(spot)) is not None
                    and part.kind == segments[owner].kind
                    and part.followers
                }
                if len(parts) > 1:
                    found.append((region, list(parts.values())))
        return found

    def laid_tiles(self) -> tuple[LaidTile, ...]:
        """The tiles in the order of laying, without those on border cells."""
        cells = self.grid.cells
        return tuple(
            LaidTile(cells[cell], tile.tile.id, tile.rotation)
            for cell, tile in self.laid.items()
            if cell < len(cells)
        )

    def dump(self) -> dict[str, Any]:
        return {
            "regions": tuple(self.open_regions()),
            "spots": tuple(self.regions),
            "frontier": self.frontier,
            "barred": self.barred,
        }

    def restore(self, grid: Grid, laid: Mapping[int, TurnedTile], stored: StoredBoard) -> "Board":
        """A board with these tiles, from what was stored of it."""
        region_of = {spot: region for region in stored.regions for spot in region.open}
        regions = {spot: region_of[spot] for spot in stored.spots}
        return Board(grid, self.labels, laid, regions, stored.frontier, stored.barred)

    def open_regions(self) -> list[Region]:
        return list({id(region): region for region in self.regions.values()}.values())


def _join(
    parts: list[list[Region]], owner: int, joining: dict[int, list[Region]], other: Region
) -> None:
    """Unite the other region, and everything it is already part of, with a segment's parts."""
    mine, theirs = parts[owner], joining.get(id(other))
    if theirs is None:
        mine.append(other)
        joining[id(other)] = mine
    elif theirs is not mine:
        theirs += mine
        for part in mine:
            joining[id(part)] = theirs
        for number, group in enumerate(parts):
            if group is mine:
                parts[number] = theirs


def _close_regions(
    base: int,
    tile: TurnedTile,
    joined: Sequence[Region],
    bounded: Sequence[tuple[Region, Region]],
    across: Sequence[int],
) -> list[Closed]:
    """The closed regions, those on the tile first. A segment without ports, such as a building in
    the middle of its tile, is never closed by tiles laid next to it."""
    lowest: dict[int, Closed] = {}
    for segment, region in zip(tile.segments, joined, strict=True):
        if not region.open and segment.ports:
            spot = base + segment.ports[0]
            known = lowest.get(id(region))
            if known is None or spot < known.spot:
                lowest[id(region)] = Closed(region, spot)
    closed = list(lowest.values())
    for before, after in bounded:
        if not after.open:
            closed.append(Closed(after, next(spot for spot in across if spot in before.open)))
    return closed


_last_look: tuple[Board, Meeting] | None = None
"""The last meeting, kept because a player looks at a placement just before playing it."""


def look(board: Board, cell: int, tile: TurnedTile) -> Meeting:
    """The effect of the tile on the regions of this cell."""
    global _last_look  # noqa: PLW0603  # one reference, swapped whole: safe in any thread
    last = _last_look
    if last is None or last[0] is not board or last[1].cell != cell or last[1].tile is not tile:
        last = _last_look = (board, board.meet(cell, tile))
    return last[1]
