"""What would close a courtyard, and with how few pieces: at most three.

A ring is closed by a chain of new pieces between two places of the castle where something can be
joined. At an existing tower the chain begins with a wall, at an open wall end with a tower:

    O===O  a wall                       >==T==<  a tower where two walls end
    O===T==<  a wall and a tower        O===T===O  two walls and a tower between them
                                        >==T===T==<  two towers and a wall between them

Only open ground is considered, where everybody may build, not what would divide a courtyard.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.castellan.plan.enclosing import areas_at, cells_by
from engine.castellan.plan.places import obstacle
from engine.castellan.plan.plan import Plan
from engine.castellan.vocabulary.pieces import Cell, Kind, Piece, Point, walls_from
from engine.castellan.vocabulary.reasons import Reason

WALLS: tuple[Kind, ...] = ("short", "long")


class Closing(NamedTuple):
    """The pieces missing to enclose an area."""

    pieces: tuple[Piece, ...]
    """Each can be placed once those before it are there."""
    cells: frozenset[Cell]
    """What they would enclose."""
    towers: int
    """What that would be worth with a single keep."""


def closings(plan: Plan) -> tuple[Closing, ...]:
    """What could be closed, the fewest pieces first, then the most points.

    Where closings overlap, one is left out if another needs no more pieces and is worth no less.
    """
    found = [one for pieces in _chains(plan) for one in _closed_by(plan, pieces)]
    found.sort(key=lambda one: (len(one.pieces), -one.towers, len(one.cells), one.pieces))
    best = list[Closing]()
    for one in found:
        if not any(one.towers <= other.towers and one.cells & other.cells for other in best):
            best.append(one)
    return tuple(best)


def _closed_by(plan: Plan, pieces: Sequence[Piece]) -> Iterator[Closing]:
    after = plan
    for piece in pieces:
        after = after.with_piece(piece)
    for cells in areas_at(after, cells_by(pieces[-1])):
        yield Closing(tuple(pieces), cells, after.towers_around(cells))


def _chains(plan: Plan) -> Iterator[tuple[Piece, ...]]:
    """Chains of pieces that join two places of the castle, in an order in which they can be
    built."""
    open_ends = {at for at in plan.open_ends if obstacle(plan, Piece("tower", at), None) is None}
    for at in open_ends:
        if plan.ends[at] > 1:
            yield (Piece("tower", at),)
    for end, walls in _walls_by_end(plan).items():
        tower = Piece("tower", end)
        if end in plan.towers:
            yield from ((wall,) for wall in walls)
        elif end in open_ends:
            yield from ((tower, wall) for wall in walls)
        else:
            yield from ((one, tower, other) for one, other in combinations(sorted(walls), 2))
    for wall in _walls_between(plan, open_ends):
        yield Piece("tower", wall.at), wall, Piece("tower", wall.to)


def _walls_by_end(plan: Plan) -> Mapping[Point, Sequence[Piece]]:
    """The walls that can be joined to a tower, by where they end."""
    found = defaultdict[Point, list[Piece]](list)
    for at in plan.towers:
        for kind in WALLS:
            for wall in walls_from(kind, at):
                end = wall.to if wall.at == at else wall.at
                if obstacle(plan, wall, None) is None:
                    found[end].append(wall)
    return found


def _walls_between(plan: Plan, open_ends: set[Point]) -> Iterator[Piece]:
    """The walls that fit between two open wall ends, apart from the towers missing there."""
    for at in open_ends:
        for kind in WALLS:
            for wall in walls_from(kind, at):
                if wall.at == at and wall.to in open_ends and _lacks_a_tower(plan, wall):
                    yield wall


def _lacks_a_tower(plan: Plan, wall: Piece) -> bool:
    return obstacle(plan, wall, None) is Reason.NO_TOWER
