"""Art that ships ready-drawn: pictures by name, packed into pages of lossless WebP.

A page is drawn by the code of its game, and a test compares the two. Knows no game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

from PIL import Image

from render.picture.scene import Name, Rect, Size

COLUMNS = 16
Pictures = Mapping[Name, Image.Image]
Draw = Callable[[Name], Image.Image]


@dataclass(frozen=True, slots=True)
class Page:
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


def packed(page: Page, pictures: Pictures) -> Image.Image:
    whole = Image.new(page.mode, page.size)
    for name, (left, top, _, _) in page.squares():
        whole.paste(pictures[name], (left, top))
    return whole


def unpacked(page: Page, whole: Image.Image) -> dict[Name, Image.Image]:
    if (whole.mode, whole.size) != (page.mode, page.size):
        raise ValueError(f"{page.file} is not {page.mode} {page.size}: redraw the art")
    return {name: whole.crop(square) for name, square in page.squares()}


def trimmed(pictures: Pictures) -> dict[Name, Image.Image]:
    """Without the transparent rows and columns around them."""
    return {
        name: picture.crop(picture.getbbox()) if picture.mode == "RGBA" else picture
        for name, picture in pictures.items()
    }


def resized(picture: Image.Image, size: Size) -> Image.Image:
    """A picture at the size at which it is shown. For half the size or less, a faster filter is
    used."""
    if picture.size == size:
        return picture
    halved = 2 * size[0] <= picture.width and 2 * size[1] <= picture.height
    return picture.resize(size, Image.Resampling.HAMMING if halved else Image.Resampling.LANCZOS)


def read_pages(folder: Path, pages: Sequence[Page]) -> dict[Name, Image.Image]:
    """Every picture of these pages, by name, each in its whole square."""
    pictures: dict[Name, Image.Image] = {}
    for page in pages:
        with Image.open(folder / page.file, formats=("WEBP",)) as whole:
            # A WebP file without a transparent pixel is read as RGB.
            pictures |= unpacked(page, whole.convert(page.mode))
    return pictures


def write_pages(folder: Path, pages: Sequence[Page], pictures: Pictures) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages:
        whole = packed(page, pictures)
        whole.save(folder / page.file, "WEBP", lossless=True, exact=True, quality=100, method=6)


def drawn_pictures(pages: Sequence[Page], draw: Draw) -> dict[Name, Image.Image]:
    """Every picture of these pages, drawn from scratch on all processors."""
    names = [name for page in pages for name in page.names]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        return dict(zip(names, processes.map(draw, names, chunksize=4), strict=True))
