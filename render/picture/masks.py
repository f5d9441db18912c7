"""Masks that are shifted, softened, shrunk and extended; points and boxes."""

from PIL import Image, ImageFilter

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def around(x: float, y: float, wide: float, high: float | None = None) -> Bounds:
    """The box around a point, this far to each side of it."""
    high = wide if high is None else high
    return x - wide, y - high, x + wide, y + high


def shift(mask: Image.Image, dx: int, dy: int) -> Image.Image:
    """A mask shifted without wrapping round."""
    result = Image.new("L", mask.size)
    result.paste(mask, (dx, dy))
    return result


def soften(mask: Image.Image, radius: float) -> Image.Image:
    return mask.filter(ImageFilter.GaussianBlur(radius))


def pad(mask: Image.Image, by: int) -> Image.Image:
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


def shrink(mask: Image.Image, by: float) -> Image.Image:
    """A mask without a rim of roughly this width, its corners rounded."""
    return soften(mask, by).point(_STEEP)


_STEEP = [max(0, min(255, (v - 205) * 9)) for v in range(256)]
