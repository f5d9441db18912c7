"""Finds what a piece encloses (K9 to K11), starting from the piece.

All pieces are connected, so a piece that joins two existing ones closes a ring, and every closed
ring adds one area. Only then are the areas next to the piece examined, cell by cell.
"""

from collections.abc import Collection, Iterable

from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.vocabulary.pieces import Cell, Piece, cells_around, cells_beside

Bounds = tuple[int, int, int, int]
"""The outermost points in the west, south, east and north."""


def closes(plan: Plan, piece: Piece) -> bool:
    """Whether this piece, which is known to be legal, divides an area."""
    if piece.kind == "tower":
        return plan.ends.get(piece.at, 0) > 1
    return piece.at in plan.towers and piece.to in plan.towers


def placed(plan: Plan, piece: Piece, seat: int) -> Plan:
    """The plan with this piece, which is known to be legal, and with what it encloses for this
    seat."""
    after = plan.with_piece(piece)
    if not closes(plan, piece):
        return after
    divided, areas = courtyard_at(plan, piece), areas_at(after, cells_by(piece))
    stay = [one for one in plan.courtyards if one is not divided]
    return after.with_courtyards([*stay, *(Courtyard(seat, cells) for cells in areas)])


def gain(plan: Plan, piece: Piece) -> int:
    """How many points a legal piece brings immediately: by what it encloses, or as a tower inside a
    courtyard.

    New keeps are single. A double courtyard that is divided keeps the double keep in the part that
    is worth most (K12).
    """
    around = courtyard_at(plan, piece)
    if closes(plan, piece):
        after = plan.with_piece(piece)
        worths = [after.towers_around(area) for area in areas_at(after, cells_by(piece))]
        if around is None:
            return sum(worths)
        return sum(worths) + (max(worths) if around.double else 0) - plan.worth(around)
    if around is None or piece.kind != "tower":
        return 0
    return 2 if around.double else 1


def courtyard_at(plan: Plan, piece: Piece) -> Courtyard | None:
    """The courtyard that a piece not placed yet would be in. Its place is still free, so all cells
    that it touches are in one area, including the one north-east of its point."""
    return plan.owned.get(piece.at)


def cells_by(piece: Piece) -> tuple[Cell, ...]:
    """The cells that a piece touches."""
    if piece.kind == "tower":
        return cells_around(piece.at)
    return tuple(cell for stretch in piece.stretches for cell in cells_beside(stretch))


def areas_at(plan: Plan, cells: Iterable[Cell]) -> list[frozenset[Cell]]:
    """The enclosed areas that contain any of these cells, each once."""
    areas, enclosed = list[Collection[Cell]](), list[frozenset[Cell]]()
    bounds = _bounds(plan)
    for cell in cells:
        if any(cell in area for area in areas):
            continue
        area, is_enclosed = _area(plan, cell, bounds)
        areas.append(area)
        if is_enclosed:
            enclosed.append(frozenset(area))
    return enclosed


def _area(plan: Plan, start: Cell, bounds: Bounds) -> tuple[set[Cell], bool]:
    """The cells that can be reached from one, and whether they are enclosed. The search stops when
    it reaches the outside."""
    west, south, east, north = bounds
    area, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        x, y = cell
        if not (west <= x < east and south <= y < north):
            return area, False
        for beyond in _joined(plan, cell):
            if beyond not in area:
                area.add(beyond)
                waiting.append(beyond)
    return area, True


def _bounds(plan: Plan) -> Bounds:
    """The bounds outside which nothing is enclosed."""
    xs, ys = zip(*plan.ends, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _joined(plan: Plan, cell: Cell) -> list[Cell]:
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
