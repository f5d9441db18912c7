"""Tiles laid so far, the features that they build, where a tile fits, and what laying one does.

Laying is two steps, because a player looks before choosing: `meet` says what a tile would join and
close, `lay` gives the board after it. Neither asks whether the placement is allowed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, Self

from engine.tiles.feature import SEGMENTS, Feature, distinct, follower_on, merge, stored
from engine.tiles.grid import NOWHERE, Cell, Grid, bits
from engine.tiles.remembering import NO_FOLLOWERS, FollowersByCell, remember
from engine.tiles.tile import NO_THINGS, PORTS, PORTS_OF, SIDES, TurnedTile, opposite


class Closed(NamedTuple):
    """A feature that a new tile closed, and the spot by which people can name it."""

    feature: Feature
    spot: int
    """Its lowest port on the new tile; otherwise the first of its ports, going clockwise round the
    new tile from NNW, that the new tile touches."""


class Meeting(NamedTuple):
    """Effect that laying a tile on a cell has on the features."""

    cell: int
    tile: TurnedTile
    joined: Sequence[Feature]
    """For each segment of the tile the feature it is now part of."""
    joins: Sequence[tuple[Feature, int]]
    """The earlier features that are part of these now, each with a segment that joins it."""
    bounded: Sequence[tuple[Feature, Feature]]
    """Features that the tile touches without joining them: before, and after."""
    closed: Sequence[Closed]
    """The features that the tile closes, those on the tile first."""

    def with_follower(self, seat: int, segment: int, weight: int = 1) -> "Meeting":
        """Place a follower on one of the tile's segments."""
        before = self.joined[segment]
        after = before.with_follower(follower_on(self.cell, self.tile, seat, segment, weight))
        return Meeting(
            self.cell,
            self.tile,
            [after if feature is before else feature for feature in self.joined],
            self.joins,
            self.bounded,
            [
                Closed(after, spot) if feature is before else Closed(feature, spot)
                for feature, spot in self.closed
            ],
        )

    def parts_of(self, feature: Feature) -> list[Feature]:
        """List the earlier features that are part of this one now."""
        return [part for part, segment in self.joins if self.joined[segment] is feature]

    def features_beside(self, feature: Feature) -> list[Feature]:
        """List the features that this one touches on the tile without being one with them."""
        return [
            self.joined[touched]
            for other, beside in zip(self.joined, self.tile.tile.beside, strict=False)
            if beside and other is feature
            for touched in bits(beside)
        ]

    def contested_features(self) -> Iterator[tuple[Feature, list[Feature]]]:
        """Find the features that the tile unites although followers of different players stand on
        them, each after the feature that they become."""
        for feature in distinct(self.joined):
            if len({follower.seat for follower in feature.followers}) > 1:
                parts = [part for part in self.parts_of(feature) if part.followers]
                if len(parts) > 1:
                    yield feature, parts


@dataclass(frozen=True, slots=True)
class LaidTile:
    cell: Cell
    tile: str
    rotation: int


