"""The art of Carcassonne by name, for one catalogue: what the painter receives.

The pictures are shared: copy one before changing it.
"""

from PIL import Image, ImageChops

from engine.carcassonne.material.catalogue import Catalogue, standard_catalogue
from engine.tiles.tile import TurnedTile
from render.carcassonne.art.drawing import CELL, FOLDER, draw_part, pages
from render.carcassonne.art.pieces import MOST_LAPS
from render.carcassonne.art.shape.land import land
from render.carcassonne.art.sprite_names import (
    BackSprite,
    FollowerSprite,
    MarkerSprite,
)
from render.picture.drawn_art import Pictures, read_pages, resized, trimmed
from render.picture.scene import Name, Size
from render.tiles.art.segment_shapes import SegmentShapes
from render.tiles.sprites import TileSprite, Turned


class Sprites:
    """Implements `render.picture.paint.SpriteSource`."""

    def __init__(self, catalogue: Catalogue, pictures: Pictures) -> None:
        """The pictures are those of the `pages` of this catalogue."""
        self._turned = catalogue.turned
        self._pictures = pictures
        self._shapes = SegmentShapes(self._lying, _covered)

    def extent(self, name: Name, size: int) -> Size:
        image = self.picture(name)
        return max(1, round(image.width * size / image.height)), size

    def image(self, name: Name, size: int) -> Image.Image:
        return resized(self.picture(name), self.extent(name, size))

    def shape(self, name: Name, size: int) -> Image.Image:
        return self._shapes.shape(name, size)

    def picture(self, name: Name) -> Image.Image:
        """A tile in RGB, or a piece in RGBA whose middle belongs on its spot."""
        match name:
            case TileSprite(tile, None, ()):
                return self._pictures[tile]
            case MarkerSprite(seat, laps):
                return self._pictures[MarkerSprite(seat, min(laps, MOST_LAPS))]
            case FollowerSprite() | BackSprite():
                return self._pictures[name]
            case _:
                raise KeyError(name)

    def _lying(self, tile: Turned) -> TurnedTile:
        name, rotation = tile
        return self._turned[name][rotation]


def _covered(lying: TurnedTile, segments: tuple[int, ...], size: int) -> Image.Image:
    masks = land(lying, size)
    covered = Image.new("L", (size, size))
    for index in segments:
        covered = ImageChops.lighter(covered, masks[index])
    return covered


def load_sprites(catalogue: Catalogue) -> Sprites:
    """The sprites as they ship; those of a non-standard catalogue are drawn now, which is slow."""
    if catalogue.fingerprint == standard_catalogue().fingerprint:
        return Sprites(catalogue, trimmed(read_pages(FOLDER, pages(catalogue, CELL))))
    names = [name for page in pages(catalogue, CELL) for name in page.names]
    return Sprites(catalogue, trimmed({name: draw_part(catalogue, CELL, name) for name in names}))
