"""Faces: the areas into which the walls divide the ground, each described by the walk
around its edge.

As all pieces are connected, the edge of a face is a single walk, with the face on its left. The
walk passes every tower that counts for a courtyard, including those inside it, and a courtyard is a
face whose walk goes counter-clockwise.
"""

from dataclasses import dataclass, field

from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.vocabulary.pieces import Cell
from engine.players.castellan.board import (
    CENTRE,
    HEADINGS,
    NORTH,
    SOUTH,
    STEPS,
    WIDE,
    Board,
    point_of,
    step_of,
)

Edge = tuple[int, int]
"""A wall followed from a spot in a heading, with the face on its left."""
NO_TOWER = -1


@dataclass(slots=True)
class Face:
    towers: list[int] = field(default_factory=list)
    """The tower at each corner of the walk, or `NO_TOWER` where a wall ends."""
    areas: list[int] = field(default_factory=list)
    """The area to the left of the walk up to each corner, measured from a line in the west."""
    lengths: list[int] = field(default_factory=list)
    """The stretches walked up to each corner."""
    slots: list[tuple[int, int, int]] = field(default_factory=list)
    """Where a wall can begin: corner, tower and heading."""
    ends: list[tuple[int, int]] = field(default_factory=list)
    """Where a wall ends without a tower: corner and spot."""
    edges: list[Edge] = field(default_factory=list)
    area: int = 0
    """Negative where the walk goes clockwise, around the whole castle."""
    length: int = 0

    @property
    def count(self) -> int:
        """How many towers count for it."""
        return len(set(self.towers) - {NO_TOWER})

    @property
    def room(self) -> int:
        """How many points are free inside a courtyard, by Pick's theorem."""
        return room(self.area, self.length)

    @property
    def space(self) -> int:
        """How many towers could still be set inside a courtyard."""
        return self.room + len({spot for _, spot in self.ends})


def room(area: int, length: int) -> int:
    return area - length // 2 + 1


def walk(board: Board, spot: int, heading: int) -> Face:
    """The face to the left of the wall that leads from a spot in this heading."""
    face = Face()
    arms, standing = board.arms, board.towers
    towers, slots, edges = face.towers, face.slots, face.edges
    at, ahead, area, walked = spot, heading, 0, 0
    while True:
        edges.append((at, ahead))
        length = arms[at][ahead]
        if ahead == NORTH:
            area += (at // WIDE - CENTRE) * length
        elif ahead == SOUTH:
            area -= (at // WIDE - CENTRE) * length
        walked += length
        at += STEPS[ahead] * length
        face.areas.append(area)
        face.lengths.append(walked)
        if at in standing:
            here = arms[at]
            ahead = (ahead + 3) & 3
            while not here[ahead]:
                slots.append((len(towers), at, ahead))
                ahead = (ahead + 1) & 3
            towers.append(at)
        else:
            face.ends.append((len(towers), at))
            towers.append(NO_TOWER)
            ahead ^= 2
        if at == spot and ahead == heading:
            face.area, face.length = area, walked
            return face


def outside(board: Board) -> Face:
    """The face around the whole castle."""
    west = min(board.arms)
    if not any(board.arms[west]):
        slots = [(0, west, heading) for heading in HEADINGS]
        return Face([west], [0], [0], slots)
    heading = next(way for way in HEADINGS if board.arms[west][way])
    return walk(board, west, heading)


def edge_of(plan: Plan, courtyard: Courtyard) -> Edge:
    """A wall from which to walk around a courtyard: the one west of the cell that names it."""
    x, y = courtyard.name
    spot, heading, length = step_of(plan.stretches[x, y, "N"])
    return spot + STEPS[heading] * length, SOUTH


def cell_of(face: Face) -> Cell:
    """The cell that names a courtyard: its westernmost, and of those the southernmost."""
    walked = (0, *face.lengths)
    ends = [
        spot - walked[number + 1] + walked[number]
        for number, (spot, heading) in enumerate(face.edges)
        if heading == SOUTH
    ]
    return point_of(min(ends))
