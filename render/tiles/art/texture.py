"""Grain, shadows and other things every kind of ground needs. Knows no tile."""

import random
from functools import lru_cache
from hashlib import sha256

from PIL import Image, ImageChops, ImageFilter

from render.picture.scene import Colour


def chance(*names: object) -> random.Random:
    """Random numbers that are the same on every machine for the same names."""
    return random.Random(sha256("/".join(map(str, names)).encode()).hexdigest())


@lru_cache(maxsize=16)
def grain(size: tuple[int, int], seed: str, fine: int, coarse: int) -> Image.Image:
    """A quiet unevenness around 128, with fine and coarse parts of the given strength."""
    dice = chance("grain", seed)
    result = Image.new("L", size, 128)
    for scale, strength in ((2, fine), (max(2, size[0] // 9), coarse)):
        small = (max(2, size[0] // scale + 2), max(2, size[1] // scale + 2))
        if not strength:
            continue
        spread = [round(128 + (v - 127.5) / 127.5 * strength) for v in range(256)]
        values = Image.frombytes("L", small, dice.randbytes(small[0] * small[1])).point(spread)
        layer = values.resize(size, Image.Resampling.BICUBIC)
        result = ImageChops.add(result, layer, 1, -128)
    return result


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
    """Lay a colour over the part of an image, with the strength of the mask and this share."""
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


_STEEP = [max(0, min(255, (v - 205) * 9)) for v in range(256)]
SHADE: Colour = (40, 36, 48)