class StoredBoard(Protocol):
    """Part of a snapshot that holds a board, beside its tiles."""

    @property
    def regions(self) -> Sequence[Feature]:
        """Open features, each without what follows from the tiles."""

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
    facing: Mapping[int, Feature]
    """For each spot that faces an empty cell the feature it belongs to."""
    closed: Mapping[int, Feature]
    """The features that no tile can join any more, by their first segments."""
    frontier: int
    """Bit set of the empty cells next to a tile."""
    barred: tuple[int, ...]
    """For each side and label the cells that a tile with that label on that side does not fit."""
    forgets: bool
    """True if features do not know their segments, and closed ones are not kept, for a game that
    needs neither."""

    @classmethod
    def empty(cls, grid: Grid, labels: int, *, forgets: bool = False) -> Self:
        return cls(grid, labels, {}, {}, {}, 0, (0,) * (labels * len(SIDES)), forgets)

    def room_for(self, tile: TurnedTile) -> int:
        """Bit set of the cells where the tile fits with its neighbours."""
        barred = self.barred
        labels = self.labels
        north, east, south, west = tile.edges
        return self.frontier & ~(
            barred[north]
            | barred[labels + east]
            | barred[2 * labels + south]
            | barred[3 * labels + west]
        )

    def clash(self, cell: int, tile: TurnedTile) -> tuple[int, TurnedTile]:
        """Find the first side on which the tile does not fit here, and the tile beyond it."""
        for side, beyond in enumerate(self.grid.neighbours[cell]):
            other = self.laid.get(beyond)
            if other is not None and other.edges[opposite(side)] != tile.edges[side]:
                return side, other
        raise AssertionError("the tile fits this cell")

    def meet(self, cell: int, tile: TurnedTile) -> Meeting:
        facing = self.facing
        laid = self.laid
        across = self.grid.across[cell]
        neighbours = self.grid.neighbours[cell]
        free = [near != NOWHERE and near not in laid for near in neighbours]
        first = None if self.forgets else len(laid) * SEGMENTS
        # What becomes one feature is in one group. At first, each segment has a group of its own.
        groups = [[part] for part in _parts_on(cell, tile, free, first)]
        group_of = list(range(len(groups)))
        joins: list[tuple[Feature, int]] = []
        # Earlier features by their first open spots, and for each the segment that joins it.
        touched: dict[int, Feature] = {}
        joined_by: dict[int, int] = {}
        for side, near in enumerate(neighbours):
            if near not in laid:
                continue
            for port in PORTS_OF[side]:
                other = facing.get(across[port])
                if other is None:
                    continue
                name = other.open[0]
                touched[name] = other
                owner = tile.owners[port]
                if owner is None or tile.segments[owner].kind != other.kind:
                    continue
                segment = joined_by.get(name)
                if segment is None:
                    joined_by[name] = owner
                    joins.append((other, owner))
                    groups[group_of[owner]].append(other)
                elif group_of[owner] != group_of[segment]:
                    _unite(groups, group_of, group_of[owner], group_of[segment])
        closing = self.grid.touching[cell]
        merged: dict[int, Feature] = {}
        for number in group_of:
            if number not in merged:
                group = groups[number]
                merged[number] = group[0] if len(group) == 1 else merge(group, closing)
        joined = [merged[number] for number in group_of]
        bounded = [
            (other, other.without(closing))
            for name, other in touched.items()
            if name not in joined_by
        ]
        closed = _close_features(cell * PORTS, tile, joined, bounded, across)
        return Meeting(cell, tile, joined, joins, bounded, closed)

    def lay(self, meeting: Meeting) -> Self:
        cell = meeting.cell
        grid = self.grid.around(meeting.cell)
        facing = dict(self.facing)
        for spot in grid.touching[cell]:
            facing.pop(spot, None)
        for feature in (*meeting.joined, *(after for _, after in meeting.bounded)):
            for spot in feature.open:
                facing[spot] = feature
        laid = {**self.laid, cell: meeting.tile}
        frontier = self.frontier & ~(1 << cell)
        barred = list(self.barred)
        for side, beyond in enumerate(self.grid.neighbours[cell]):
            if beyond != NOWHERE and beyond not in laid:
                bit = 1 << beyond
                frontier |= bit
                first = opposite(side) * self.labels
                for label in range(self.labels):
                    if label != meeting.tile.edges[side]:
                        barred[first + label] |= bit
        closed = self.closed
        if not self.forgets:
            done = [feature for feature in meeting.joined if not feature.open]
            done += [after for _, after in meeting.bounded if not after.open]
            if done:
                closed = {**closed, **{feature.first: feature.in_order() for feature in done}}
        return type(self)(
            grid, self.labels, laid, facing, closed, frontier, tuple(barred), self.forgets
        )

    def without_followers(self, features: Iterable[Feature]) -> Self:
        """Send home the followers on these closed features."""
        left = {
            feature.first: feature._replace(followers=())
            for feature in features
            if feature.followers
        }
        return replace(self, closed={**self.closed, **left}) if left else self

    def laid_tiles(self) -> tuple[LaidTile, ...]:
        """List the tiles in the order of laying, without those on border cells."""
        cells = self.grid.cells
        return tuple(
            LaidTile(cells[cell], tile.tile.id, tile.rotation)
            for cell, tile in self.laid.items()
            if cell < len(cells)
        )

    def open_features(self) -> list[Feature]:
        return list({feature.open[0]: feature for feature in self.facing.values()}.values())

    def features(self) -> list[Feature]:
        """All features; of a board that forgets, the open ones."""
        return [*self.open_features(), *self.closed.values()]

    def dump(self) -> dict[str, Any]:
        return {
            "regions": tuple(map(stored, self.open_features())),
            "spots": tuple(self.facing),
            "frontier": self.frontier,
            "barred": self.barred,
        }

    def restore(
        self,
        grid: Grid,
        laid: Mapping[int, TurnedTile],
        data: StoredBoard,
        followers: FollowersByCell = NO_FOLLOWERS,
    ) -> Self:
        """A board with these tiles and followers, from what was stored of it."""
        features = data.regions
        closed: Mapping[int, Feature] = {}
        if not self.forgets:
            features, closed = remember(grid, laid, features, followers)
        feature_of = {spot: feature for feature in features for spot in feature.open}
        return type(self)(
            grid,
            self.labels,
            laid,
            {spot: feature_of[spot] for spot in data.spots},
            closed,
            data.frontier,
            data.barred,
            self.forgets,
        )


