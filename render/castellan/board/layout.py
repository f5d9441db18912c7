"""Which part of a plan without edges a picture shows, where its points are, in pixels, and the
coordinates along the edges.

A stretch is as long as fits, in a few lengths only, so that sprites are seldom resized.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from engine.castellan.plan.places import START
from engine.castellan.plan.plan import Plan
from engine.castellan.vocabulary.pieces import Piece
from engine.castellan.vocabulary.pieces import Point as PlanPoint
from render.board.camera import Camera, edge_labels, step, strips
from render.picture.colours.palette import Theme
from render.picture.scene import Item, Point, Size

STRETCHES = (96, 80, 64, 52, 42, 34, 28, 22)
"""How long a stretch can be."""
LEAST = (8, 5)
"""A picture shows at least this many stretches across and down."""
NARROWEST = 0.6
"""The least width, relative to the height."""
MARGIN = 0.034
"""Room for the coordinates on every side, as a share of the width of the stretches."""
LETTERS = 0.0185
"""The least height of writing on the board, as a share of the width of the picture: 7 pixels on a
phone."""

ROOM: Size = (1300, 1150)
"""The maximum width and height of a picture of the whole castle, without margins and panel."""
COMPACT: Size = (900, 1000)
"""The same for a picture of a part of it."""
AROUND = 2
"""How many stretches a part shows around what matters."""


@dataclass(frozen=True, slots=True)
class Span:
    """The points from the most western and southern one to the most eastern and northern one."""

    west: int
    south: int
    east: int
    north: int


@dataclass(frozen=True, slots=True)
class Layout:
    span: Span
    stretch: int

    @property
    def margin(self) -> int:
        return round(MARGIN * self.stretch * (self.span.east - self.span.west))

    @property
    def size(self) -> Size:
        span = self.span
        return (
            (span.east - span.west) * self.stretch + 2 * self.margin,
            (span.north - span.south) * self.stretch + 2 * self.margin,
        )

    @property
    def letters(self) -> int:
        """The least height of writing on the board."""
        return round(LETTERS * self.size[0])

    def at(self, x: float, y: float) -> Point:
        """The pixel of a point, or of a place between points."""
        return (
            self.margin + round((x - self.span.west) * self.stretch),
            self.margin + round((self.span.north - y) * self.stretch),
        )


def span_of(points: Iterable[PlanPoint], around: int) -> Span:
    """These points with this much around them, widened to the minimum for a picture."""
    xs, ys = zip(*points, strict=True)
    south, north = _stretched(min(ys) - around, max(ys) + around, LEAST[1])
    across = max(LEAST[0], ceil(NARROWEST * (north - south)))
    west, east = _stretched(min(xs) - around, max(xs) + around, across)
    return Span(west, south, east, north)


def _stretched(first: int, last: int, least: int) -> tuple[int, int]:
    missing = max(0, least - (last - first))
    return first - missing // 2, last + missing - missing // 2


def largest(span: Span, room: Size) -> Layout:
    """The layout with the longest stretches that fit into this room; the shortest fit anywhere."""
    across, down = span.east - span.west, span.north - span.south
    fitting = (
        stretch
        for stretch in STRETCHES
        if stretch * across <= room[0] and stretch * down <= room[1]
    )
    return Layout(span, next(fitting, STRETCHES[-1]))


def whole(plan: Plan, offered: Sequence[Piece], room: Size = ROOM) -> Layout:
    """All pieces and every place that is offered, with the cells around them."""
    standing = plan.towers.union(plan.ends) or {START}
    ends = [point for piece in offered for point in _ends(piece)]
    return largest(span_of([*standing, *ends], 1), room)


def part(plan: Plan, pieces: Iterable[Piece]) -> Layout:
    """These pieces and their surroundings, or the whole plan if there are none."""
    points = [point for piece in pieces for point in _ends(piece)]
    if not points:
        return whole(plan, (), COMPACT)
    return largest(span_of(points, AROUND), COMPACT)


def _ends(piece: Piece) -> tuple[PlanPoint, ...]:
    return (piece.at,) if piece.kind == "tower" else (piece.at, piece.to)


def coordinates(layout: Layout, theme: Theme) -> list[Item]:
    """The names of the columns and rows of points, as many as there is room for."""
    span, size = layout.span, layout.letters
    columns = [(x, str(x)) for x in range(span.west, span.east + 1)]
    rows = _rows(layout)
    every = step([name for _, name in columns], layout.stretch, size)
    return edge_labels(
        Camera((0, 0, *layout.size)),
        theme,
        [(layout.at(x, 0)[0], name) for x, name in columns if x % every == 0],
        [(layout.at(0, y)[1], name) for y, name in rows if y % every == 0],
        size=size,
    )


def covered(layout: Layout) -> Size:
    """How much of the left and of the top of the picture these cover."""
    return strips([name for _, name in _rows(layout)], layout.letters)


def _rows(layout: Layout) -> list[tuple[int, str]]:
    return [(y, str(y)) for y in range(layout.span.south, layout.span.north + 1)]
