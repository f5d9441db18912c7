"""Which part of a board a picture shows, and the coordinates along its edges.

Knows cells and pixels, but not the names of cells.
"""

from collections.abc import Iterable

from engine.tiles.grid import Cell
from render.board.camera import Camera, edge_labels
from render.picture.colours.palette import Theme
from render.picture.scene import Item
from render.tiles.board.ground import Layout

CELL = 92
"""The width of a cell; sprites are made for this size."""
COMPACT_CELLS = (7, 5)
"""A compact picture shows at least this many cells across and down."""
ROOM = 0.62
"""How much a compact picture shows around the cells that matter, in cells."""
CLOSE = 2.6
"""How many times larger a cell is in a close-up."""
CLOSE_CELLS = (3.3, 3.7)
"""How many cells a close-up shows across and down: on a phone, 400 pixels wide, each has 120."""
Names = Iterable[tuple[int, str]]
"""The names of columns or rows, by the number of the column or row."""


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


def cell_labels(
    layout: Layout, camera: Camera, theme: Theme, columns: Names, rows: Names, *, size: int
) -> list[Item]:
    """The names of the columns and rows of cells in a window, along its top and left."""
    half = layout.cell // 2
    across = [(layout.cell_origin((x, 0))[0] + half, name) for x, name in columns]
    down = [(layout.cell_origin((0, y))[1] + half, name) for y, name in rows]
    return edge_labels(camera, theme, across, down, size=size)
