"""Pieces in the making, in the colours and the pattern of a seat.

Each is drawn alone on a transparent square, with a dark line and a pale one around it so that it is
visible on any ground.
"""

from PIL import Image, ImageChops, ImageDraw

from render.picture.masks import Point, reduce_evenly, soften
from render.picture.palette import CREAM, INK, Pattern, SeatColours
from render.picture.scene import Colour

OVERSAMPLING = 4
# The half width and half height of the blocks that a pattern repeats.
BLOCKS: dict[Pattern, tuple[Point, ...]] = {
    "squares": ((1.2, 1.2),),
    "dashes": ((1.6, 0.5),),
    "crosses": ((1.2, 0.4), (0.4, 1.2)),
}


class Figure:
    """A piece in the making; its coordinates are fractions of its square."""

    def __init__(self, side: int) -> None:
        self.side = side * OVERSAMPLING
        self.image = Image.new("RGBA", (self.side, self.side))

    def mask(self) -> Image.Image:
        return Image.new("L", (self.side, self.side))

    def at(self, points: tuple[Point, ...]) -> list[Point]:
        return [(x * self.side, y * self.side) for x, y in points]

    def polygon(self, *points: Point) -> Image.Image:
        mask = self.mask()
        ImageDraw.Draw(mask).polygon(self.at(points), 255)
        rounded = soften(mask, self.side * 0.012)
        return rounded.point([255 * (v > 127) for v in range(256)])

    def disc(self, x: float, y: float, radius: float) -> Image.Image:
        mask = self.mask()
        box = self.at(((x - radius, y - radius), (x + radius, y + radius)))
        ImageDraw.Draw(mask).ellipse((*box[0], *box[1]), 255)
        return mask

    def lay(self, mask: Image.Image, colour: Colour, line: float = 0.028) -> None:
        self.image.paste(INK, (0, 0), grow(mask, self.side * line))
        self.image.paste(colour, (0, 0), mask)

    def wear(self, mask: Image.Image, colours: SeatColours, line: float = 0.03) -> None:
        """Lay a part in the colours of a seat: lit from the north-west, with the seat's pattern."""
        self.lay(mask, colours.main, line)
        pattern = pattern_mask(colours.pattern, self.side)
        self.image.paste(colours.mark, (0, 0), ImageChops.multiply(mask, pattern))
        step = round(self.side * 0.035)
        lit = ImageChops.subtract(mask, ImageChops.offset(mask, step, step))
        self.image.paste(colours.light, (0, 0), lit.point([round(v * 0.8) for v in range(256)]))
        dark = ImageChops.subtract(mask, ImageChops.offset(mask, -step, -step))
        self.image.paste(colours.dark, (0, 0), dark.point([round(v * 0.45) for v in range(256)]))

    def finish(self) -> Image.Image:
        """Give the piece its pale rim, and reduce it to its size on the board."""
        shape = self.image.getchannel("A")
        rim = grow(shape, self.side * 0.022)
        result = Image.new("RGBA", self.image.size, (*CREAM, 0))
        result.paste((*CREAM, 235), (0, 0), rim)
        result.alpha_composite(self.image)
        return reduce_evenly(result, OVERSAMPLING)


def pattern_mask(pattern: Pattern, side: int) -> Image.Image:
    """Draw a mask over a whole square, white where a seat's pattern is."""
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    if pattern == "stripes":
        for number in range(-4, 12):
            x = number * side * 0.19
            draw.line((x, side, x + side, 0), 255, round(side * 0.045))
        return mask
    if pattern == "zigzags":
        for row in range(-1, 8):
            y = (row + 0.5) * side * 0.15
            points = [
                (x * side * 0.085, y + side * (0.036 if x % 2 else -0.036)) for x in range(-1, 14)
            ]
            draw.line(points, 255, round(side * 0.042), "curve")
        return mask
    for row in range(10):
        for column in range(10):
            x = (column + row % 2 / 2) * side * 0.17
            y = row * side * 0.125 + side * 0.03
            r = side * 0.034
            if pattern == "dots":
                draw.ellipse((x - r, y - r, x + r, y + r), 255)
            else:
                for wide, high in BLOCKS[pattern]:
                    draw.rectangle((x - wide * r, y - high * r, x + wide * r, y + high * r), 255)
    return mask


def grow(mask: Image.Image, by: float) -> Image.Image:
    """Add a rim of roughly this width to a mask, and round its corners."""
    return soften(mask, by).point([max(0, min(255, (v - 22) * 10)) for v in range(256)])


BODY: tuple[Point, ...] = (
    (0.37, 0.36),
    (0.63, 0.36),
    (0.85, 0.48),
    (0.84, 0.6),
    (0.67, 0.6),
    (0.8, 0.92),
    (0.58, 0.92),
    (0.5, 0.78),
    (0.42, 0.92),
    (0.2, 0.92),
    (0.33, 0.6),
    (0.16, 0.6),
    (0.15, 0.48),
)


def person(figure: Figure) -> Image.Image:
    return ImageChops.lighter(figure.polygon(*BODY), figure.disc(0.5, 0.25, 0.15))
