"""A picture in the making, as numbers of the shared palette, and what can be laid on it.

Only sprites with colours of their own go through true colour, and only the patch under them.
"""

from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import cast

from PIL import Image

from render.picture.cache import Cache, image_weight
from render.picture.colouring import Coat, Colouring
from render.picture.scene import Colour, Point, Rect, Size, bounding_box
from render.picture.shared_palette import SharedPalette

# The most pixels of a patch that is cached.
SMALL = 16_000
# A lookup table for the pixels that are not wholly transparent.
COVERED = [0] + [255] * 255


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
        self._colouring = Colouring(palette)
        self._sprites = Cache(image_weight)
        self._coats = Cache(image_weight)

    def lay_sprite(self, sprite: Sprite, picture: Image.Image, under: Rect) -> Image.Image:
        key = (sprite, _digest(picture, under))
        return self._sprites.get(key, partial(self._blend, sprite, picture, under))

    def lay_coats(self, coats: tuple[Coat, ...], picture: Image.Image, under: Rect) -> Image.Image:
        """Lay several coats of a patch's size on it, one after another."""
        width, height = coats[0].shape.size
        if width * height > SMALL:
            return self._colour(coats, picture, under)
        key = (coats, _digest(picture, under))
        return self._coats.get(key, partial(self._colour, coats, picture, under))

    def _blend(self, sprite: Sprite, picture: Image.Image, under: Rect) -> Image.Image:
        """Lay a sprite on a patch, through true colour."""
        image = sprite.image
        patch = picture.crop(under)
        blended = self.palette.true_colour(patch)
        blended.paste(image, (0, 0), image)
        patch.paste(self.palette.numbers(blended), (0, 0), sprite.covered)
        return patch

    def _colour(self, coats: tuple[Coat, ...], picture: Image.Image, under: Rect) -> Image.Image:
        patch = picture.crop(under)
        self._colouring.lay(coats, patch)
        return patch


def _digest(picture: Image.Image, part: Rect) -> bytes:
    """Make the key of a patch: the pixels themselves would take as much room as the result."""
    left, top, right, bottom = part
    if 0 <= left < right <= picture.width and 0 <= top < bottom <= picture.height:
        pixels = numbers_in(picture, part)
    else:
        pixels = picture.crop(part).tobytes()
    return blake2b(pixels, digest_size=16).digest()


class Canvas:
    """Part of a scene that is in a window. Coordinates are those of the scene; what is outside the
    window is left out."""

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
        if not self.shows(at, size):
            return
        at = self._to_window(at)
        self._paste(self.patches.lay_coats(coats, self.image, _rect(at, size)), at)

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
        under = _rect(at, sprite.image.size)
        self._paste(self.patches.lay_sprite(sprite, self.image, under), at)

    def _paste(self, numbers: Image.Image, at: Point) -> None:
        """`Image.paste` for an image of the same mode, without its checks."""
        core = numbers.im
        (left, top) = at
        (width, height) = core.size
        self._core.paste(core, (left, top, left + width, top + height))

    def _to_window(self, at: Point) -> Point:
        """Convert the scene's pixels to the picture's."""
        return at[0] - self.window[0], at[1] - self.window[1]


def _rect(at: Point, size: Size) -> Rect:
    return (*at, at[0] + size[0], at[1] + size[1])


class Outline:
    """Records where something would be painted, and paints nothing."""

    def __init__(self) -> None:
        self._rects: list[Rect] = []

    @property
    def bounds(self) -> Rect:
        return bounding_box(self._rects or [(0, 0, 0, 0)])

    def shows(self, at: Point, size: Size) -> bool:
        self._rects.append(_rect(at, size))
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
