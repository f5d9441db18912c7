"""Ground and what grows on it: soft patches, shadows, trees and sheep, lit from the north-west."""

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256

from PIL import Image, ImageChops, ImageDraw

from render.picture import palette
from render.picture.masks import Bounds, Point, around, shift, soften
from render.picture.scene import Colour, Size


def chance(*names: object) -> random.Random:
    """Random numbers that are the same on every machine for the same names."""
    return random.Random(sha256("/".join(map(str, names)).encode()).hexdigest())


@lru_cache(maxsize=16)
def patches(size: Size, seed: str, strength: int) -> Image.Image:
    """Make soft round patches around 128, lighter and darker by about this much. There is no finer
    grain: it would hardly be visible, and make every file half as large again."""
    width = PATCHES + 2
    height = PATCHES * size[1] // size[0] + 2
    dots = Image.frombytes("L", (width, height), chance("patches", seed).randbytes(width * height))
    fine = dots.resize((width * BLUR * 2, height * BLUR * 2), Image.Resampling.BICUBIC)
    spread = [round(128 + (v - 127.5) / 127.5 * FLATTENED * strength) for v in range(256)]
    return soften(fine, BLUR).resize(size, Image.Resampling.BICUBIC).point(spread)


@lru_cache(maxsize=16)
def mottle(size: Size, colour: Colour, seed: str, patchiness: int, strength: float) -> Image.Image:
    """Make a colour lighter and darker in soft patches. Shared: not to be modified."""
    noise = patches(size, seed, patchiness)
    bands = [
        noise.point([max(0, min(255, round(part + (v - 128) * strength))) for v in range(256)])
        for part in colour
    ]
    return Image.merge("RGB", bands)


def tint(image: Image.Image, colour: Colour, mask: Image.Image, strength: float) -> None:
    """Lay a colour over part of an image, with the strength of the mask times this opacity."""
    image.paste(colour, (0, 0), mask.point([round(v * strength) for v in range(256)]))


def cast_shadow(image: Image.Image, caster: Image.Image, length: int, strength: float) -> None:
    """Darken the area south-east of something that stands up."""
    shadow = caster
    for step in (0.5, 1.0):
        reach = max(1, round(length * step))
        shadow = ImageChops.lighter(shadow, shift(caster, reach, reach))
    shadow = ImageChops.subtract(soften(shadow, length / 4), caster)
    tint(image, SHADE, shadow, strength)


# The number of patches side by side.
PATCHES = 9
# The blur that makes the patches round.
BLUR = 4
# The factor by which the blur flattens them.
FLATTENED = 2.0
SHADE: Colour = (40, 36, 48)


def draw_crown(
    draw: ImageDraw.ImageDraw,
    middle: Point,
    radius: float,
    shade: tuple[Colour, Bounds],
    layers: Sequence[tuple[float, float, float, Colour]],
) -> None:
    """Draw the round crown of a tree or bush. The bounds of its shadow, and the place and size of
    each of its layers, are in radii from its middle."""
    (x, y) = middle
    (colour, bounds) = shade
    draw.ellipse(
        [at + reach * radius for at, reach in zip((x, y, x, y), bounds, strict=True)], colour
    )
    for dx, dy, share, colour in layers:
        draw.ellipse(around(x + dx * radius, y + dy * radius, radius * share), colour)


def draw_tree(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    """Draw a round crown with its shadow; a small one is a bush."""
    layers = (
        (0.0, 0.0, 1.0, palette.LEAF_DARK),
        (-0.12, -0.12, 0.8, palette.LEAF),
        (-0.34, -0.34, 0.4, palette.LEAF_LIGHT),
    )
    draw_crown(draw, (x, y), radius, (palette.TUFT, (-0.6, -0.5, 1.6, 1.5)), layers)


def draw_rings(
    draw: ImageDraw.ImageDraw, middle: Point, radius: float, rings: Iterable[tuple[float, Colour]]
) -> None:
    """Draw discs around one middle, each this share of the radius and on top of those before it."""
    for share, colour in rings:
        draw.ellipse(around(*middle, radius * share), colour)


def draw_sheep(draw: ImageDraw.ImageDraw, x: float, y: float, half: float, eastwards: bool) -> None:
    """Draw a sheep with this half length, which looks to the east or to the west."""
    high = half * 23 / 30
    ahead = half if eastwards else -half
    draw.ellipse(around(x + half * 0.25, y + high * 0.7, half, high), palette.TUFT)
    draw.ellipse(around(x, y, half, high), palette.WOOL, palette.WOOL_LINE, 2)
    draw.ellipse(around(x + ahead, y - high * 0.1, half * 0.42, high * 0.5), palette.SHEEP_FACE)
