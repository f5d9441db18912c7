"""A castle as a working board: pieces are put on it and taken back in place, and a walk finds the
faces into which the walls divide the ground.

A spot is a point as one number, a heading one of four, clockwise from the north. For placing walls,
the board stores for each spot with a tower or a wall end how long the wall is that leads from it in
each heading.

As all pieces are connected, the edge of a face is a single walk, with the face on its left. The
walk passes every tower that counts for a courtyard, including those inside it, and a courtyard is a
face whose walk goes counter-clockwise.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.castellan.pieces import Cell, Kind, Piece, Point
from engine.castellan.plan import Courtyard, Plan

HEADINGS = range(4)
NORTH, EAST, SOUTH, WEST = HEADINGS
WIDE = 1024
# From a spot to the next one in each heading.
STRIDES = (1, WIDE, -1, -WIDE)
CENTRE = WIDE // 2
LENGTHS: dict[Kind, int] = {"tower": 0, "short": 1, "long": 2}
# The kinds of piece by length.
KIND_OF: tuple[Kind, ...] = ("tower", "short", "long")


class PlacedPiece(NamedTuple):
    """A piece on the working board: a tower has no length."""

    spot: int
    heading: int
    length: int

    @property
    def end(self) -> int:
        return self.spot + STRIDES[self.heading] * self.length


def tower(spot: int) -> PlacedPiece:
    return PlacedPiece(spot, 0, 0)


class WallBoard:
    """Pieces, regardless of who owns the courtyards."""

    __slots__ = ("arms", "middles", "towers")

    def __init__(self, plan: Plan) -> None:
        self.towers: set[int] = set()
        self.middles: set[int] = set()
        self.arms: dict[int, list[int]] = {}
        """The lengths of the walls from each spot with a tower or a wall end, by heading."""
        for at in plan.towers:
            self.put(tower(spot_of(at)))
        for wall in plan.walls:
            self.put(place_of_piece(wall))

    def put(self, piece: PlacedPiece) -> None:
        spot, heading, length = piece
        arms = self.arms
        if not length:
            self.towers.add(spot)
            if spot not in arms:
                arms[spot] = [0, 0, 0, 0]
            return
        end = spot + STRIDES[heading] * length
        if length == 2:
            self.middles.add(spot + STRIDES[heading])
        arms.setdefault(spot, [0, 0, 0, 0])[heading] = length
        arms.setdefault(end, [0, 0, 0, 0])[heading ^ 2] = length

    def take_back(self, piece: PlacedPiece) -> None:
        """Take back a piece on which nothing else depends."""
        spot, heading, length = piece
        if not length:
            self.towers.remove(spot)
            self._clear(spot)
            return
        end = spot + STRIDES[heading] * length
        if length == 2:
            self.middles.remove(spot + STRIDES[heading])
        self.arms[spot][heading] = 0
        self.arms[end][heading ^ 2] = 0
        self._clear(spot)
        self._clear(end)

    def _clear(self, spot: int) -> None:
        if spot not in self.towers and not any(self.arms[spot]):
            del self.arms[spot]

    def fits(self, spot: int, heading: int, length: int) -> bool:
        """True if a wall can lead there from a spot that no wall covers (K5)."""
        arms = self.arms
        middles = self.middles
        stride = STRIDES[heading]
        end = spot + stride * length
        if end in middles:
            return False
        arms_at_spot = arms.get(spot)
        if arms_at_spot and arms_at_spot[heading]:
            return False
        arms_at_end = arms.get(end)
        if arms_at_end and arms_at_end[heading ^ 2]:
            return False
        return length == 1 or not (spot + stride in arms or spot + stride in middles)


def spot_of(point: Point) -> int:
    x, y = point
    return (x + CENTRE) * WIDE + y + CENTRE


def point_of(spot: int) -> Point:
    return spot // WIDE - CENTRE, spot % WIDE - CENTRE


def place_of_piece(piece: Piece) -> PlacedPiece:
    heading = EAST if piece.heading == "E" else NORTH
    return PlacedPiece(spot_of(piece.at), heading, LENGTHS[piece.kind])


def piece_of(piece: PlacedPiece) -> Piece:
    """A wall written from its western or southern end."""
    spot, heading, length = piece
    if not length:
        return Piece("tower", point_of(spot))
    start = piece.end if heading in (SOUTH, WEST) else spot
    return Piece(KIND_OF[length], point_of(start), "E" if heading in (EAST, WEST) else "N")


# A wall followed from a spot in a heading, with the face on its left.
Edge = tuple[int, int]
NO_TOWER = -1


@dataclass(slots=True)
class PlanarFace:
    """An area into which the walls divide the ground, described by the walk around its edge."""

    towers: list[int] = field(default_factory=list)
    """The tower at each corner of the walk, or `NO_TOWER` where a wall ends."""
    areas: list[int] = field(default_factory=list)
    """The area to the left of the walk up to each corner, measured from a line in the west."""
    lengths: list[int] = field(default_factory=list)
    """The stretches walked up to each corner."""
    slots: list[tuple[int, int, int]] = field(default_factory=list)
    """The beginnings of further walls: corner, tower and heading."""
    ends: list[tuple[int, int]] = field(default_factory=list)
    """The ends of walls without a tower: corner and spot."""
    edges: list[Edge] = field(default_factory=list)
    area: int = 0
    """Negative where the walk goes clockwise, around the whole castle."""
    length: int = 0

    @property
    def count(self) -> int:
        """Number of towers that count for it."""
        return len(set(self.towers) - {NO_TOWER})

    @property
    def space(self) -> int:
        """Number of towers that could still be set inside a courtyard."""
        return count_free(self.area, self.length) + len({spot for _, spot in self.ends})


def count_free(area: int, length: int) -> int:
    """Count the free points inside an edge of this length, by Pick's theorem."""
    return area - length // 2 + 1


