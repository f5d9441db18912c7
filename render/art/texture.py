"""Patches, shadows and other things that every kind of ground needs. Knows nothing about tiles."""

import random
from functools import lru_cache
from hashlib import sha256

from PIL import Image, ImageChops, ImageFilter

from render.picture.scene import Colour


def chance(*names: object) -> random.Random:
    """Random numbers that are the same on every machine for the same names."""
    return random.Random(sha256("/".join(map(str, names)).encode()).hexdigest())


@lru_cache(maxsize=16)
def patches(size: tuple[int, int], seed: str, strength: int) -> Image.Image:
    """Soft round patches around 128, lighter and darker by about this much. There is no finer
    grain: it would hardly be visible, and make every file half as large again."""
    width, height = (PATCHES * side // size[0] + 2 for side in size)
    dots = Image.frombytes("L", (width, height), chance("patches", seed).randbytes(width * height))
    fine = dots.resize((width * BLUR * 2, height * BLUR * 2), Image.Resampling.BICUBIC)
    spread = [round(128 + (v - 127.5) / 127.5 * FLATTENED * strength) for v in range(256)]
    return soft(fine, BLUR).resize(size, Image.Resampling.BICUBIC).point(spread)


def mottled(colour: Colour, noise: Image.Image, strength: float = 1.0) -> Image.Image:
    """A colour made lighter and darker by noise around 128."""
    bands = [
        noise.point([max(0, min(255, round(part + (v - 128) * strength))) for v in range(256)])
        for part in colour
    ]
    return Image.merge("RGB", bands)


def moved(mask: Image.Image, dx: int, dy: int) -> Image.Image:
    """A mask shifted without wrapping round."""
    result = Image.new("L", mask.size)
    result.paste(mask, (dx, dy))
    return result


def tint(image: Image.Image, colour: Colour, mask: Image.Image, strength: float) -> None:
    """Lay a colour over part of an image, with the strength of the mask times this opacity."""
    image.paste(colour, (0, 0), mask.point([round(v * strength) for v in range(256)]))


def soft(mask: Image.Image, radius: float) -> Image.Image:
    return mask.filter(ImageFilter.GaussianBlur(radius))


def padded(mask: Image.Image, by: int) -> Image.Image:
    """A mask extended straight beyond its border, as if the neighbours continued it."""
    width, height = mask.size
    result = Image.new("L", (width + 2 * by, height + 2 * by))
    result.paste(mask, (by, by))
    for row, top in ((0, 0), (height - 1, by + height)):
        side = mask.crop((0, row, width, row + 1))
        result.paste(side.resize((width, by)), (by, top))
    for column, left in ((by, 0), (by + width - 1, by + width)):
        side = result.crop((column, 0, column + 1, height + 2 * by))
        result.paste(side.resize((by, height + 2 * by)), (left, 0))
    return result


def shadow(image: Image.Image, casting: Image.Image, length: int, strength: float) -> None:
    """Darken the area south-east of something that stands up."""
    cast = casting
    for step in (0.5, 1.0):
        reach = max(1, round(length * step))
        cast = ImageChops.lighter(cast, moved(casting, reach, reach))
    cast = ImageChops.subtract(soft(cast, length / 4), casting)
    tint(image, SHADE, cast, strength)


def shrunk(mask: Image.Image, by: float) -> Image.Image:
    """A mask without a rim of roughly this width, its corners rounded."""
    return soft(mask, by).point(_STEEP)


PATCHES = 9
"""How many patches there are side by side."""
BLUR, FLATTENED = 4, 2.0
"""The blur that makes the patches round, and by how much it flattens them."""
_STEEP = [max(0, min(255, (v - 205) * 9)) for v in range(256)]
SHADE: Colour = (40, 36, 48)
