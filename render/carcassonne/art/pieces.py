"""Followers, score markers, and the back of a tile. Knows seats, not where anything stands."""

from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.carcassonne.art.colours import palette
from render.picture.colours.palette import CREAM, GOLD, SEATS
from render.tiles.art.figure import Figure
from render.tiles.art.paths import Point

FOLLOWER = 0.46
MARKER = 0.27
MOST_LAPS = 4
Badge = tuple[Point, ...]


def _star(points: int, inner: float, turned: float = 0.0) -> Badge:
    """A regular shape with this many points; between them it is drawn in."""
    return tuple(
        (far * sin(pi * step / points + turned), -far * cos(pi * step / points + turned))
        for step in range(2 * points)
        for far in (inner if step % 2 else 1.0,)
    )


BADGES: tuple[Badge, ...] = (
    _star(24, 1.0),
    _star(4, 0.72, pi / 4),
    _star(3, 0.5),
    _star(4, 0.42),
    _star(2, 0.45, pi / 2),
)
"""The shape that each seat wears around its middle: disc, square, triangle, star, lozenge."""


def draw_follower(seat: int, farmer: bool, cell: int) -> Image.Image:
    figure, colours = Figure(round(cell * FOLLOWER)), SEATS[seat]
    body = figure.person()
    middle = (0.5, 0.57)
    if farmer:
        body = body.transpose(Image.Transpose.ROTATE_90)
        middle = (0.57, 0.5)
    figure.wear(body, colours)
    _wear_badge(figure, seat, middle, 0.135)
    return figure.finished()


def draw_marker(seat: int, laps: int, cell: int) -> Image.Image:
    """A round counter; for each time past the end of the track it gets a golden stud."""
    figure, colours = Figure(round(cell * MARKER)), SEATS[seat]
    figure.wear(figure.disc(0.5, 0.5, 0.4), colours, 0.05)
    _wear_badge(figure, seat, (0.5, 0.5 if not laps else 0.4), 0.2)
    for number in range(min(laps, MOST_LAPS)):
        x = 0.5 + (number - (min(laps, MOST_LAPS) - 1) / 2) * 0.235
        figure.lay(figure.disc(x, 0.79, 0.1), GOLD, 0.04)
    return figure.finished()


def _wear_badge(figure: Figure, seat: int, middle: Point, size: float) -> None:
    x, y = middle
    shape = figure.polygon(*((x + dx * size, y + dy * size) for dx, dy in BADGES[seat]))
    figure.lay(shape, CREAM, 0.03)


def draw_back(cell: int) -> Image.Image:
    """A tower on a field of lozenges."""
    figure = Figure(cell)
    unit = figure.side
    draw = ImageDraw.Draw(figure.image)
    draw.rounded_rectangle((0, 0, unit - 1, unit - 1), unit * 0.06, palette.STONE_LINE)
    edge = unit * 0.02
    draw.rounded_rectangle(
        (edge, edge, unit - edge, unit - edge), unit * 0.05, palette.SLATE.shaded
    )
    return figure.image.convert("RGBa").reduce(4).convert("RGBA")
