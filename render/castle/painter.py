"""The painter of The Castle's pictures, with the art as it ships: one in each process."""

from functools import cache

from engine.castle.catalogue import Catalogue, standard_catalogue
from render.castle import replay
from render.castle.art.shapes import tile_shape
from render.castle.art.sprites import CELL, load_sprites, shared_palette
from render.castle.art.standing import find_places
from render.picture.paint import Painter


@cache
def castle_painter() -> Painter:
    return Painter(load_sprites(), shared_palette())


def painter_for(catalogue: Catalogue) -> Painter:
    """The painter for a catalogue: the pictures of one that does not ship are drawn now, which is
    slow."""
    if catalogue.fingerprint == standard_catalogue().fingerprint:
        return castle_painter()
    from render.castle.art.drawing import draw_sprites  # noqa: PLC0415, only needed here

    return Painter(draw_sprites(catalogue), shared_palette())


def prepare() -> None:
    """Load and compute now what the first pictures would otherwise have to wait for."""
    castle_painter()
    catalogue = standard_catalogue()
    find_places(catalogue.tiles)
    for tile in catalogue.tiles:
        for size in (CELL, replay.CELL):
            tile_shape(catalogue.turned[tile.id][0], size)
