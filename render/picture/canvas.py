"""A picture in the making, as numbers of the shared palette, and what can be laid on it.

A shape of one colour is laid on as a stencil: its soft edge is quantised into a few steps, and each
step is one table of mixed colours. Only sprites with colours of their own go through true colour,
and only the patch under them.
"""

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from hashlib import blake2b
from typing import NamedTuple, cast

from PIL import Image

from render.picture.cache import Cache, image_weight
from render.picture.scene import Colour, Point, Rect, Size, bounding_box
from render.picture.shared_palette import SharedPalette

# The steps of coverage into which a soft edge is quantised.
STEPS = 5
# The most pixels of a patch that is cached.
SMALL = 16_000
# The number of pixels that are coloured at once in the time that one run takes by itself.
PIXELS_A_RUN = 80


@dataclass(frozen=True, eq=False)
class Stencil:
    """The coverage step of each pixel, from 0 to `STEPS`."""

    size: Size
    steps: bytes

    @cached_property
    def runs(self) -> "array[int]":
        """The start, end and step of each run of pixels that are covered alike."""
        runs = array("I")
        for run in RUN.finditer(self.steps):
            start, end = run.span()
            if step := self.steps[start]:
                runs.extend((start, end, step))
        return runs


# Neighbouring pixels that are covered alike.
RUN = re.compile("|".join(f"{chr(step)}+" for step in range(STEPS + 1)).encode())
# For each step, a table that makes a mask of the pixels at this step.
ONLY = [bytes(255 * (value == step) for value in range(256)) for step in range(STEPS + 1)]
# The step of each opacity.
ROUNDED = bytes(round(value * STEPS / 255) for value in range(256))
# A lookup table for the pixels that are not wholly transparent.
COVERED = [0] + [255] * 255
# Every number; also the table that leaves each as it is.
EVERY = bytes(range(256))


def stencil(mask: Image.Image) -> Stencil:
    return Stencil(mask.size, mask.tobytes().translate(ROUNDED))


def stencil_weight(shape: Stencil) -> int:
    steps = len(shape.steps)
    return steps if steps <= SMALL else steps + len(shape.runs) * shape.runs.itemsize


class Coat(NamedTuple):
    """One colour on the area that a stencil covers."""

    shape: Stencil
    colour: Colour
    opacity: float = 1.0


@dataclass(frozen=True, eq=False)
class Sprite:
    """An RGBA picture compared by identity, so that the patches made from it can be found again."""

    image: Image.Image
    covered: Image.Image
    """The pixels it touches, as a mask; all others keep their number."""


def sprite(image: Image.Image) -> Sprite:
    return Sprite(image, image.getchannel("A").point(COVERED, "1"))


class Patches:
    """Lays things on patches of a picture, and caches the result."""

    def __init__(self, palette: SharedPalette) -> None:
        self.palette = palette
        self._sprites = Cache(image_weight)
        self._coats = Cache(image_weight)
        self._tables = lru_cache(maxsize=1024)(self._tables_of)

    def lay(self, sprite: Sprite, under: bytes) -> Image.Image:
        return self._sprites.get((sprite, _digest(under)), partial(self._lay_now, sprite, under))

    def cached_colour(self, coats: tuple[Coat, ...], under: bytes) -> Image.Image:
        """Lay several coats of a patch's size on it, one after another."""
        return self._coats.get((coats, _digest(under)), partial(self.colour, coats, under))

    def _tables_of(self, colour: Colour, opacity: float) -> Sequence[bytes]:
        """Make a table for each step: what each number becomes."""
        shares = [round(step / STEPS * opacity, 3) for step in range(1, STEPS + 1)]
        return [EVERY, *(self.palette.mixed(colour, share) for share in shares)]

    def _lay_now(self, sprite: Sprite, under: bytes) -> Image.Image:
        """Lay a sprite on a patch, through true colour."""
        image = sprite.image
        numbers = Image.frombytes("L", image.size, under)
        patch = self.palette.true_colour(numbers)
        patch.paste(image, (0, 0), image)
        numbers.paste(self.palette.numbers(patch), (0, 0), sprite.covered)
        return numbers

    def colour(self, coats: tuple[Coat, ...], under: bytes) -> Image.Image:
        """Lay the coats anew, without the cache."""
        for shape, colour, opacity in coats:
            tables = self._tables(colour, opacity)
            if len(under) > SMALL and len(under) > PIXELS_A_RUN * len(shape.runs) // 3:
                under = _run_by_run(shape, tables, under)
                continue
            present = EVERY.translate(None, EVERY.translate(None, under))
            if len(present) * len(tables) <= len(EVERY):
                under = _pairwise(shape, tables, under, present)
            else:
                under = _stepwise(shape, tables, under)
        return Image.frombytes("L", coats[0].shape.size, under)


def _digest(pixels: bytes) -> bytes:
    """Make the key of a patch: the pixels themselves would take as much room as the result."""
    return blake2b(pixels, digest_size=16).digest()


