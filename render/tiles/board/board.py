"""A board of square tiles as it lies in a picture: the view, where things are, the colours, and
which part is shown.
"""

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, sqrt
from typing import Generic, Protocol, TypeVar

from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.board.scene import BoardLook
from render.picture.palette import THEMES, Theme
from render.picture.scene import Point, Rect, Size
from render.subject import Subject
from render.tiles.board.features import LaidTiles, PlacedSegment
from render.tiles.geometry import turn_point
from render.tiles.sprites import Turned

# A point of a cell, both coordinates from 0 to 1.
Place = tuple[float, float]


class CellLayout(Protocol):
    """Places of the cells on the picture of a board, in pixels."""

    @property
    def cell(self) -> int:
        """Width of a cell."""

    @property
    def size(self) -> Size: ...

    def cell_origin(self, cell: Cell) -> Point:
        """Find the top left pixel of a cell."""


# A segment with so many places for labels covers a third of its tile.
ROOMY = 80
# On a large feature only one in this many places for labels is tried.
SPARSEST = 16

V_co = TypeVar("V_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)
L_co = TypeVar("L_co", bound=CellLayout, covariant=True)


@dataclass(frozen=True)
class TileBoard(Generic[V_co, E_co, L_co]):
    """Subject of a picture, and its board as it lies there."""

    subject: Subject[V_co, E_co]
    tiles: LaidTiles
    inside: Container[Cell]
    """The cells that tiles are laid on. Any others represent what is built into the border."""
    layout: L_co
    look: BoardLook[StrEnum]
    spot: Callable[[TurnedTile, int], Place]
    """The place of a follower on a segment of a tile."""
    label_spots: Callable[[TurnedTile, int], Sequence[Place]]
    """The places for labels on a segment of a tile before it is turned, the best first."""
    window: Rect
    """The part of the board that the picture shows."""
    zoom: float = 1.0
    """The factor by which a cell is larger than usual."""
    strips: Size = (0, 0)
    """The part of the left and of the top of the window that its coordinates cover."""

    @property
    def view(self) -> V_co:
        return self.subject.view

    @property
    def theme(self) -> Theme:
        return THEMES[self.look.theme]

    @property
    def clear(self) -> Rect:
        """Part of the window that can be labelled."""
        (left, top, right, bottom) = self.window
        (across, down) = self.strips
        return left + across, top + down, right, bottom

    @property
    def cell(self) -> int:
        return self.layout.cell

    def pixels(self, cells: float) -> int:
        return round(cells * self.layout.cell)

    def mark_pixels(self, cells: float) -> int:
        """Measure what lies on the board or points at it in pixels: in a close-up less of a cell
        than usual, so that it hides less."""
        return round(cells * self.layout.cell / sqrt(self.zoom))

    def rect(self, cell: Cell, inset: int = 0) -> Rect:
        left, top = self.layout.cell_origin(cell)
        size = self.cell - inset
        return left + inset, top + inset, left + size, top + size

    def middle(self, cell: Cell) -> Point:
        left, top = self.layout.cell_origin(cell)
        return left + self.cell // 2, top + self.cell // 2

    def follower_point(self, piece: PlacedSegment) -> Point:
        left, top = self.layout.cell_origin(piece.cell)
        x, y = self.spot(self.tiles[piece.cell], piece.segment)
        return left + self.pixels(x), top + self.pixels(y)

    def label_points(self, pieces: Iterable[PlacedSegment]) -> list[Point]:
        """List the places for labels on these segments and on nothing else: first the middle of
        each that has much room, then of the others, then elsewhere; fewer places on each if there
        are many."""
        pieces = [piece for piece in dict.fromkeys(pieces) if piece.cell in self.inside]
        every = min(len(pieces), SPARSEST)
        roomy = list[Point]()
        cramped = list[Point]()
        others = list[Point]()
        for cell, segment in pieces:
            (left, top) = self.layout.cell_origin(cell)
            tile = self.tiles[cell]
            best, *rest = self.label_spots(tile, segment)
            places = (turn_point(spot, tile.rotation) for spot in (best, *rest[::every]))
            first, *more = [(left + self.pixels(x), top + self.pixels(y)) for x, y in places]
            (roomy if len(rest) >= ROOMY else cramped).append(first)
            others += more
        return [*roomy, *cramped, *others]

    def shows(self, cell: Cell) -> bool:
        """Tell whether the middle of a cell is where it can be labelled."""
        (x, y) = self.middle(cell)
        (left, top, right, bottom) = self.clear
        return left <= x < right and top <= y < bottom

    def turned_tile(self, cell: Cell) -> Turned:
        tile = self.tiles[cell]
        return tile.tile.id, tile.rotation


# The width of a cell in pixels: sprites are made for this size.
CELL = 92
# The least cells across and down a compact picture.
COMPACT_CELLS = (7, 5)
# The room that a compact picture leaves around the cells that matter, in cells.
ROOM = 0.62
# The greatest height of a picture that shares the screen of a phone with rows of buttons, as a
# share of its width.
TALL = 1.0
# The number of cells across and down a close-up: on a phone, 400 pixels wide, each has 120.
CLOSE_CELLS = (3.3, 3.0)
# The number of cells where much is pointed out on one of them.
CLOSER_CELLS = (2.5, 2.1)


def whole_board(layout: CellLayout) -> Rect:
    return 0, 0, *layout.size


def compact_window(layout: CellLayout, cells: Iterable[Cell]) -> Rect:
    corners = [layout.cell_origin(cell) for cell in cells]
    if not corners:
        return whole_board(layout)
    room = round(ROOM * layout.cell)
    cell = layout.cell
    spans = []
    for axis, least in enumerate(COMPACT_CELLS):
        low = min(corner[axis] for corner in corners) - room
        high = max(corner[axis] for corner in corners) + cell + room
        spans.append(_stretch(low, high, least * cell + 2 * room, layout.size[axis]))
    (left, right), (top, bottom) = spans
    return left, top, right, bottom


def lower_window(layout: CellLayout, window: Rect, cell: Cell) -> Rect:
    """Cut off what makes a window tall, above and below a cell."""
    (left, top, right, bottom) = window
    height = min(bottom - top, round(TALL * (right - left)))
    middle = layout.cell_origin(cell)[1] + layout.cell // 2
    top = max(top, min(middle - height // 2, bottom - height))
    return left, top, right, top + height


def close_up(
    layout: CellLayout, cell: Cell, tiles: Collection[Cell], *, closer: bool = False
) -> Rect:
    """Frame a cell and its surroundings, towards the tiles around it, shifted to lie within the
    picture."""
    spans = []
    towards = lean(cell, tiles)
    for axis, cells in enumerate(CLOSER_CELLS if closer else CLOSE_CELLS):
        length = round(cells * layout.cell)
        limit = layout.size[axis]
        middle = layout.cell_origin(cell)[axis] + layout.cell * (0.5 + towards[axis])
        low = round(middle - length / 2)
        low = max(0, min(low, limit - length))
        spans.append((low, low + length))
    (left, right), (top, bottom) = spans
    return left, top, right, bottom


def lean(cell: Cell, tiles: Collection[Cell]) -> tuple[float, float]:
    """Find how far the middle of a cell and of the tiles around it is from the cell's own, in
    cells."""
    x, y = cell
    around = [cell, *(near for near in tiles if max(abs(near[0] - x), abs(near[1] - y)) == 1)]
    columns = [near[0] for near in around]
    rows = [near[1] for near in around]
    return (min(columns) + max(columns)) / 2 - x, (min(rows) + max(rows)) / 2 - y


# The least height of a picture to choose a cell in, as a share of its width: it would be a strip.
FLAT = 0.75
# The greatest height of a picture of moves that are suggested, likewise: below it stands why.
LOW = 0.75
# The height of a picture that stands above another of the same part of a board, likewise, unless
# that part is higher where the whole width of the board is shown.
FLAT_OF_TWO = 0.4


def extent_around(
    cells: Collection[Cell], least: int, flattest: float = FLAT, tallest: float = TALL
) -> tuple[Cell, Size]:
    """Find the corner and the extent of the part of a board that shows these cells: with a cell
    around them, at least so many across, and no flatter or taller than this."""
    xs = [x for x, _ in cells]
    ys = [y for _, y in cells]
    west = min(xs) - 1
    across = max(xs) - min(xs) + 3
    north = min(ys) - 1
    down = max(ys) - min(ys) + 3
    wider = max(across, least, ceil(down / tallest))
    higher = max(down, ceil(flattest * wider))
    corner = west - (wider - across) // 2, north - (higher - down) // 2
    return corner, (wider, higher)


def window_within(layout: CellLayout, corner: Cell, extent: Size) -> Rect:
    """Frame a part of a board as far as it is in the picture, shifted to lie within it."""
    spans = []
    for axis in (0, 1):
        low = layout.cell_origin(corner)[axis]
        length = extent[axis] * layout.cell
        spans.append(_stretch(low, low + length, length, layout.size[axis]))
    (left, right), (top, bottom) = spans
    return left, top, right, bottom


def _stretch(low: int, high: int, least: int, limit: int) -> tuple[int, int]:
    """Widen a span to `least`, and shift it to lie within the picture."""
    low -= max(0, least - (high - low)) // 2
    high = max(high, low + least)
    if low < 0:
        high = high - low
        low = 0
    if high > limit:
        low = low - (high - limit)
        high = limit
    return max(0, low), high
