"""The art of Castellan by name: what the painter receives.

The pictures are shared: copy one before changing it.
"""

from PIL import Image

from render.castellan.art.drawing import FOLDER, pages, shipped_size
from render.castellan.art.extents import extent
from render.picture.drawn_art import Pictures, read_pages, resized
from render.picture.scene import Name, Size


class Sprites:
    """Implements `render.picture.paint.SpriteSource`."""

    def __init__(self, pictures: Pictures) -> None:
        """The pictures are those of the `pages`."""
        self._pictures = pictures

    def extent(self, name: Name, size: int) -> Size:
        self.picture(name)
        return extent(name, size)

    def image(self, name: Name, size: int) -> Image.Image:
        return resized(self.picture(name), extent(name, size))

    def shape(self, name: Name, size: int) -> Image.Image:
        """Castellan has no shapes."""
        raise KeyError(name)

    def picture(self, name: Name) -> Image.Image:
        """The sprite as it ships: ground in RGB, everything else in RGBA, centred on what it stands
        for."""
        return self._pictures[name]


def in_extent(pictures: Pictures) -> Pictures:
    """Each picture without the rest of its square on a page."""
    return {
        name: picture.crop((0, 0, *extent(name, shipped_size(name))))
        for name, picture in pictures.items()
    }


def load_sprites() -> Sprites:
    """The sprites as they ship."""
    return Sprites(in_extent(read_pages(FOLDER, pages())))
