"""Plan of the castle: its towers and walls, its courtyards, and what a piece encloses.

All pieces are connected, so a piece that joins two existing ones closes a ring, and every closed
ring adds one area. Only then are the areas next to the piece examined, cell by cell.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from engine.castellan.pieces import Cell, Piece, Point, Stretch, cells_around, cells_beside


class Courtyard(NamedTuple):
    """An enclosed set of cells, and who owns it."""

    seat: int
    cells: frozenset[Cell]
    double: bool = False

    @property
    def name(self) -> Cell:
        """Cell by which it is named: its westernmost, and of those the southernmost."""
        return min(self.cells)


@dataclass(frozen=True)
class Plan:
    """Pieces and courtyards. Equal plans may have been built in different orders."""

    towers: frozenset[Point] = frozenset()
    walls: frozenset[Piece] = frozenset()
    courtyards: tuple[Courtyard, ...] = ()
    """Sorted by name."""
    stretches: Mapping[Stretch, Piece] = field(default_factory=dict, compare=False, repr=False)
    """The wall on each stretch that has one."""
    middles: Mapping[Point, Piece] = field(default_factory=dict, compare=False, repr=False)
    """The long walls by their middles."""
    ends: Mapping[Point, int] = field(default_factory=dict, compare=False, repr=False)
    """The number of walls that end on each point, with or without a tower there."""

    @cached_property
    def courtyard_at(self) -> Mapping[Cell, Courtyard]:
        """Courtyard of each cell that is in one."""
        return {cell: courtyard for courtyard in self.courtyards for cell in courtyard.cells}

    @cached_property
    def is_empty(self) -> bool:
        return not self.towers and not self.walls

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """Outermost points in the west, south, east and north."""
        xs, ys = zip(*self.ends, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def open_ends(self) -> list[Point]:
        """K4: the points on which walls end without a tower."""
        return [point for point in self.ends if point not in self.towers]

    def with_piece(self, piece: Piece) -> "Plan":
        """Add a piece, leaving the courtyards as they are."""
        towers = self.towers
        walls = self.walls
        stretches = self.stretches
        middles = self.middles
        ends = self.ends
        if piece.kind == "tower":
            towers |= {piece.at}
        else:
            walls |= {piece}
            stretches = {**stretches, **dict.fromkeys(piece.stretches, piece)}
            if piece.middle is not None:
                middles = {**middles, piece.middle: piece}
            ends = {**ends, **{at: ends.get(at, 0) + 1 for at in (piece.at, piece.to)}}
        return Plan(towers, walls, self.courtyards, stretches, middles, ends)

    def with_courtyards(self, courtyards: Iterable[Courtyard]) -> "Plan":
        ordered = tuple(sorted(courtyards, key=lambda courtyard: courtyard.name))
        return Plan(self.towers, self.walls, ordered, self.stretches, self.middles, self.ends)

    def towers_at(self, cells: frozenset[Cell]) -> frozenset[Point]:
        """K18: the towers around these cells and inside them."""
        corners = {
            corner for x, y in cells for corner in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        }
        return self.towers & corners

    def towers_around(self, cells: frozenset[Cell]) -> int:
        return len(self.towers_at(cells))

    def towers_of(self, courtyard: Courtyard) -> int:
        return self.towers_around(courtyard.cells)

    def worth(self, courtyard: Courtyard) -> int:
        return self.towers_of(courtyard) * (2 if courtyard.double else 1)

    @cached_property
    def worths(self) -> tuple[int, ...]:
        return tuple(map(self.worth, self.courtyards))


EMPTY = Plan()


def build_plan(
    towers: Iterable[Point], walls: Iterable[Piece], courtyards: Iterable[Courtyard]
) -> Plan:
    all_walls = frozenset(walls)
    plan = Plan(
        towers=frozenset(towers),
        walls=all_walls,
        stretches={stretch: wall for wall in all_walls for stretch in wall.stretches},
        middles={wall.middle: wall for wall in all_walls if wall.middle is not None},
        ends=Counter(end for wall in all_walls for end in (wall.at, wall.to)),
    )
    return plan.with_courtyards(courtyards)


def new_courtyards(before: Plan, after: Plan) -> list[Courtyard]:
    """List the courtyards made in a turn, as they are at its end (K10, K11)."""
    earlier = {courtyard.cells for courtyard in before.courtyards}
    return [courtyard for courtyard in after.courtyards if courtyard.cells not in earlier]


# What a piece encloses. It is legal, but not placed yet.


def closes(plan: Plan, piece: Piece) -> bool:
    """True if the piece divides an area."""
    if piece.kind == "tower":
        return plan.ends.get(piece.at, 0) > 1
    return piece.at in plan.towers and piece.to in plan.towers


def courtyard_at(plan: Plan, piece: Piece) -> Courtyard | None:
    """Find the courtyard that the piece would be in. Its place is still free, so all cells that it
    touches are in one area, including the one north-east of its point."""
    return plan.courtyard_at.get(piece.at)


def place_piece(plan: Plan, piece: Piece, seat: int) -> Plan:
    """Add a piece to the plan, and what it encloses for this seat."""
    after = plan.with_piece(piece)
    if not closes(plan, piece):
        return after
    divided = courtyard_at(plan, piece)
    stay = [courtyard for courtyard in plan.courtyards if courtyard is not divided]
    made = [Courtyard(seat, cells) for cells in enclosed_areas(after, piece)]
    return after.with_courtyards([*stay, *made])


def gain(plan: Plan, piece: Piece) -> int:
    """Count the points that the piece brings immediately: by what it encloses, or as a tower inside
    a courtyard.

    New keeps are single. A double courtyard that is divided keeps the double keep in the part that
    is worth most (K12).
    """
    around = courtyard_at(plan, piece)
    if closes(plan, piece):
        after = plan.with_piece(piece)
        worths = [after.towers_around(area) for area in enclosed_areas(after, piece)]
        if around is None:
            return sum(worths)
        return sum(worths) + (max(worths) if around.double else 0) - plan.worth(around)
    if around is None or piece.kind != "tower":
        return 0
    return 2 if around.double else 1


def enclosed_areas(plan: Plan, piece: Piece) -> list[frozenset[Cell]]:
    """Find the enclosed areas that touch a piece of the plan, each once."""
    if piece.kind == "tower":
        cells: Iterable[Cell] = cells_around(piece.at)
    else:
        cells = [cell for stretch in piece.stretches for cell in cells_beside(stretch)]
    searched = list[set[Cell]]()
    enclosed = list[frozenset[Cell]]()
    for cell in cells:
        if not any(cell in area for area in searched):
            area, is_enclosed = _area(plan, cell)
            searched.append(area)
            if is_enclosed:
                enclosed.append(frozenset(area))
    return enclosed


def _area(plan: Plan, start: Cell) -> tuple[set[Cell], bool]:
    """Find the cells that can be reached from one, and tell whether they are enclosed. The search
    stops when it reaches the outside, beyond the outermost points."""
    west, south, east, north = plan.bounds
    area = {start}
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        x, y = cell
        if not (west <= x < east and south <= y < north):
            return area, False
        for beyond in _find_connected(plan, cell):
            if beyond not in area:
                area.add(beyond)
                waiting.append(beyond)
    return area, True


def _find_connected(plan: Plan, cell: Cell) -> list[Cell]:
    """K9: the cells connected to one, across stretches without a wall and around free points."""
    x, y = cell
    walls = plan.stretches
    joined = []
    if (x, y, "E") not in walls:
        joined.append((x, y - 1))
    if (x, y + 1, "E") not in walls:
        joined.append((x, y + 1))
    if (x, y, "N") not in walls:
        joined.append((x - 1, y))
    if (x + 1, y, "N") not in walls:
        joined.append((x + 1, y))
    for point in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
        if point in plan.ends and point not in plan.towers:
            joined += cells_around(point)
    return joined
