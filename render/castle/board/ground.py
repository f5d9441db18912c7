"""What every part of a board scene of The Castle is made from."""

from engine.castle.seen.view import View
from engine.castle.vocabulary.moves import Spot
from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render.castle.art.layout import Layout
from render.castle.board.segments import lying
from render.picture.colours.palette import Theme
from render.picture.scene import Point, Rect, Size
from render.tiles.art.standing import follower_spot
from render.tiles.board.features import piece_at
from render.tiles.board.ground import Ground as AnyGround
from render.tiles.board.ground import Place
from render.tiles.sprites import Beyond

Ground = AnyGround[View, Layout]


def ground_of(
    view: View,
    layout: Layout,
    theme: Theme,
    window: Rect,
    *,
    zoom: float = 1.0,
    strips: Size = (0, 0),
) -> Ground:
    inside = view.catalogue.grid.numbers
    return Ground(view, lying(view), inside, layout, theme, _spot, window, zoom, strips)


def _spot(tile: TurnedTile, segment: int) -> Place:
    return follower_spot(tile, tile.segments[segment].ports[0])


def standing(ground: Ground, spot: Spot) -> Point:
    """The pixel where a follower on that spot stands."""
    piece = piece_at(ground.tiles, spot.cell, spot.port)
    assert piece is not None, f"no segment of {spot.cell} owns port {spot.port}"
    return ground.standing(piece)


def what_lies_on(ground: Ground, cell: Cell) -> Beyond:
    """The tile or start space on a cell next to a tile, or what else is there."""
    if cell in ground.tiles:
        return ground.turned(cell)
    return "empty" if cell in ground.inside else "wall"
