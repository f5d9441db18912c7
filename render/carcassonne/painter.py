"""The painter of Carcassonne's pictures, with the art as it ships: one in each process."""

from functools import cache

from engine.carcassonne.catalogue import Catalogue, standard_catalogue
from render.carcassonne.art.sprites import load_sprites, shared_palette
from render.carcassonne.art.standing import find_places
from render.picture.paint import Painter


@cache
def carcassonne_painter() -> Painter:
    return Painter(load_sprites(), shared_palette())


def painter_for(catalogue: Catalogue) -> Painter:
    """The painter for a catalogue: the pictures of one that does not ship are drawn now, which is
    slow."""
    if catalogue.fingerprint == standard_catalogue().fingerprint:
        return carcassonne_painter()
    from render.carcassonne.art.drawing import draw_sprites  # noqa: PLC0415, only needed here

    return Painter(draw_sprites(catalogue), shared_palette())


def prepare() -> None:
    """Load and compute now what the first pictures would otherwise have to wait for."""
    carcassonne_painter()
    find_places(standard_catalogue().tiles)
