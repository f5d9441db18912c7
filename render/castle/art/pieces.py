"""Followers, keeps and score markers in the colours and the pattern of a seat.

Each is alone on a transparent square, with a dark line and a pale one around it so that it is
visible on any ground. Knows seats and roles, not whose turn it is or where anything stands.
"""

from PIL import Image, ImageChops, ImageDraw

from engine.castle.vocabulary.moves import Role
from render.castle.art.colours.palette import STONE
from render.picture.colours.palette import CREAM, GOLD, INK, SEATS, SeatColours, mixed
from render.picture.scene import Colour
from render.picture.type_case import typeface
from render.tiles.art.palette import STONE_LIGHT
from render.tiles.art.paths import Point
from render.tiles.art.texture import soft

OVERSAMPLING = 4
FOLLOWER = 0.46
KEEP = 0.46
MARKER = 0.27
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
        rounded = soft(mask, self.side * 0.012)
        return rounded.point([255 * (v > 127) for v in range(256)])

    def disc(self, x: float, y: float, radius: float) -> Image.Image:
        mask = self.mask()
        box = self.at(((x - radius, y - radius), (x + radius, y + radius)))
        ImageDraw.Draw(mask).ellipse((*box[0], *box[1]), 255)
        return mask

    def lay(self, mask: Image.Image, colour: Colour, line: float = 0.028) -> None:
        """A part in one colour, outlined in ink."""
        self.image.paste(INK, (0, 0), grown(mask, self.side * line))
        self.image.paste(colour, (0, 0), mask)

    def wear(self, mask: Image.Image, colours: SeatColours, line: float = 0.03) -> None:
        """A part in the colours of a seat: lit from the north-west, with the seat's pattern."""
        self.lay(mask, colours.main, line)
        self.image.paste(colours.mark, (0, 0), ImageChops.multiply(mask, self._pattern(colours)))
        step = round(self.side * 0.035)
        lit = ImageChops.subtract(mask, ImageChops.offset(mask, step, step))
        self.image.paste(colours.light, (0, 0), lit.point([round(v * 0.8) for v in range(256)]))
        dark = ImageChops.subtract(mask, ImageChops.offset(mask, -step, -step))
        self.image.paste(colours.dark, (0, 0), dark.point([round(v * 0.45) for v in range(256)]))

    def _pattern(self, colours: SeatColours) -> Image.Image:
        mask = self.mask()
        draw, unit = ImageDraw.Draw(mask), self.side
        if colours.pattern == "stripes":
            for number in range(-4, 12):
                x = number * unit * 0.19
                draw.line((x, unit, x + unit, 0), 255, round(unit * 0.045))
        else:
            for row in range(10):
                for column in range(10):
                    x = (column + row % 2 / 2) * unit * 0.17
                    y, r = row * unit * 0.125 + unit * 0.03, unit * 0.034
                    draw.ellipse((x - r, y - r, x + r, y + r), 255)
        return mask

    def finished(self) -> Image.Image:
        """The piece with its pale rim, at its size on the board."""
        shape = self.image.getchannel("A")
        rim = grown(shape, self.side * 0.022)
        result = Image.new("RGBA", self.image.size, (*CREAM, 0))
        result.paste((*CREAM, 235), (0, 0), rim)
        result.alpha_composite(self.image)
        return result.convert("RGBa").reduce(OVERSAMPLING).convert("RGBA")


def grown(mask: Image.Image, by: float) -> Image.Image:
    """A mask with a rim of roughly this width, its corners rounded."""
    return soft(mask, by).point([max(0, min(255, (v - 22) * 10)) for v in range(256)])


def draw_follower(seat: int, role: Role, cell: int) -> Image.Image:
    figure, colours = Figure(round(cell * FOLLOWER)), SEATS[seat]
    if role == "merchant":
        return _merchant(figure, colours)
    body = ImageChops.lighter(figure.polygon(*BODY), figure.disc(0.5, 0.25, 0.15))
    figure.wear(body, colours)
    match role:
        case "herald":
            _trumpet(figure, colours)
        case "knight":
            _armour(figure)
        case "squire":
            _cap(figure, colours)
    return figure.finished()


def _trumpet(figure: Figure, colours: SeatColours) -> None:
    """A trumpet raised to the east, a banner hanging from it."""
    figure.lay(
        figure.polygon((0.64, 0.28), (0.92, 0.21), (0.92, 0.55), (0.78, 0.47), (0.64, 0.55)), CREAM
    )
    cross = figure.polygon((0.72, 0.31), (0.84, 0.28), (0.84, 0.43), (0.72, 0.43))
    figure.image.paste(colours.dark, (0, 0), cross)
    figure.lay(
        figure.polygon(
            (0.54, 0.26), (0.83, 0.16), (0.92, 0.07), (0.94, 0.27), (0.84, 0.22), (0.55, 0.32)
        ),
        GOLD,
    )


