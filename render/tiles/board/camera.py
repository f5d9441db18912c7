"""Which part of a board a picture shows, and the coordinates along its edges.

Knows cells and pixels, not what cells are called.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.tiles.grid import Cell
from render.picture.colours.palette import Theme
from render.picture.scene import Box, Item, Rect, Size, Text
from render.tiles.board.ground import Layout

CELL = 92
"""The width of a cell; sprites are made for this size."""
COMPACT_CELLS = (7, 5)
"""A compact picture shows at least this many cells across and down."""
ROOM = 0.62
"""How much a compact picture shows around the cells that matter, in cells."""
CLOSE = 2.6
"""How many times larger a cell is in a close-up,"""
CLOSE_CELLS = (3.3, 3.7)
"""and how many of them it shows across and down: on a phone, 400 pixels wide, each has 120."""
DIGIT = 0.6
"""How wide a digit of a coordinate is at the most, relative to its height."""
VEIL = 0.7
"""How much the band under the letters hides."""

Names = Iterable[tuple[int, str]]
"""What columns or rows are called, by the number of the column or row."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The part of the board picture that is shown."""

    window: Rect

    @property
    def size(self) -> Size:
        left, top, right, bottom = self.window
        return right - left, bottom - top


def whole_board(layout: Layout) -> Camera:
    return Camera((0, 0, *layout.size))


def compact(layout: Layout, cells: Iterable[Cell]) -> Camera:
    """Only these cells and a little around them."""
    corners = [layout.cell_origin(cell) for cell in cells]
    if not corners:
        return whole_board(layout)
    room, cell = round(ROOM * layout.cell), layout.cell
    spans = []
    for axis, least in enumerate(COMPACT_CELLS):
        low = min(corner[axis] for corner in corners) - room
        high = max(corner[axis] for corner in corners) + cell + room
        spans.append(_stretched(low, high, least * cell + 2 * room, layout.size[axis]))
    (left, right), (top, bottom) = spans
    return Camera((left, top, right, bottom))


def close_up(layout: Layout, cell: Cell) -> Camera:
    """A cell and its surroundings, shifted to lie within the picture."""
    spans = []
    for axis, cells in enumerate(CLOSE_CELLS):
        length, limit = round(cells * layout.cell), layout.size[axis]
        low = layout.cell_origin(cell)[axis] - (length - layout.cell) // 2
        low = max(0, min(low, limit - length))
        spans.append((low, low + length))
    (left, right), (top, bottom) = spans
    return Camera((left, top, right, bottom))


def _stretched(low: int, high: int, least: int, limit: int) -> tuple[int, int]:
    """The span widened to `least`, and shifted to lie within the picture."""
    low -= max(0, least - (high - low)) // 2
    high = max(high, low + least)
    if low < 0:
        low, high = 0, high - low
    if high > limit:
        low, high = low - (high - limit), limit
    return max(0, low), high


def edge_labels(
    layout: Layout, camera: Camera, theme: Theme, columns: Names, rows: Names, *, size: int
) -> list[Item]:
    """The names of the columns and rows of cells in a window, along its top and left."""
    west, north, east, south = camera.window
    width, height = camera.size
    rows = list(rows)
    longest = max((len(name) for _, name in rows), default=1)
    band, across = size, max(size, round(size * longest * DIGIT))
    items: list[Item] = [
        Box((0, 0, width, band), theme.background, opacity=VEIL),
        Box((0, band, across, height), theme.background, opacity=VEIL),
    ]
    half = layout.cell // 2
    for x, name in columns:
        at = layout.cell_origin((x, 0))[0] + half
        if west + across < at < east:
            place = (at - west, band // 2)
            items.append(Text(name, place, size, theme.text, bold=True, align="middle"))
    for y, name in rows:
        at = layout.cell_origin((0, y))[1] + half
        if north + band < at < south:
            place = (across // 2, at - north)
            items.append(Text(name, place, size, theme.text, bold=True, align="middle"))
    return items
