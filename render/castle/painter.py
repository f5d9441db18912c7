"""The painter of The Castle's pictures, with the art as it ships: one in each process."""

from functools import cache

from engine.castle.material.catalogue import standard_catalogue
from render.castle import replay
from render.castle.art.colours.palette import shared_palette
from render.castle.art.drawing import CELL
from render.castle.art.sprites import load_sprites
from render.picture.paint import Painter
from render.tiles.art.shapes import tile_shape
from render.tiles.art.standing import find_places


@cache
def castle_painter() -> Painter:
    return Painter(load_sprites(standard_catalogue()), shared_palette())


def prepare() -> None:
    """Load and compute now what the first pictures would otherwise have to wait for."""
    castle_painter()
    catalogue = standard_catalogue()
    find_places(catalogue.tiles)
    for tile in catalogue.tiles:
        for size in (CELL, replay.CELL):
            tile_shape(catalogue.turned[tile.id][0], size)
