"""Pieces, and the points, stretches and cells of the grid that they take up (K3).

x grows to the east, y to the north. A cell is named by its south-west corner. A stretch is the
distance from a point to its neighbour in the east or north.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

Point = tuple[int, int]
Cell = tuple[int, int]
Kind = Literal["tower", "short", "long"]
KINDS: tuple[Kind, ...] = ("tower", "short", "long")
Heading = Literal["", "E", "N"]
Stretch = tuple[int, int, Heading]

# The number of stretches of a long wall.
LONG = 2


class Piece(NamedTuple):
    """A piece on the plan. A wall is written in one way only: from its western or southern end."""

    kind: Kind
    at: Point
    heading: Heading = ""
    """The direction of a wall from there; empty for a tower."""

    @property
    def to(self) -> Point:
        return span(self)[0]

    @property
    def ends(self) -> tuple[Point, ...]:
        """Points that it stands on or ends on."""
        return (self.at,) if self.kind == "tower" else (self.at, self.to)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        return span(self)[1]

    @property
    def middle(self) -> Point | None:
        return span(self)[2]


@lru_cache(maxsize=4096)
def span(piece: Piece) -> tuple[Point, tuple[Stretch, ...], Point | None]:
    """Find a wall's end, the stretches that it takes up, and its middle. A tower takes up none."""
    (x, y) = piece.at
    heading = piece.heading
    if piece.kind == "tower":
        return (x, y), (), None
    after = (x + 1, y) if heading == "E" else (x, y + 1)
    if piece.kind == "short":
        return after, ((x, y, heading),), None
    to = (x + LONG, y) if heading == "E" else (x, y + LONG)
    return to, ((x, y, heading), (*after, heading)), after


@lru_cache(maxsize=4096)
def walls_from(kind: Kind, point: Point) -> tuple[Piece, ...]:
    """List the four walls of this kind with an end on a point: north, east, south and west."""
    (x, y) = point
    length = LONG if kind == "long" else 1
    return (
        Piece(kind, point, "N"),
        Piece(kind, point, "E"),
        Piece(kind, (x, y - length), "N"),
        Piece(kind, (x - length, y), "E"),
    )


def wall(kind: Kind, first: Point, second: Point) -> Piece | None:
    """Find the wall between two points; None if it would not be straight or fit exactly."""
    for wall in walls_from(kind, first):
        if {wall.at, wall.to} == {first, second}:
            return wall
    return None


def cells_around(point: Point) -> tuple[Cell, ...]:
    x, y = point
    return (x, y), (x - 1, y), (x - 1, y - 1), (x, y - 1)


def cells_beside(stretch: Stretch) -> tuple[Cell, Cell]:
    """Find the two cells that a stretch divides: north and south of it, or east and west."""
    x, y, heading = stretch
    return ((x, y), (x, y - 1)) if heading == "E" else ((x, y), (x - 1, y))


class Pieces(NamedTuple):
    """A number of pieces of each kind."""

    tower: int = 0
    short: int = 0
    long: int = 0

    def of(self, kind: Kind) -> int:
        return self[KINDS.index(kind)]

    def plus(self, other: "Pieces") -> "Pieces":
        return Pieces(*map(sum, zip(self, other, strict=True)))

    def without(self, kind: Kind) -> "Pieces":
        """One fewer of this kind."""
        return Pieces(*(count - (kind == other) for other, count in zip(KINDS, self, strict=True)))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Kinds of which there are any."""
        return tuple(kind for kind, count in zip(KINDS, self, strict=True) if count)


NOTHING = Pieces()
