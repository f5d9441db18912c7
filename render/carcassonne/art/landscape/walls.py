"""City walls with their towers, and the gates where roads end."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from PIL import ImageChops, ImageDraw

from render.carcassonne.art.colours import palette
from render.carcassonne.art.shape.courses import Line
from render.tiles.art.canvas import Canvas
from render.tiles.art.paths import Point
from render.tiles.art.texture import SHADE, soft, tint

WALL = 0.027
"""Half the thickness of a city wall."""
TOWER = 0.048


def paint_wall(canvas: Canvas, walls: Sequence[Line]) -> None:
    mask = canvas.mask()
    draw = ImageDraw.Draw(mask)
    lines = [[canvas.on_tile(point) for point in _prolonged(wall)] for wall in walls]
    width = canvas.long(2 * WALL)
    r = canvas.tile * TOWER
    for line in lines:
        draw.line(line, 255, width, "curve")
        for x, y in line[2:-2]:
            draw.ellipse((x - r, y - r, x + r, y + r), 255)
    drop = canvas.long(0.028)
    tint(canvas.image, SHADE, soft(ImageChops.offset(mask, drop, drop), drop / 3), 0.4)
    draw = canvas.draw
    for line in lines:
        draw.line(line, palette.STONE_LINE, width, "curve")
        draw.line(line, palette.STONE, width - 8, "curve")
        for a, b in pairwise(line):
            _merlons(canvas, a, b)
    for line in lines:
        for x, y in line[2:-2]:
            _tower(canvas, x, y, r)


def _merlons(canvas: Canvas, a: Point, b: Point) -> None:
    draw = canvas.draw
    length = hypot(b[0] - a[0], b[1] - a[1])
    count = max(1, round(length / canvas.tile / 0.055))
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    half, deep = canvas.tile * 0.012, canvas.tile * WALL * 0.62
    for number in range(count):
        share = (number + 0.5) / count
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        draw.polygon(
            [
                (x + dx * half * s - dy * deep * t, y + dy * half * s + dx * deep * t)
                for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ],
            palette.STONE_LIGHT,
        )


def _tower(canvas: Canvas, x: float, y: float, r: float) -> None:
    draw = canvas.draw
    draw.ellipse((x - r, y - r, x + r, y + r), palette.STONE_LINE)
    s = r - 3
    draw.ellipse((x - s, y - s, x + s, y + s), palette.STONE)
    s = r * 0.66
    draw.ellipse((x - s, y - s, x + s, y + s), palette.SLATE.shaded, palette.STONE_LINE, 2)
    draw.pieslice((x - s, y - s, x + s, y + s), 150, 300, palette.SLATE.lit)


def _prolonged(wall: Line) -> Line:
    (ax, ay), (bx, by) = wall[0], wall[1]
    (cx, cy), (dx, dy) = wall[-2], wall[-1]
    return ((2 * ax - bx, 2 * ay - by), *wall, (2 * dx - cx, 2 * dy - cy))


def paint_gate(canvas: Canvas, line: Line) -> None:
    """A gatehouse where a road ends at a wall."""
    (ax, ay), (bx, by) = (canvas.on_tile(p) for p in (line[0], line[-1]))
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    draw, unit = canvas.draw, canvas.tile
    bx, by = bx - ux * unit * 0.01, by - uy * unit * 0.01

    def block(across: float, wide: float, deep: float, ahead: float = 0.0) -> list[Point]:
        return [
            (
                bx + ux * (ahead + b * deep) * unit - uy * (across + a * wide) * unit,
                by + uy * (ahead + b * deep) * unit + ux * (across + a * wide) * unit,
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]

    draw.polygon(block(0, 0.1, 0.055), palette.STONE_LINE)
    draw.polygon(block(0, 0.09, 0.045), palette.STONE)
    draw.polygon(block(0, 0.042, 0.055), palette.STONE_LINE)
    draw.polygon(block(0, 0.034, 0.045, 0.01), (96, 66, 46))
    for side in (-1, 1):
        draw.polygon(block(side * 0.072, 0.02, 0.03), palette.STONE_LIGHT)
