"""A transparent sheet on which one sprite is drawn, in stretches around its middle."""

from PIL import Image, ImageChops, ImageDraw

from render.castellan.art.sprites import extent, shipped_size
from render.drawing.ground import SHADE
from render.picture.masks import Point, reduce_evenly, shift, soften
from render.picture.scene import Colour, Name

OVERSAMPLING = 4
SHADOW_STEPS = 6


class Sheet:
    """A sheet whose coordinates are stretches from its middle, to the east and to the south."""

    def __init__(self, name: Name) -> None:
        size = shipped_size(name)
        width, height = extent(name, size)
        self.unit = size * OVERSAMPLING
        self.image = Image.new("RGBA", (width * OVERSAMPLING, height * OVERSAMPLING))
        self.draw = ImageDraw.Draw(self.image)

    def position(self, x: float, y: float) -> Point:
        return self.image.width / 2 + x * self.unit, self.image.height / 2 + y * self.unit

    def in_pixels(self, length: float) -> int:
        """Convert a length into pixels, at least one."""
        return max(1, round(length * self.unit))

    def box(self, x: float, y: float, to_x: float, to_y: float, colour: Colour) -> None:
        left, top = self.position(x, y)
        right, bottom = self.position(to_x, to_y)
        self.draw.rectangle((left, top, right - 1, bottom - 1), colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.oval(x, y, radius, radius, colour)

    def oval(
        self, x: float, y: float, half_width: float, half_height: float, colour: Colour
    ) -> None:
        self.draw.ellipse(
            (
                *self.position(x - half_width, y - half_height),
                *self.position(x + half_width, y + half_height),
            ),
            colour,
        )

    def shape(self, points: list[Point], colour: Colour) -> None:
        self.draw.polygon([self.position(*point) for point in points], colour)

    def line(self, points: list[Point], colour: Colour, width: float) -> None:
        self.draw.line(
            [self.position(*point) for point in points], colour, self.in_pixels(width), "curve"
        )

    def cast_shadow(self, length: float, strength: float) -> None:
        """Lay the shadow of everything drawn so far below it, to the south-east."""
        shape = self.image.getchannel("A")
        shadow = shape
        for step in range(1, SHADOW_STEPS + 1):
            reach = round(length * self.unit * step / SHADOW_STEPS)
            shadow = ImageChops.lighter(shadow, shift(shape, reach, reach))
        shadow = soften(shadow, length * self.unit / 5).point(
            [round(alpha * strength) for alpha in range(256)]
        )
        below = Image.new("RGBA", self.image.size, (*SHADE, 0))
        below.putalpha(shadow)
        below.alpha_composite(self.image)
        self.image.paste(below)

    def finish(self) -> Image.Image:
        return reduce_evenly(self.image, OVERSAMPLING)