def walk_face(board: WallBoard, spot: int, heading: int) -> PlanarFace:
    """Walk around the face to the left of the wall that leads from a spot in this heading."""
    face = PlanarFace()
    arms = board.arms
    built_towers = board.towers
    towers = face.towers
    slots = face.slots
    edges = face.edges
    at = spot
    ahead = heading
    area = 0
    walked = 0
    while True:
        edges.append((at, ahead))
        length = arms[at][ahead]
        if ahead == NORTH:
            area += (at // WIDE - CENTRE) * length
        elif ahead == SOUTH:
            area -= (at // WIDE - CENTRE) * length
        walked += length
        at += STRIDES[ahead] * length
        face.areas.append(area)
        face.lengths.append(walked)
        if at in built_towers:
            arms_at_tower = arms[at]
            ahead = (ahead + 3) & 3
            while not arms_at_tower[ahead]:
                slots.append((len(towers), at, ahead))
                ahead = (ahead + 1) & 3
            towers.append(at)
        else:
            face.ends.append((len(towers), at))
            towers.append(NO_TOWER)
            ahead ^= 2
        if at == spot and ahead == heading:
            face.area = area
            face.length = walked
            return face


def outer_face(board: WallBoard) -> PlanarFace:
    """Find the face around the whole castle."""
    west = min(board.arms)
    if not any(board.arms[west]):
        slots = [(0, west, heading) for heading in HEADINGS]
        return PlanarFace([west], [0], [0], slots)
    heading = next(way for way in HEADINGS if board.arms[west][way])
    return walk_face(board, west, heading)


def edge_of(plan: Plan, courtyard: Courtyard) -> Edge:
    """A wall from which to walk around a courtyard: the one west of the cell that names it."""
    x, y = courtyard.name
    return place_of_piece(plan.stretches[x, y, "N"]).end, SOUTH


def cell_of(face: PlanarFace) -> Cell:
    """Find the cell that names a courtyard: its westernmost, and of those the southernmost."""
    walked = (0, *face.lengths)
    ends = [
        spot - walked[number + 1] + walked[number]
        for number, (spot, heading) in enumerate(face.edges)
        if heading == SOUTH
    ]
    return point_of(min(ends))
