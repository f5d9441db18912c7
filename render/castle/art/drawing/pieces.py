"""Followers, keeps, score markers and wall tiles."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from engine.castle.moves import Role
from render.castle.art import palette
from render.castle.art.palette import STONE
from render.castle.art.sprites import CELL, FollowerSprite, KeepSprite, MarkerSprite, WallTileSprite
from render.drawing.figure import OVERSAMPLING, Figure, person
from render.picture import palette as materials
from render.picture.lettering import typeface
from render.picture.masks import Bounds, Point, around, reduce_evenly
from render.picture.palette import CREAM, GOLD, INK, SEATS, STONE_LIGHT, SeatColours, mix
from render.picture.scene import Colour, Name

# The sides of the squares of pieces, in cells.
FOLLOWER = 0.46
KEEP = 0.46
MARKER = 0.27
WALL_TILE = 0.5
BACK = 0.37


def draw_piece(name: Name, side: int | None = None) -> Image.Image:
    """Draw a piece with a square of this side; by default as large as on the cells of a whole
    board."""

    def cell(share: float) -> int:
        return CELL if side is None else round(side / share)

    match name:
        case FollowerSprite(seat, role):
            return draw_follower(seat, role, cell(FOLLOWER))
        case KeepSprite(seat):
            return draw_keep(seat, cell(KEEP))
        case MarkerSprite(seat, lapped):
            return draw_marker(seat, lapped, cell(MARKER))
        case WallTileSprite(None):
            return draw_wall_tile_back(cell(BACK))
        case WallTileSprite(int() as kind):
            return draw_wall_tile(kind, cell(WALL_TILE))
        case _:
            raise KeyError(name)


def draw_follower(seat: int, role: Role, cell: int) -> Image.Image:
    figure = Figure(round(cell * FOLLOWER))
    colours = SEATS[seat]
    if role == "merchant":
        return _merchant(figure, colours)
    figure.wear(person(figure), colours)
    match role:
        case "herald":
            _trumpet(figure, colours)
        case "knight":
            _armour(figure)
        case "squire":
            _cap(figure, colours)
    return figure.finish()


def _trumpet(figure: Figure, colours: SeatColours) -> None:
    """Draw a trumpet raised to the east, a banner hanging from it."""
    banner = ((0.64, 0.28), (0.92, 0.21), (0.92, 0.55), (0.78, 0.47), (0.64, 0.55))
    figure.lay(figure.polygon(*banner), CREAM)
    cross = figure.polygon((0.72, 0.31), (0.84, 0.28), (0.84, 0.43), (0.72, 0.43))
    figure.image.paste(colours.dark, (0, 0), cross)
    horn = ((0.54, 0.26), (0.83, 0.16), (0.92, 0.07), (0.94, 0.27), (0.84, 0.22), (0.55, 0.32))
    figure.lay(figure.polygon(*horn), GOLD)


def _armour(figure: Figure) -> None:
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
    visor = figure.polygon((0.38, 0.2), (0.62, 0.2), (0.62, 0.265), (0.38, 0.265))
    figure.image.paste(INK, (0, 0), visor)
    shield = ((0.08, 0.5), (0.44, 0.5), (0.44, 0.7), (0.26, 0.9), (0.08, 0.7))
    figure.lay(figure.polygon(*shield), CREAM)
    for part in (
        ((0.225, 0.5), (0.295, 0.5), (0.295, 0.85), (0.225, 0.85)),
        ((0.09, 0.59), (0.43, 0.59), (0.43, 0.66), (0.09, 0.66)),
    ):
        figure.image.paste(mix(STONE, INK, 0.5), (0, 0), figure.polygon(*part))


def _cap(figure: Figure, colours: SeatColours) -> None:
    cap = ((0.28, 0.22), (0.34, 0.1), (0.56, 0.06), (0.74, 0.16), (0.7, 0.23))
    figure.lay(figure.polygon(*cap), colours.dark)
    feather = ((0.62, 0.17), (0.82, 0.05), (0.89, 0.09), (0.78, 0.18), (0.66, 0.21))
    figure.lay(figure.polygon(*feather), CREAM, 0.02)


def _merchant(figure: Figure, colours: SeatColours) -> Image.Image:
    """Draw a merchant lying on his back, his purse beside him."""
    body = person(figure).transpose(Image.Transpose.ROTATE_90)
    figure.wear(ImageChops.offset(body, 0, round(figure.side * 0.02)), colours)
    figure.lay(figure.disc(0.3, 0.77, 0.11), GOLD)
    figure.lay(figure.polygon((0.24, 0.6), (0.36, 0.6), (0.33, 0.68), (0.27, 0.68)), GOLD, 0.02)
    return figure.finish()


def draw_keep(seat: int, cell: int) -> Image.Image:
    """Draw a small keep with battlements, a gate and a flag."""
    figure = Figure(round(cell * KEEP))
    colours = SEATS[seat]
    figure.lay(figure.polygon((0.49, 0.05), (0.86, 0.13), (0.49, 0.22)), CREAM, 0.022)
    figure.lay(figure.polygon((0.46, 0.05), (0.51, 0.05), (0.51, 0.4), (0.46, 0.4)), INK, 0.005)
    walls = [(0.2, 0.94), (0.2, 0.6), (0.12, 0.54), (0.12, 0.3)]
    for left in (0.12, 0.342, 0.564, 0.786):
        walls += [(left, 0.3), (left + 0.11, 0.3), (left + 0.11, 0.39), (left + 0.2, 0.39)]
    walls = [*walls[:-1], (0.896, 0.54), (0.82, 0.6), (0.82, 0.94)]
    figure.wear(figure.polygon(*walls), colours)
    gate = figure.polygon((0.41, 0.73), (0.61, 0.73), (0.61, 0.93), (0.41, 0.93))
    figure.lay(ImageChops.lighter(figure.disc(0.51, 0.73, 0.1), gate), INK, 0.012)
    return figure.finish()


def draw_marker(seat: int, lapped: bool, cell: int) -> Image.Image:
    """Draw a round counter; past 99 it has a golden rim and a ribbon that says 100."""
    figure = Figure(round(cell * MARKER))
    colours = SEATS[seat]
    if lapped:
        figure.lay(figure.disc(0.5, 0.5, 0.42), GOLD, 0.04)
        figure.wear(figure.disc(0.5, 0.5, 0.3), colours, 0.03)
        ribbon = figure.polygon((0.07, 0.57), (0.93, 0.57), (0.93, 0.92), (0.07, 0.92))
        figure.lay(ribbon, CREAM, 0.03)
        draw = ImageDraw.Draw(figure.image)
        font = typeface(round(figure.side * 0.4), bold=True)
        draw.text((figure.side / 2, figure.side * 0.75), "100", INK, font, "mm")
    else:
        figure.wear(figure.disc(0.5, 0.5, 0.4), colours, 0.05)
    return figure.finish()


# The cloth on the back of a wall tile.
CLOTH: Colour = (128, 52, 48)
# Shapes around a middle, each with its colour.
Sign = tuple[tuple[Sequence[Point], Colour], ...]


class Plate:
    """A wall tile in the making; its coordinates are fractions of its square."""

    def __init__(self, side: int, ground: Colour, edge: Colour) -> None:
        self.side = side * OVERSAMPLING
        self.image = Image.new("RGBA", (self.side, self.side))
        self.draw = ImageDraw.Draw(self.image)
        self.box((0.02, 0.02, 0.98, 0.98), INK, rounded=0.16)
        self.box((0.07, 0.07, 0.93, 0.93), edge, rounded=0.12)
        self.box((0.12, 0.12, 0.88, 0.88), ground, rounded=0.08)

    def box(self, box: Bounds, fill: Colour, rounded: float = 0.0) -> None:
        left, top, right, bottom = (part * self.side for part in box)
        self.draw.rounded_rectangle((left, top, right, bottom), rounded * self.side, fill)

    def place(self, points: Iterable[Point], at: Point, size: float) -> list[Point]:
        """Find the pixels of points around a middle."""
        x, y = at
        return [((x + dx * size) * self.side, (y + dy * size) * self.side) for dx, dy in points]

    def sign(self, shapes: Sign, at: Point, size: float) -> None:
        for points, fill in shapes:
            pixels = self.place(points, at, size)
            self.draw.polygon(pixels, fill)
            self.outline([*pixels, *pixels[:2]])

    def outline(self, pixels: list[Point]) -> None:
        self.draw.line(pixels, INK, round(self.side * 0.03), "curve")

    def write(self, x: float, y: float, text: str, size: float, fill: Colour = INK) -> None:
        font = typeface(round(self.side * size), bold=True)
        place = (x * self.side, y * self.side)
        rim = round(self.side * 0.035)
        self.draw.text(place, text, fill, font, "mm", stroke_width=rim, stroke_fill=CREAM)
        self.draw.text(place, text, fill, font, "mm")


def draw_wall_tile_back(cell: int) -> Image.Image:
    """Draw a shield on dark cloth."""
    plate = Plate(round(cell * BACK), CLOTH, GOLD)
    shield = ((0.3, 0.27), (0.7, 0.27), (0.7, 0.5), (0.5, 0.76), (0.3, 0.5))
    plate.sign(((shield, CREAM),), (0.0, 0.0), 1.0)
    plate.box((0.46, 0.3, 0.54, 0.66), CLOTH)
    plate.box((0.33, 0.4, 0.67, 0.48), CLOTH)
    return reduce_evenly(plate.image, OVERSAMPLING)


def draw_wall_tile(kind: int, cell: int) -> Image.Image:
    plate = Plate(round(cell * WALL_TILE), CREAM, palette.WALL_DARK)
    match kind:
        case 1:
            _another_turn(plate)
        case 2 | 5:
            plate.sign(TOWER, SIGN, 0.5)
        case 3 | 6:
            plate.sign(HOUSE, SIGN, 0.5)
        case 4:
            _road(plate, SIGN, 0.5)
        case 7:
            _stall(plate, SIGN, 0.48)
            plate.write(0.72, 0.68, "4", 0.36, palette.ARROW)
        case 8:
            plate.sign(TOWER, (0.4, 0.5), 0.5)
            plate.sign(FLAG, (0.0, 0.0), 1.0)
            plate.write(0.68, 0.68, "+2", 0.32, palette.ARROW)
        case _:
            for radius, colour in ((0.33, INK), (0.3, GOLD)):
                centre = plate.side / 2
                plate.draw.ellipse(around(centre, centre, plate.side * radius), colour)
            plate.write(0.5, 0.49, "5", 0.5)
    if kind in DOUBLING:
        plate.write(0.67, 0.7, "×2", 0.36, palette.ARROW)
    elif kind in AT_END:
        plate.sign(HOURGLASS, (0.7, 0.68), 0.26)
    return reduce_evenly(plate.image, OVERSAMPLING)


# The kinds of wall tiles that double a feature.
DOUBLING = (2, 3)
# The kinds that count at the end of the game and show a feature.
AT_END = (4, 5, 6)
# The middle of the sign on a wall tile.
SIGN: Point = (0.4, 0.46)
# The left half of the outline of a tower.
_LEFT_OF_TOWER: tuple[Point, ...] = (
    (-0.34, 0.5),
    (-0.34, -0.12),
    (-0.44, -0.2),
    (-0.44, -0.5),
    (-0.22, -0.5),
    (-0.22, -0.36),
    (-0.11, -0.36),
    (-0.11, -0.5),
)
TOWER: Sign = (
    ((*_LEFT_OF_TOWER, *((-x, y) for x, y in reversed(_LEFT_OF_TOWER))), palette.STONE),
    (((-0.1, 0.5), (-0.1, 0.18), (0.1, 0.18), (0.1, 0.5)), materials.STONE_LINE),
)
HOUSE: Sign = (
    (((-0.36, 0.5), (-0.36, 0.0), (0.36, 0.0), (0.36, 0.5)), palette.PLASTER),
    (((-0.5, 0.04), (0.0, -0.5), (0.5, 0.04)), palette.ROOF),
    (((-0.1, 0.5), (-0.1, 0.2), (0.1, 0.2), (0.1, 0.5)), materials.DOOR),
)
ROAD: Sign = ((((-0.42, 0.5), (-0.12, -0.5), (0.12, -0.5), (0.42, 0.5)), materials.PATH),)
TABLE: Sign = ((((-0.42, 0.5), (-0.42, 0.0), (0.42, 0.0), (0.42, 0.5)), materials.DOOR),)
HOURGLASS: Sign = ((((-0.4, -0.5), (0.4, -0.5), (-0.4, 0.5), (0.4, 0.5)), GOLD),)
FLAG: Sign = ((((0.4, 0.26), (0.4, 0.14), (0.58, 0.2)), palette.ARROW),)


def _another_turn(plate: Plate) -> None:
    side = plate.side
    ink = palette.ARROW
    box = tuple(part * side for part in (0.27, 0.27, 0.73, 0.73))
    plate.draw.arc(box, -60, 210, ink, round(side * 0.1))
    angle = -60 / 180 * pi
    end = (0.5 + 0.18 * cos(angle), 0.5 + 0.18 * sin(angle))
    tip = ((-0.2, -0.03), (0.06, -0.16), (0.08, 0.13))
    plate.draw.polygon(plate.place(tip, end, 1.0), ink)


def _road(plate: Plate, at: Point, size: float) -> None:
    plate.sign(ROAD, at, size)
    x, y = at
    for near, far, half in ((0.36, 0.16, 0.05), (0.02, -0.12, 0.035), (-0.22, -0.34, 0.025)):
        dash = (x - half * size, y + far * size, x + half * size, y + near * size)
        plate.box(dash, materials.PATH_LINE)


def _stall(plate: Plate, at: Point, size: float) -> None:
    plate.sign(TABLE, at, size)
    cloth, white = palette.AWNINGS[0]
    for number in range(5):
        left = -0.5 + number / 5
        right = -0.5 + (number + 1) / 5
        stripe = ((left * 0.84, -0.46), (right * 0.84, -0.46), (right, 0.08), (left, 0.08))
        plate.draw.polygon(plate.place(stripe, at, size), white if number % 2 else cloth)
    edge = ((-0.42, -0.46), (0.42, -0.46), (0.5, 0.08), (-0.5, 0.08), (-0.42, -0.46))
    plate.outline(plate.place(edge, at, size))
