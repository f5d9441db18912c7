"""Followers, score markers, and the back of a tile."""

from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from render.carcassonne.art.drawing import palette
from render.carcassonne.art.sprites import CELL, MOST_LAPS, BackSprite, FollowerSprite, MarkerSprite
from render.drawing.figure import OVERSAMPLING, Figure, person
from render.drawing.lines import battlements
from render.picture import palette as materials
from render.picture.masks import Point
from render.picture.palette import CREAM, GOLD, INK, SEATS
from render.picture.scene import Name

# The side of the square of a follower that stands, in cells.
STANDING = 0.46
# The side of the square of a farmer, who lies down, in cells.
LYING = 0.4
# How much larger the large follower is.
LARGE = 1.36
# The crown of the large follower.
CROWN: tuple[Point, ...] = (
    (0.33, 0.22),
    (0.3, 0.06),
    (0.41, 0.135),
    (0.5, 0.05),
    (0.59, 0.135),
    (0.7, 0.06),
    (0.67, 0.22),
)
# The side of a marker's square, in cells.
MARKER = 0.27
Badge = tuple[Point, ...]


def _star(points: int, inner: float, angle: float = 0.0) -> Badge:
    """Draw a regular shape with this many points; between them it is drawn inwards."""
    corners: list[Point] = []
    for step in range(2 * points):
        radius = inner if step % 2 else 1.0
        direction = pi * step / points + angle
        corners.append((radius * sin(direction), -radius * cos(direction)))
    return tuple(corners)


def _crescent() -> Badge:
    """Draw a moon that is open to the right."""
    angles = [pi * (0.28 + 1.44 * step / 18) for step in range(19)]
    outer = [(cos(angle), sin(angle)) for angle in angles]
    inner = [(0.42 + 0.72 * cos(angle), 0.72 * sin(angle)) for angle in reversed(angles)]
    return (*outer, *inner)


# The shape that marks each seat: disc, square, triangle, star, bar, crescent.
BADGES: tuple[Badge, ...] = (
    _star(24, 1.0),
    _star(4, 0.72, pi / 4),
    _star(3, 0.5),
    _star(4, 0.45),
    ((-1.1, -0.48), (1.1, -0.48), (1.1, 0.48), (-1.1, 0.48)),
    _crescent(),
)
# The size at which each shape looks right.
SIZES = (0.9, 1.0, 1.15, 1.3, 1.0, 1.1)


def draw_piece(name: Name, side: int | None = None) -> Image.Image:
    """Draw a piece with a square of this side; by default as large as on the usual cells."""

    def cell(share: float) -> int:
        return CELL if side is None else round(side / share)

    match name:
        case FollowerSprite(seat, farmer, large):
            share = (LYING if farmer else STANDING) * (LARGE if large else 1)
            return draw_follower(seat, farmer, cell(share), large=large)
        case MarkerSprite(seat, laps):
            return draw_marker(seat, laps, cell(MARKER))
        case BackSprite():
            return draw_back(cell(1))
        case _:
            raise KeyError(name)


def draw_follower(seat: int, farmer: bool, cell: int, *, large: bool = False) -> Image.Image:
    """Draw a follower; the large one wears a crown, by which it is known without another beside
    it."""
    side = round(cell * (LYING if farmer else STANDING) * (LARGE if large else 1))
    figure = Figure(side)
    colours = SEATS[seat]
    body = person(figure)
    crown = figure.polygon(*CROWN)
    middle = (0.5, 0.57)
    if farmer:
        body = body.transpose(Image.Transpose.ROTATE_90)
        crown = crown.transpose(Image.Transpose.ROTATE_90)
        middle = (0.57, 0.5)
    figure.wear(body, colours)
    if large:
        figure.lay(crown, GOLD, 0.026)
    _wear_badge(figure, seat, middle, 0.135)
    return figure.finish()


def draw_marker(seat: int, laps: int, cell: int) -> Image.Image:
    """Draw a round counter, with a pale stud for each time it has passed the end of the track."""
    figure = Figure(round(cell * MARKER))
    colours = SEATS[seat]
    figure.wear(figure.disc(0.5, 0.5, 0.4), colours, 0.05)
    _wear_badge(figure, seat, (0.5, 0.5 if not laps else 0.4), 0.2)
    for number in range(min(laps, MOST_LAPS)):
        x = 0.5 + (number - (min(laps, MOST_LAPS) - 1) / 2) * 0.185
        figure.lay(figure.disc(x, 0.79, 0.08), CREAM, 0.035)
    return figure.finish()


def _wear_badge(figure: Figure, seat: int, middle: Point, size: float) -> None:
    (x, y) = middle
    radius = size * SIZES[seat]
    shape = figure.polygon(*((x + dx * radius, y + dy * radius) for dx, dy in BADGES[seat]))
    figure.lay(shape, CREAM, 0.03)


def draw_back(cell: int) -> Image.Image:
    """Draw a walled town in the evening, seen from afar."""
    figure = Figure(cell)
    figure.image.paste(palette.DUSK, (0, 0, *figure.image.size))
    figure.image.paste(palette.DUSK_LIGHT, (0, 0), figure.disc(0.5, 0.47, 0.36))
    figure.image.paste(GOLD, (0, 0), figure.disc(0.67, 0.3, 0.085))
    figure.image.paste(materials.LEAF_DARK, (0, 0), figure.disc(0.32, 1.08, 0.42))
    figure.image.paste(materials.LEAF, (0, 0), figure.disc(0.72, 1.12, 0.42))
    for left, right, eaves, top in TOWERS:
        figure.lay(figure.polygon(*_box(left, eaves, right, 0.74)), palette.STONE, LINE)
        roof = ((left - 0.03, eaves), ((left + right) / 2, top), (right + 0.03, eaves))
        figure.lay(figure.polygon(*roof), palette.ROOFS[0].lit, LINE)
        middle = (left + right) / 2
        window = figure.polygon(*_box(middle - 0.014, eaves + 0.05, middle + 0.014, eaves + 0.1))
        figure.image.paste(INK, (0, 0), window)
    figure.lay(figure.polygon(*WALLS), palette.STONE_LIGHT, LINE)
    gate = figure.polygon(*_box(0.44, 0.68, 0.56, 0.78))
    figure.lay(ImageChops.lighter(figure.disc(0.5, 0.68, 0.06), gate), INK, 0.004)
    # A dark edge, and a golden line along it.
    draw = ImageDraw.Draw(figure.image)
    unit = figure.side
    draw.rectangle((0, 0, unit - 1, unit - 1), outline=INK, width=round(unit * 0.03))
    inset = round(unit * 0.055)
    draw.rectangle(
        (inset, inset, unit - 1 - inset, unit - 1 - inset), outline=GOLD, width=round(unit * 0.018)
    )
    return figure.image.reduce(OVERSAMPLING)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


# Each tower's sides, its eaves, and the top of its roof.
TOWERS = ((0.2, 0.32, 0.46, 0.3), (0.43, 0.57, 0.34, 0.15), (0.68, 0.8, 0.46, 0.3))
# The outline of the walls, with seven merlons.
WALLS = (*battlements((0.2, 0.8), 0.56, 0.04, 7, 1.0), (0.8, 0.78), (0.2, 0.78))
LINE = 0.012
