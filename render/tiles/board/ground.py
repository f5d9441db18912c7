"""What every part of a board scene is made from: the view, where things are, and the colours."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from math import sqrt
from typing import Generic, Protocol, TypeVar

from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.board.camera import within
from render.picture.colours.palette import Theme
from render.picture.scene import Point, Rect, Size
from render.tiles.board.features import Lying, Piece
from render.tiles.sprites import Turned

Place = tuple[float, float]
"""A point of a cell, both coordinates from 0 to 1."""


class Layout(Protocol):
    """Where the cells are on the picture of a board, in pixels."""

    @property
    def cell(self) -> int:
        """How wide a cell is."""

    @property
    def size(self) -> Size: ...

    def cell_origin(self, cell: Cell) -> Point:
        """The top left pixel of a cell."""


View = TypeVar("View")
Where = TypeVar("Where", bound=Layout)


@dataclass(frozen=True)
class Ground(Generic[View, Where]):
    """The view of a game, and its board as it lies in the picture."""

    view: View
    tiles: Lying
    inside: Container[Cell]
    """The cells that tiles are laid on. Any others represent what is built into the border."""
    layout: Where
    theme: Theme
    spot: Callable[[TurnedTile, int], Place]
    """Where a follower stands on a segment of a tile."""
    window: Rect
    """The part of the board that the picture shows."""
    zoom: float = 1.0
    """How many times larger than usual a cell is."""
    strips: Size = (0, 0)
    """How much of the left and of the top of the window its coordinates cover."""

    @property
    def clear(self) -> Rect:
        """The part of the window that can be labelled."""
        return within(self.window, self.strips)

    @property
    def cell(self) -> int:
        return self.layout.cell

    def scaled(self, cells: float) -> int:
        return round(cells * self.layout.cell)

    def sized(self, cells: float) -> int:
        """The size of what lies on the board or points at it: in a close-up less of a cell than
        usual, so that it hides less."""
        return round(cells * self.layout.cell / sqrt(self.zoom))

    def rect(self, cell: Cell, inset: int = 0) -> Rect:
        left, top = self.layout.cell_origin(cell)
        size = self.cell - inset
        return left + inset, top + inset, left + size, top + size

    def middle(self, cell: Cell) -> Point:
        left, top = self.layout.cell_origin(cell)
        return left + self.cell // 2, top + self.cell // 2

    def standing(self, piece: Piece) -> Point:
        """The pixel where a follower on that segment stands."""
        left, top = self.layout.cell_origin(piece.cell)
        x, y = self.spot(self.tiles[piece.cell], piece.segment)
        return left + self.scaled(x), top + self.scaled(y)

    def turned(self, cell: Cell) -> Turned:
        tile = self.tiles[cell]
        return tile.tile.id, tile.rotation
