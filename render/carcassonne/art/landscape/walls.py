"""City walls with their towers, and the gates where roads end."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from PIL import ImageChops, ImageDraw

from render.art.geometry import Point, around
from render.art.outlines import spaced
from render.art.palette import DOOR
from render.art.texture import SHADE, soft, tint
from render.carcassonne.art.colours import palette
from render.carcassonne.art.shape.courses import Line
from render.tiles.art.canvas import Canvas

WALL = 0.027
"""Half the thickness of a city wall."""
TOWER = 0.048
"""How far a tower extends from a corner of the wall."""
LINE = 0.0135
"""The width of the dark edge of a wall."""
TOWER_LINE = 0.011
"""The width of the dark edge of a tower."""
MERLONS = 0.055
"""The distance from one merlon to the next."""
MERLON: Point = (0.012, 0.017)
"""Half the length and half the width of a merlon."""
GATE: Point = (0.05, 0.095)
"""Half the depth and the width of a gatehouse."""
DROP = 0.028
"""How far the shadow of a wall extends."""


def paint_walls(canvas: Canvas, walls: Sequence[Line]) -> None:
    lines = [[canvas.on_tile(point) for point in _prolonged(wall)] for wall in walls]
    towers = [point for wall in walls for point in map(canvas.on_tile, wall[1:-1])]
    _shadows(canvas, lines, towers)
    draw = canvas.draw
    for line in lines:
        draw.line(line, palette.STONE_LINE, canvas.long(2 * WALL), "curve")
        draw.line(line, palette.STONE, canvas.long(2 * (WALL - LINE)), "curve")
        for a, b in pairwise(line):
            count = max(1, round(dist(a, b) / canvas.tile / MERLONS))
            for place, along in spaced([a, b], dist(a, b) / count):
                draw.polygon(_oblong(canvas, place, along, MERLON), palette.STONE_LIGHT)
    for place in towers:
        _tower(canvas, place)


def _shadows(canvas: Canvas, lines: Sequence[Sequence[Point]], towers: Sequence[Point]) -> None:
    mask = canvas.mask()
    draw, drop = ImageDraw.Draw(mask), canvas.long(DROP)
    for line in lines:
        draw.line(line, 255, canvas.long(2 * WALL), "curve")
    for x, y in towers:
        draw.ellipse(around(x, y, canvas.tile * TOWER), 255)
    tint(canvas.image, SHADE, soft(ImageChops.offset(mask, drop, drop), drop / 3), 0.4)


def _tower(canvas: Canvas, place: Point) -> None:
    """A round tower with a pointed roof."""
    draw, unit, (x, y) = canvas.draw, canvas.tile, place
    draw.ellipse(around(x, y, unit * TOWER), palette.STONE_LINE)
    draw.ellipse(around(x, y, unit * (TOWER - TOWER_LINE)), palette.STONE)
    roof = around(x, y, unit * TOWER * 0.66)
    draw.ellipse(roof, palette.SLATE.shaded, palette.STONE_LINE, 2)
    draw.pieslice(roof, 150, 300, palette.SLATE.lit)


def _prolonged(wall: Line) -> Line:
    """The wall, extended a little beyond the corners of the tile."""
    (ax, ay), (bx, by) = wall[0], wall[1]
    (cx, cy), (dx, dy) = wall[-2], wall[-1]
    return ((2 * ax - bx, 2 * ay - by), *wall, (2 * dx - cx, 2 * dy - cy))


def paint_gate(canvas: Canvas, road: Line) -> None:
    """A gatehouse between two towers where a road ends at a wall."""
    (ax, ay), (bx, by) = (canvas.on_tile(point) for point in (road[0], road[-1]))
    length, draw = dist((ax, ay), (bx, by)), canvas.draw
    along = ((bx - ax) / length, (by - ay) / length)
    back = canvas.tile * 0.01
    place = (bx - along[0] * back, by - along[1] * back)
    deep, wide = GATE
    for half, colour in (
        ((deep, wide), palette.STONE_LINE),
        ((deep - TOWER_LINE, wide - TOWER_LINE), palette.STONE),
        ((deep, wide * 0.44), palette.STONE_LINE),
        ((deep - TOWER_LINE, wide * 0.35), DOOR),
    ):
        draw.polygon(_oblong(canvas, place, along, half), colour)
    for side in (-1, 1):
        aside = side * canvas.tile * wide * 0.74
        tower = (place[0] - along[1] * aside, place[1] + along[0] * aside)
        draw.polygon(_oblong(canvas, tower, along, (0.028, 0.019)), palette.STONE_LIGHT)


def _oblong(canvas: Canvas, middle: Point, along: Point, half: Point) -> list[Point]:
    """The corners of a rectangle with this half length and half width, in a direction."""
    (x, y), (dx, dy) = middle, along
    return [
        (
            x + (dx * a * half[0] - dy * b * half[1]) * canvas.tile,
            y + (dy * a * half[0] + dx * b * half[1]) * canvas.tile,
        )
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