def _armour(figure: Figure) -> None:
    """A closed helmet and a shield."""
    helmet = figure.polygon(
        (0.34, 0.36),
        (0.34, 0.19),
        (0.42, 0.08),
        (0.58, 0.08),
        (0.66, 0.19),
        (0.66, 0.36),
        (0.5, 0.42),
    )
    figure.lay(helmet, STONE_LIGHT)
    figure.image.paste(
        INK, (0, 0), figure.polygon((0.38, 0.2), (0.62, 0.2), (0.62, 0.265), (0.38, 0.265))
    )
    shield = ((0.08, 0.5), (0.44, 0.5), (0.44, 0.7), (0.26, 0.9), (0.08, 0.7))
    figure.lay(figure.polygon(*shield), CREAM)
    for part in (
        ((0.225, 0.5), (0.295, 0.5), (0.295, 0.85), (0.225, 0.85)),
        ((0.09, 0.59), (0.43, 0.59), (0.43, 0.66), (0.09, 0.66)),
    ):
        figure.image.paste(mixed(STONE, INK, 0.5), (0, 0), figure.polygon(*part))


def _cap(figure: Figure, colours: SeatColours) -> None:
    """A soft cap with a feather."""
    figure.lay(
        figure.polygon((0.28, 0.22), (0.34, 0.1), (0.56, 0.06), (0.74, 0.16), (0.7, 0.23)),
        colours.dark,
    )
    figure.lay(
        figure.polygon((0.62, 0.17), (0.82, 0.05), (0.89, 0.09), (0.78, 0.18), (0.66, 0.21)),
        CREAM,
        0.02,
    )


def _merchant(figure: Figure, colours: SeatColours) -> Image.Image:
    """Lying on his back, his purse beside him."""
    upright = ImageChops.lighter(figure.polygon(*BODY), figure.disc(0.5, 0.25, 0.15))
    lying = upright.transpose(Image.Transpose.ROTATE_90)
    figure.wear(ImageChops.offset(lying, 0, round(figure.side * 0.02)), colours)
    figure.lay(figure.disc(0.3, 0.77, 0.11), GOLD)
    figure.lay(figure.polygon((0.24, 0.6), (0.36, 0.6), (0.33, 0.68), (0.27, 0.68)), GOLD, 0.02)
    return figure.finished()


def draw_keep(seat: int, cell: int) -> Image.Image:
    """A small keep with battlements, a gate and a flag."""
    figure, colours = Figure(round(cell * KEEP)), SEATS[seat]
    figure.lay(figure.polygon((0.49, 0.05), (0.86, 0.13), (0.49, 0.22)), CREAM, 0.022)
    figure.lay(figure.polygon((0.46, 0.05), (0.51, 0.05), (0.51, 0.4), (0.46, 0.4)), INK, 0.005)
    walls = [(0.2, 0.94), (0.2, 0.6), (0.12, 0.54), (0.12, 0.3)]
    for left in (0.12, 0.342, 0.564, 0.786):
        walls += [(left, 0.3), (left + 0.11, 0.3), (left + 0.11, 0.39), (left + 0.2, 0.39)]
    walls = [*walls[:-1], (0.896, 0.54), (0.82, 0.6), (0.82, 0.94)]
    figure.wear(figure.polygon(*walls), colours)
    gate = ImageChops.lighter(
        figure.disc(0.51, 0.73, 0.1),
        figure.polygon((0.41, 0.73), (0.61, 0.73), (0.61, 0.93), (0.41, 0.93)),
    )
    figure.lay(gate, INK, 0.012)
    return figure.finished()


def draw_marker(seat: int, lapped: bool, cell: int) -> Image.Image:
    """A round counter; past 99 it has a golden rim and a ribbon that says 100."""
    figure, colours = Figure(round(cell * MARKER)), SEATS[seat]
    if lapped:
        figure.lay(figure.disc(0.5, 0.5, 0.42), GOLD, 0.04)
        figure.wear(figure.disc(0.5, 0.5, 0.3), colours, 0.03)
        figure.lay(
            figure.polygon((0.07, 0.57), (0.93, 0.57), (0.93, 0.92), (0.07, 0.92)), CREAM, 0.03
        )
        draw = ImageDraw.Draw(figure.image)
        font = typeface(round(figure.side * 0.4), bold=True)
        draw.text((figure.side / 2, figure.side * 0.75), "100", INK, font, "mm")
    else:
        figure.wear(figure.disc(0.5, 0.5, 0.4), colours, 0.05)
    return figure.finished()
