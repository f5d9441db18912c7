"""What every part of a board scene is made from: the view, where things lie, and the colours."""

from dataclasses import dataclass

from engine.castle.moves import Spot
from engine.castle.view import View
from engine.tiles.grid import Cell
from render.art.layout import Layout
from render.art.standing import follower_spot
from render.palette import Theme
from render.scene import Beyond, Point, Rect, Turned
from render.segments import Lying, beyond


@dataclass(frozen=True, slots=True)
class Ground:
    view: View
    tiles: Lying
    """The tiles of the view, and the start spaces."""
    layout: Layout
    theme: Theme

    @property
    def cell(self) -> int:
        return self.layout.cell

    def scaled(self, cells: float) -> int:
        return round(cells * self.layout.cell)

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
        return "empty" if other in self.view.catalogue.grid.numbers else "wall"
