"""A board to think on: the same game as the engine's, in a form that is changed in place, and what
a tile changes on it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from engine.castle.catalogue import Catalogue
from engine.castle.moves import Options
from engine.castle.scoring import followers_of
from engine.castle.state import State
from engine.tiles.feature import Feature
from engine.tiles.grid import NOWHERE, Grid, bit_set, bits
from engine.tiles.tile import PORTS

KINDS = ("path", "tower", "house", "court")
PATH, TOWER, HOUSE, COURT = range(len(KINDS))
NOBODY = -1

# A way to lay the drawn tile: what it promises, the cell, the rotation, and the number of the
# part that takes a follower, or NOBODY.
WeighedTurn = tuple[float, int, int, int]


class TilePart(NamedTuple):
    """A segment of a turned tile, or several that a tile joins."""

    kind: int
    ports: tuple[int, ...]
    marks: int
    sides: int
    """Bit set of the sides that it reaches."""


class Tables(NamedTuple):
    """Tiles and cells of a catalogue in a form that is fast to look up."""

    catalogue: Catalogue
    parts: Mapping[str, tuple[tuple[TilePart, ...], ...]]
    grid: Grid
    beyond: Sequence[tuple[int, ...]]
    """For each inside cell and bit set of sides the bit set of the cells beyond them."""


@cache
def tables_of(catalogue: Catalogue) -> Tables:
    parts = {
        name: tuple(
            tuple(
                TilePart(KINDS.index(kind), ports, marks, sum({1 << port // 3 for port in ports}))
                for kind, ports, marks in tile.segments
            )
            for tile in rotations
        )
        for name, rotations in catalogue.turned.items()
    }
    beyond = [
        tuple(
            bit_set(near for side, near in enumerate(four) if sides >> side & 1 and near != NOWHERE)
            for sides in range(1 << len(four))
        )
        for four in catalogue.grid.neighbours[: len(catalogue.grid.cells)]
    ]
    return Tables(catalogue, parts, catalogue.grid, beyond)


class Area(NamedTuple):
    """Part of a feature built so far."""

    kind: int
    cells: int
    """Bit set of its cells."""
    faces: int
    """Bit set of the empty cells that it faces; it is closed when there are none."""
    marks: int
    first: int
    """The number of followers of the first seat on it."""
    second: int
    spots: tuple[int, ...]
    """The spots where it faces empty cells."""

    @property
    def leader(self) -> int | None:
        return None if self.first == self.second else int(self.second > self.first)


@dataclass(slots=True)
class CastlePosition:
    tables: Tables
    options: Options
    owners: list[Area | None]
    """For each spot that faces an empty cell its area. The additional last entry is for NOWHERE."""
    laid: int
    """Bit set of the cells with a tile on them."""
    frontier: int
    barred: list[int]
    """As in the engine's board."""
    courts: list[Area]
    """Closed courts with followers on them."""
    seat: int
    drawn: str | None
    """The tile to be laid; None when the game is over."""
    deck: Sequence[str]
    dealt: int
    scores: list[int]
    supply: list[int]
    held: list[tuple[int, ...]]
    keeps: list[int]
    """The number of tiles of each keep's house, 0 without one."""
    wall: dict[int, int]

    @classmethod
    def of(cls, state: State) -> "CastlePosition":
        """Copy a position, but without a pending question whether to take another turn."""
        board = state.board
        setup = state.setup

        def area_of(feature: Feature) -> Area:
            across = board.grid.across
            faces = bit_set(across[spot // PORTS][spot % PORTS] // PORTS for spot in feature.open)
            first, second = followers_of(feature)
            kind = KINDS.index(feature.kind)
            return Area(kind, feature.cells, faces, feature.marks, first, second, feature.open)

        owners: list[Area | None] = [None] * (len(board.grid.neighbours) * PORTS + 1)
        for feature in board.open_features():
            area = area_of(feature)
            for spot in feature.open:
                owners[spot] = area
        return cls(
            tables=tables_of(setup.catalogue),
            options=setup.options,
            owners=owners,
            laid=bit_set(board.laid),
            frontier=board.frontier,
            barred=list(board.barred),
            courts=[area_of(court) for court in state.closed_courts if court.followers],
            seat=state.seat,
            drawn=state.drawn,
            deck=setup.deck,
            dealt=state.dealt,
            scores=list(state.scores),
            supply=list(state.supply),
            held=list(state.held),
            keeps=[0 if keep is None else keep.tiles for keep in state.keeps],
            wall=dict(state.wall),
        )

    def copy(self) -> "CastlePosition":
        return replace(
            self,
            owners=self.owners.copy(),
            barred=self.barred.copy(),
            courts=self.courts.copy(),
            scores=self.scores.copy(),
            supply=self.supply.copy(),
            held=self.held.copy(),
            keeps=self.keeps.copy(),
            wall=self.wall.copy(),
        )

    @property
    def left(self) -> int:
        return len(self.deck) - self.dealt

    def room_for(self, edges: tuple[int, int, int, int]) -> int:
        """Bit set of the cells where a tile with these edges fits."""
        barred = self.barred
        north, east, south, west = edges
        return self.frontier & ~(
            barred[north] | barred[2 + east] | barred[4 + south] | barred[6 + west]
        )

    def areas(self) -> list[Area]:
        """Every area that faces an empty cell, once each."""
        across = self.tables.grid.across
        areas = {}
        for cell in bits(self.frontier):
            for spot in across[cell]:
                area = self.owners[spot]
                if area is not None:
                    areas[area.spots[0]] = area
        return list(areas.values())


class Merged(NamedTuple):
    """Several areas around a cell combined, once the cell is taken."""

    cells: int
    faces: int
    marks: int
    first: int
    second: int


NOTHING_MERGED = Merged(0, 0, 0, 0, 0)
NOTHING = (0,) * PORTS


@dataclass(slots=True)
class CellSurroundings:
    """Areas around an empty cell, numbered, and what each part of a tile would join there."""

    bit: int
    touched: list[Area] = field(default_factory=list)
    rows: list[Sequence[int]] = field(default_factory=lambda: [NOTHING] * 4)
    """For each kind and port, the bit of the touched area of this kind at that port."""
    merged: dict[int, Merged] = field(default_factory=dict)
    """What areas make together, by the bits of those that were asked for."""

    @classmethod
    def of(cls, position: CastlePosition, cell: int) -> "CellSurroundings":
        surroundings = cls(1 << cell)
        owners = position.owners
        touched = surroundings.touched
        rows = surroundings.rows
        # The numbers of the areas, by their first spots.
        numbers: dict[int, int] = {}
        for port, spot in enumerate(position.tables.grid.across[cell]):
            area = owners[spot]
            if area is not None:
                number = numbers.setdefault(area.spots[0], len(touched))
                if number == len(touched):
                    touched.append(area)
                if rows[area[0]] is NOTHING:
                    rows[area[0]] = [0] * PORTS
                rows[area[0]][port] = 1 << number  # type: ignore[index]
        return surroundings

    def merge(self, join: int) -> Merged:
        """Merge the touched areas with these bits into one."""
        merged = self.merged.get(join)
        if merged is None:
            cells = 0
            faces = 0
            marks = 0
            first = 0
            second = 0
            for number, area in enumerate(self.touched):
                if join >> number & 1:
                    cells |= area.cells
                    faces |= area.faces
                    marks += area.marks
                    first += area.first
                    second += area.second
            merged = Merged(cells, faces & ~self.bit, marks, first, second)
            self.merged[join] = merged
        return merged

    def join(self, parts: Sequence[TilePart]) -> list[tuple[int, TilePart, int]]:
        """List the parts of a tile laid on the cell, those that join a common area as one: the
        lowest number, the part, and the bits of the touched areas that it joins."""
        joins = []
        used = 0
        common = 0
        for kind, ports, _, _ in parts:
            join = 0
            row = self.rows[kind]
            for port in ports:
                join |= row[port]
            common |= used & join
            used |= join
            joins.append(join)
        numbered = list(zip(range(len(parts)), parts, joins, strict=True))
        return unite_parts(numbered) if common else numbered


def unite_parts(parts: Sequence[tuple[int, TilePart, int]]) -> list[tuple[int, TilePart, int]]:
    united: list[tuple[int, TilePart, int]] = []
    for segment in parts:
        number, whole, joins = segment
        common = [other for other in united if other[2] & joins]
        united = [other for other in united if not other[2] & joins]
        for earlier, part, join in common:
            number = min(number, earlier)
            joins = joins | join
            ports = (*part.ports, *whole.ports)
            sides = whole.sides | part.sides
            whole = TilePart(whole.kind, ports, whole.marks + part.marks, sides)
        united.append((number, whole, joins))
    return united


class AreaChange(NamedTuple):
    before: Sequence[Area]
    """The areas that are joined; empty for a segment that joins nothing."""
    after: Area
    deployed: bool
    """The follower of this turn stands on it."""


def area_changes(position: CastlePosition, turn: WeighedTurn) -> Iterator[AreaChange]:
    """List the changes that laying a tile makes to the areas around its cell."""
    _, cell, rotation, deployed = turn
    tables = position.tables
    empty = ~position.laid
    seat = position.seat
    around = CellSurroundings.of(position, cell)
    touching = tables.grid.touching[cell]
    beyond = tables.beyond[cell]
    parts = tables.parts[position.drawn][rotation]  # type: ignore[index]
    port = NOBODY if deployed == NOBODY else parts[deployed].ports[0]
    used = 0
    for _, part, join in around.join(parts):
        used |= join
        before = [area for number, area in enumerate(around.touched) if join >> number & 1]
        cells, faces, marks, first, second = around.merge(join)
        spots = [
            cell * PORTS + edge_port
            for edge_port in part.ports
            if beyond[1 << edge_port // 3] & empty
        ]
        spots += [spot for area in before for spot in area.spots if spot not in touching]
        has_follower = port in part.ports
        after = Area(
            part.kind,
            cells | around.bit,
            faces | beyond[part.sides] & empty,
            marks + part.marks,
            first + (has_follower and seat == 0),
            second + (has_follower and seat == 1),
            tuple(spots),
        )
        yield AreaChange(before, after, has_follower)
    for number, area in enumerate(around.touched):
        if not used >> number & 1:
            left = tuple(spot for spot in area.spots if spot not in touching)
            after = area._replace(faces=area.faces & ~around.bit, spots=left)
            yield AreaChange([area], after, deployed=False)
