"""The painter of Castellan's pictures, with the art as it ships: one in each process."""

from functools import cache

from render.castellan.art.sprites import load_sprites, shared_palette
from render.picture.paint import Painter


@cache
def castellan_painter() -> Painter:
    return Painter(load_sprites(), shared_palette())


def prepare() -> None:
    """Load now what the first pictures would otherwise have to wait for."""
    castellan_painter()
