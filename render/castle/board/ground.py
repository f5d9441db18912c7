"""What every part of a board scene is made from: the view, where things are, and the colours."""

from dataclasses import dataclass
from math import sqrt

from engine.castle.seen.view import View
from engine.castle.vocabulary.moves import Spot
from engine.tiles.grid import Cell
from render.castle.art.layout import Layout
from render.castle.board.segments import Lying, beyond
from render.picture.colours.palette import Theme
from render.picture.scene import Point, Rect
from render.tiles.art.standing import follower_spot
from render.tiles.sprites import Beyond, Turned


@dataclass(frozen=True, slots=True)
class Ground:
    view: View
    tiles: Lying
    """The tiles of the view, and the start spaces."""
    layout: Layout
    theme: Theme
    zoom: float = 1.0
    """How many times larger than usual a cell is."""

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

    def standing(self, spot: Spot) -> Point:
        """The pixel where a follower on that spot stands."""
        (left, top), tile = self.layout.cell_origin(spot.cell), self.tiles[spot.cell]
        x, y = follower_spot(tile, spot.port)
        return left + self.scaled(x), top + self.scaled(y)

    def turned(self, cell: Cell) -> Turned:
        tile = self.tiles[cell]
        return tile.tile.id, tile.rotation

    def beyond(self, cell: Cell, side: int) -> Beyond:
        other = beyond(cell, side)
        if other in self.tiles:
            return self.turned(other)
        return "wall" if self.is_wall(cell, side) else "empty"

    def is_wall(self, cell: Cell, side: int) -> bool:
        """Whether the castle wall lies beyond a side, with or without a start space."""
        return beyond(cell, side) not in self.view.catalogue.grid.numbers