class Canvas:
    """The part of a scene that is in a window. Coordinates are those of the scene; what is outside
    the window is left out."""

    def __init__(self, patches: Patches, window: Rect, paper: Colour) -> None:
        self.patches = patches
        self.palette = patches.palette
        self.window = window
        left, top, right, bottom = window
        size = (right - left, bottom - top)
        self.image = Image.new("L", size, self.palette.number(paper))
        self._core = self.image.im

    def shows(self, at: Point, size: Size) -> bool:
        """Tell whether anything of that size there overlaps the window."""
        left, top, right, bottom = self.window
        (x, y) = at
        (width, height) = size
        return left < x + width and x < right and top < y + height and y < bottom

    def paste(self, numbers: Image.Image, at: Point) -> None:
        """Lay a picture over what is there."""
        self._paste(numbers, self._to_window(at))

    def lay(self, at: Point, *coats: Coat) -> None:
        """Lay coats whose stencils are of one size."""
        size = coats[0].shape.size
        width, height = size
        if not self.shows(at, size):
            return
        at = self._to_window(at)
        colour = self.patches.cached_colour if width * height <= SMALL else self.patches.colour
        self._paste(colour(coats, self._under(at, size)), at)

    def fill(self, rect: Rect, colour: Colour, opacity: float = 1.0) -> None:
        rect = (*self._to_window(rect[:2]), *self._to_window(rect[2:]))
        if opacity >= 1:
            self._core.paste(self.palette.number(colour), rect)
        else:
            mixed = self.palette.mixed(colour, opacity)
            self._core.paste(self._core.crop(rect).point(mixed, "L"), rect)

    def lay_sprite(self, sprite: Sprite, at: Point) -> None:
        if not self.shows(at, sprite.image.size):
            return
        at = self._to_window(at)
        under = self._under(at, sprite.image.size)
        self._paste(self.patches.lay(sprite, under), at)

    def _paste(self, numbers: Image.Image, at: Point) -> None:
        """`Image.paste` for an image of the same mode, without its checks."""
        core = numbers.im
        (left, top) = at
        (width, height) = core.size
        self._core.paste(core, (left, top, left + width, top + height))

    def _to_window(self, at: Point) -> Point:
        """Convert the scene's pixels to the picture's."""
        return at[0] - self.window[0], at[1] - self.window[1]

    def _under(self, at: Point, size: Size) -> bytes:
        """Read the numbers of a patch; they are 0 outside the picture."""
        (left, top) = at
        (width, height) = size
        right = left + width
        bottom = top + height
        across, down = self._core.size
        if not (0 <= left < right <= across and 0 <= top < bottom <= down):
            return self.image.crop((left, top, right, bottom)).tobytes()
        return numbers_in(self.image, (left, top, right, bottom))


class Outline:
    """Records where something would be painted, and paints nothing."""

    def __init__(self) -> None:
        self._rects: list[Rect] = []

    @property
    def bounds(self) -> Rect:
        return bounding_box(self._rects or [(0, 0, 0, 0)])

    def shows(self, at: Point, size: Size) -> bool:
        self._rects.append((*at, at[0] + size[0], at[1] + size[1]))
        return True

    def paste(self, numbers: Image.Image, at: Point) -> None:
        self.shows(at, numbers.size)

    def lay(self, at: Point, *coats: Coat) -> None:
        self.shows(at, coats[0].shape.size)

    def fill(self, rect: Rect, colour: Colour, opacity: float = 1.0) -> None:
        self._rects.append(rect)

    def lay_sprite(self, sprite: Sprite, at: Point) -> None:
        self.shows(at, sprite.image.size)


Surface = Canvas | Outline


def numbers_in(image: Image.Image, part: Rect) -> bytes:
    """Read the pixels of a part of an image in mode L. `Image.tobytes` reads a whole image through
    a buffer of 64 KB, which takes far longer."""
    left, top, right, bottom = part
    encoder = Image.core.raw_encoder("L", "L", 0, 1)  # type: ignore[attr-defined]
    encoder.setimage(image.im, part)
    _, _, pixels = encoder.encode((right - left) * (bottom - top))
    return cast(bytes, pixels)


def _pairwise(shape: Stencil, tables: Sequence[bytes], under: bytes, present: bytes) -> bytes:
    """Put each pixel through the table of its step. There are so few numbers under the stencil that
    each pair of number and step gets a number of its own, and all go through one table."""
    place = bytes.maketrans(present, EVERY[: len(present)])
    pairs = _integer(under.translate(place)) + len(present) * _integer(shape.steps)
    outcomes = b"".join([present.translate(table) for table in tables])
    return pairs.to_bytes(len(under), "little").translate(outcomes.ljust(len(EVERY)))


def _stepwise(shape: Stencil, tables: Sequence[bytes], under: bytes) -> bytes:
    """Do the same step by step, for any numbers."""
    before = after = _integer(under)
    for step, table in enumerate(tables):
        if step and step in shape.steps:
            mask = _integer(shape.steps.translate(ONLY[step]))
            after ^= (before ^ _integer(under.translate(table))) & mask
    return after.to_bytes(len(under), "little")


def _run_by_run(shape: Stencil, tables: Sequence[bytes], under: bytes) -> bytes:
    """Do the same for a large patch, of which a stencil leaves much as it is."""
    after = bytearray(under)
    runs = iter(shape.runs)
    for start, end, step in zip(runs, runs, runs, strict=True):
        after[start:end] = under[start:end].translate(tables[step])
    return bytes(after)


def _integer(pixels: bytes) -> int:
    """Read all pixels as one integer: two of them are combined faster than Pillow pastes through a
    mask."""
    return int.from_bytes(pixels, "little")
