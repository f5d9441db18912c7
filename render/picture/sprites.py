"""Art of a game, which ships ready-drawn: pictures by name, packed into pages of lossless WebP."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from PIL import Image

from render.picture.cache import ART, Cache, image_weight
from render.picture.scene import Name, Rect, Size

# The most pictures side by side on a page.
COLUMNS = 16
# The most pixels in a file, unless a single picture has more: reading a file takes six times the
# memory of its pixels for a moment.
MOST_PIXELS = 900_000
Pictures = Mapping[Name, Image.Image]


@dataclass(frozen=True, slots=True)
class SpritePage:
    """Pictures of one mode, each in the top left of its square, in one file or in several parts."""

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

    def parts(self) -> Iterator["SpritePage"]:
        """Divide the page into one for each file: itself alone, unless it is too large."""
        width, height = self.square
        most = max(1, MOST_PIXELS // (width * height))
        most = most if most < COLUMNS else most - most % COLUMNS
        if len(self.names) <= most:
            yield self
            return
        stem, _, ending = self.file.rpartition(".")
        for number, first in enumerate(range(0, len(self.names), most)):
            names = self.names[first : first + most]
            yield replace(self, file=f"{stem}_{number}.{ending}", names=names)

    def squares(self) -> Iterator[tuple[Name, Rect]]:
        width, height = self.square
        for number, name in enumerate(self.names):
            row, column = divmod(number, self.columns)
            left = column * width
            top = row * height
            yield name, (left, top, left + width, top + height)


def unpack(page: SpritePage, whole: Image.Image) -> dict[Name, Image.Image]:
    if (whole.mode, whole.size) != (page.mode, page.size):
        raise ValueError(f"{page.file} is not {page.mode} {page.size}: redraw the art")
    return {name: whole.crop(square) for name, square in page.squares()}


def trim(pictures: Pictures) -> dict[Name, Image.Image]:
    """Cut off the transparent rows and columns around pictures."""
    return {
        name: picture.crop(picture.getbbox()) if picture.mode == "RGBA" else picture
        for name, picture in pictures.items()
    }


def pictures_weight(pictures: Pictures) -> int:
    return sum(map(image_weight, pictures.values()))


def resize(picture: Image.Image, size: Size) -> Image.Image:
    """Bring a picture to the size at which it is shown. For half the size or less, a faster filter
    is used."""
    if picture.size == size:
        return picture
    halved = 2 * size[0] <= picture.width and 2 * size[1] <= picture.height
    return picture.resize(size, Image.Resampling.HAMMING if halved else Image.Resampling.LANCZOS)


def read_pages(folder: Path, pages: Sequence[SpritePage]) -> dict[Name, Image.Image]:
    """Read every picture of these pages, by name, each in its whole square."""
    pictures: dict[Name, Image.Image] = {}
    for part in (part for page in pages for part in page.parts()):
        with Image.open(folder / part.file, formats=("WEBP",)) as whole:
            # A WebP file without a transparent pixel is read as RGB.
            pictures |= unpack(part, whole if whole.mode == part.mode else whole.convert(part.mode))
    return pictures


class ShippedPictures(Mapping[Name, Image.Image]):
    """Pictures of some pages, of which each part is read when a picture of it is needed, or all at
    once by `read`."""

    def __init__(
        self, folder: Path, pages: Sequence[SpritePage], fit: Callable[[Pictures], Pictures]
    ) -> None:
        """`fit` cuts the pictures out of their squares."""
        self._folder = folder
        self._fit = fit
        self._parts = {name: part for page in pages for part in page.parts() for name in part.names}
        self._cache = Cache(pictures_weight, ART)

    def __getitem__(self, name: Name) -> Image.Image:
        part = self._parts[name]
        pictures = self._cache.get(part.file, lambda: self._fit(read_pages(self._folder, [part])))
        return pictures[name]

    def __contains__(self, name: object) -> bool:
        return name in self._parts

    def __iter__(self) -> Iterator[Name]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def read(self) -> None:
        for name in self._parts:
            self[name]


class Sprites:
    """Pictures of a game's art by name, as a painter looks them up. An unknown name is a KeyError.
    The pictures are shared: copy one before changing it."""

    def __init__(self, pictures: Pictures) -> None:
        self.pictures = pictures

    def load(self) -> None:
        """Read all pictures now, rather than each when it is needed."""
        if isinstance(self.pictures, ShippedPictures):
            self.pictures.read()

    def picture(self, name: Name) -> Image.Image:
        """Return a sprite as it ships: RGB if it covers all of its extent, else RGBA, and its
        middle belongs on its spot."""
        return self.pictures[name]

    def extent(self, name: Name, size: int) -> Size:
        """Work out the width and height of a sprite of a size without drawing it."""
        picture = self.picture(name)
        return max(1, round(picture.width * size / picture.height)), size

    def image(self, name: Name, size: int) -> Image.Image:
        return resize(self.picture(name), self.extent(name, size))

    def shape(self, name: Name, size: int) -> Image.Image:
        """Draw the area of a shape in a square, as a mask."""
        raise KeyError(name)
