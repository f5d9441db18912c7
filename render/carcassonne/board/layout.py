"""Where the cells of a table without edges are on a picture, in pixels, and how large it is.

A picture of the whole board shows every tile and the cells next to it. The cells are as large as
fit, in only a few sizes, so that tiles are seldom resized.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.tiles.grid import Cell
from render.picture.scene import Point, Size

CELLS = (128, 92, 72, 56, 44)
"""How large a cell can be: sprites are made for the second size."""
WIDEST, HIGHEST = 1530, 1300
"""The maximum width and height of all cells together, unless they are of the smallest size."""
LEAST = (8, 5)
"""A picture shows at least this many cells across and down."""
MARGIN = 0.036
"""Room for the coordinates on every side, as a share of the width of the cells."""


@dataclass(frozen=True, slots=True)
class Span:
    """All cells from the westernmost and northernmost one, as far as they extend."""

    west: int
    north: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Layout:
    span: Span
    cell: int

    @property
    def margin(self) -> int:
        return max(round(0.3 * self.cell), round(MARGIN * self.cell * self.span.columns))

    @property
    def size(self) -> Size:
        span = self.span
        return (
            span.columns * self.cell + 2 * self.margin,
            span.rows * self.cell + 2 * self.margin,
        )

    def cell_origin(self, cell: Cell) -> Point:
        """The top left pixel of a cell."""
        x, y = cell
        return (
            self.margin + (x - self.span.west) * self.cell,
            self.margin + (y - self.span.north) * self.cell,
        )


def span_of(cells: Iterable[Cell], around: int) -> Span:
    """These cells and this many more on every side, widened to the minimum for a picture."""
    xs, ys = zip(*cells, strict=True)
    west, columns = _stretched(min(xs) - around, max(xs) + around, LEAST[0])
    north, rows = _stretched(min(ys) - around, max(ys) + around, LEAST[1])
    return Span(west, north, columns, rows)


def _stretched(first: int, last: int, least: int) -> tuple[int, int]:
    count = max(least, last - first + 1)
    return first - (count - (last - first + 1)) // 2, count


def largest(span: Span) -> Layout:
    """The layout with the cells of this span as large as they fit."""
    fitting = (
        cell for cell in CELLS if cell * span.columns <= WIDEST and cell * span.rows <= HIGHEST
    )
    return Layout(span, next(fitting, CELLS[-1]))
