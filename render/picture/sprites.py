"""The art of a game, which ships ready-drawn: pictures by name, packed into pages of lossless
WebP.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image

from render.picture.cache import image_weight
from render.picture.scene import Name, Rect, Size

COLUMNS = 16
Pictures = Mapping[Name, Image.Image]


@dataclass(frozen=True, slots=True)
class SpritePage:
    """Pictures of one mode, each in the top left of its square, in one file."""

    file: str
    mode: Literal["RGB", "RGBA"]
    square: Size
    names: Sequence[Name]

    @property
    def columns(self) -> int:
        return min(COLUMNS, len(self.names))

    @property
    def size(self) -> Size:
        width, height = self.square
        return self.columns * width, -(-len(self.names) // self.columns) * height

    def squares(self) -> Iterator[tuple[Name, Rect]]:
        width, height = self.square
        for number, name in enumerate(self.names):
            row, column = divmod(number, self.columns)
            left, top = column * width, row * height
            yield name, (left, top, left + width, top + height)


def unpack(page: SpritePage, whole: Image.Image) -> dict[Name, Image.Image]:
    if (whole.mode, whole.size) != (page.mode, page.size):
        raise ValueError(f"{page.file} is not {page.mode} {page.size}: redraw the art")
    return {name: whole.crop(square) for name, square in page.squares()}


def trim(pictures: Pictures) -> dict[Name, Image.Image]:
    """Without the transparent rows and columns around them."""
    return {
        name: picture.crop(picture.getbbox()) if picture.mode == "RGBA" else picture
        for name, picture in pictures.items()
    }


def pictures_weight(pictures: Pictures) -> int:
    """The size in bytes."""
    return sum(map(image_weight, pictures.values()))


def resize(picture: Image.Image, size: Size) -> Image.Image:
    """A picture at the size at which it is shown. For half the size or less, a faster filter is
    used."""
    if picture.size == size:
        return picture
    halved = 2 * size[0] <= picture.width and 2 * size[1] <= picture.height
    return picture.resize(size, Image.Resampling.HAMMING if halved else Image.Resampling.LANCZOS)


def read_pages(folder: Path, pages: Sequence[SpritePage]) -> dict[Name, Image.Image]:
    """Every picture of these pages, by name, each in its whole square."""
    pictures: dict[Name, Image.Image] = {}
    for page in pages:
        with Image.open(folder / page.file, formats=("WEBP",)) as whole:
            # A WebP file without a transparent pixel is read as RGB.
            pictures |= unpack(page, whole.convert(page.mode))
    return pictures


class Sprites:
    """The pictures of a game's art by name, as a painter looks them up. An unknown name is a
    KeyError. The pictures are shared: copy one before changing it."""

    def __init__(self, pictures: Pictures) -> None:
        self.pictures = pictures

    def picture(self, name: Name) -> Image.Image:
        """A sprite as it ships: RGB if it covers all of its extent, else RGBA, and its middle
        belongs on its spot."""
        return self.pictures[name]

    def extent(self, name: Name, size: int) -> Size:
        """The width and height of a sprite of a size; found without drawing it."""
        picture = self.picture(name)
        return max(1, round(picture.width * size / picture.height)), size

    def image(self, name: Name, size: int) -> Image.Image:
        return resize(self.picture(name), self.extent(name, size))

    def shape(self, name: Name, size: int) -> Image.Image:
        """The area of a shape in a square, as a mask."""
        raise KeyError(name)