def _parts_on(
    cell: int, tile: TurnedTile, free: Sequence[bool], first: int | None
) -> list[Feature]:
    """Make each segment of a tile a feature of its own. `free` tells which sides face an empty
    cell; `first` is the number of the first segment, or None if the board forgets it."""
    base = cell * PORTS
    bit = 1 << cell
    beside = tile.tile.beside
    things = tile.tile.things
    parts = []
    for index, (kind, ports, marks) in enumerate(tile.segments):
        still_open = tuple([base + port for port in ports if free[port // 3]])
        if first is None:
            parts.append(Feature(kind, bit, still_open, marks, ()))
        else:
            touched = beside[index] << first if beside else 0
            named = things[index] if things else NO_THINGS
            number = 1 << first + index
            parts.append(Feature(kind, bit, still_open, marks, (), number, touched, named))
    return parts


def _unite(groups: list[list[Feature]], group_of: list[int], number: int, into: int) -> None:
    """Add the group with this number to another."""
    groups[into] += groups[number]
    for segment, group in enumerate(group_of):
        if group == number:
            group_of[segment] = into


def _close_features(
    base: int,
    tile: TurnedTile,
    joined: Sequence[Feature],
    bounded: Sequence[tuple[Feature, Feature]],
    across: Sequence[int],
) -> list[Closed]:
    """List the closed features, those on the tile first. A segment without ports, such as a
    building in the middle of its tile, is never closed by tiles laid next to it."""
    closed: list[Closed] = []
    for feature in distinct(joined):
        if feature.open:
            continue
        ports = [
            segment.ports[0]
            for segment, whole in zip(tile.segments, joined, strict=True)
            if whole is feature and segment.ports
        ]
        if ports:
            closed.append(Closed(feature, base + min(ports)))
    for before, after in bounded:
        if not after.open:
            spot = next(spot for spot in across if spot in before.open)
            closed.append(Closed(after, spot))
    return closed


# The last meeting, kept because a player looks at a placement just before playing it.
_last_look: tuple[Board, Meeting] | None = None


def look(board: Board, cell: int, tile: TurnedTile) -> Meeting:
    """Return what `board.meet` does, without working out the last meeting once more."""
    global _last_look  # noqa: PLW0603  # one reference, swapped whole: safe in any thread
    last = _last_look
    if last is not None:
        last_board, meeting = last
        if last_board is board and meeting.cell == cell and meeting.tile is tile:
            return meeting
    meeting = board.meet(cell, tile)
    _last_look = (board, meeting)
    return meeting
