"""Masks that are shifted, softened, shrunk and extended; points and boxes."""

from PIL import Image, ImageChops, ImageFilter

Point = tuple[float, float]
# Left, top, right, bottom.
Bounds = tuple[float, float, float, float]


def around(x: float, y: float, wide: float, high: float | None = None) -> Bounds:
    high = wide if high is None else high
    return x - wide, y - high, x + wide, y + high


def shift(mask: Image.Image, dx: int, dy: int) -> Image.Image:
    """Shift a mask without wrapping it round."""
    result = Image.new("L", mask.size)
    result.paste(mask, (dx, dy))
    return result


def reduce_evenly(image: Image.Image, by: int) -> Image.Image:
    """Make an RGBA image this many times smaller: premultiplied, so that nothing has a dark
    fringe."""
    return image.convert("RGBa").reduce(by).convert("RGBA")


def soften(mask: Image.Image, radius: float) -> Image.Image:
    return mask.filter(ImageFilter.GaussianBlur(radius))


def pad(mask: Image.Image, by: int) -> Image.Image:
    """Extend a mask straight beyond its border, as if the neighbours continued it."""
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
    """Take a rim of roughly this width off a mask, and round its corners."""
    return soften(mask, by).point(_STEEP)


def spread(mask: Image.Image, by: int = 1) -> Image.Image:
    """Extend a mask by this many pixels in all directions and diagonals. Pillow's `MaxFilter` does
    the same and takes seven times as long."""
    width, height = mask.size
    for _ in range(by):
        for dx, dy in ((1, 0), (0, 1)):
            before = mask.crop((-dx, -dy, width - dx, height - dy))
            after = mask.crop((dx, dy, width + dx, height + dy))
            mask = ImageChops.lighter(ImageChops.lighter(mask, before), after)
    return mask


def erode(mask: Image.Image) -> Image.Image:
    """Take the outermost pixels off a mask, which is taken to continue beyond its border."""
    return ImageChops.invert(spread(ImageChops.invert(mask)))


# A table that makes a soft edge steep, and so moves it inwards.
_STEEP = [max(0, min(255, (v - 205) * 9)) for v in range(256)]
