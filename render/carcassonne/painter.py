"""The painter of Carcassonne's pictures, with the art as it ships: one in each process."""

from functools import cache

from engine.carcassonne.material.catalogue import standard_catalogue
from render.carcassonne.art.colours.palette import shared_palette
from render.carcassonne.art.sprites import load_sprites
from render.carcassonne.art.standing import find_places
from render.picture.paint import Painter


@cache
def carcassonne_painter() -> Painter:
    return Painter(load_sprites(standard_catalogue()), shared_palette())


def prepare() -> None:
    """Load and compute now what the first pictures would otherwise have to wait for."""
    carcassonne_painter()
    find_places(standard_catalogue().tiles)
