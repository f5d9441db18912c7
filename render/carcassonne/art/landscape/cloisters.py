"""Cloisters: a church and three ranges around a court, in a walled garden."""

from math import cos, pi, sin

from render.art import palette as art_palette
from render.art.geometry import Point, around
from render.carcassonne.art.colours import palette
from render.carcassonne.art.landscape.houses import House, paint_houses
from render.carcassonne.art.shape.courses import CLOISTER, Courses
from render.picture.colours.palette import GOLD
from render.tiles.art.canvas import Canvas

RANGES: tuple[tuple[Point, Point, palette.Roof], ...] = (
    ((-0.133, 0.035), (0.042, 0.098), palette.ROOFS[0]),
    ((0.133, 0.035), (0.042, 0.098), palette.ROOFS[0]),
    ((0.0, 0.138), (0.175, 0.04), palette.ROOFS[0]),
    ((0.02, -0.115), (0.175, 0.06), palette.SLATE),
)
"""For each building its place relative to the middle of the cloister, half its size, and its
roof."""
TOWER: Point = (-0.15, -0.115)
COURT = 0.095
"""Half the side of the court."""
TREES = 16
"""How many trees stand along the wall, and how far from the middle."""
ORCHARD = 0.235


def paint_cloister(canvas: Canvas, lies: Courses) -> None:
    _garden(canvas, lies)
    hub = lies.hub
    paint_houses(canvas, [House(_from(hub, at), half, roof) for at, half, roof in RANGES])
    _tower(canvas, canvas.on_tile(_from(hub, TOWER)))


def _garden(canvas: Canvas, lies: Courses) -> None:
    """Lawn, a path to the gate if a road leads here, fruit trees, and the court with a well."""
    draw, unit, (x, y) = canvas.draw, canvas.tile, canvas.on_tile(lies.hub)
    radius = unit * CLOISTER
    draw.ellipse(around(x + 5, y + 5, radius), art_palette.TUFT)
    for narrower, colour in (
        (0.0, palette.STONE_LINE),
        (0.009, palette.STONE_LIGHT),
        (0.024, palette.STONE_LINE),
        (0.031, palette.LAWN),
    ):
        draw.ellipse(around(x, y, radius - unit * narrower), colour)
    for number in range(TREES):
        angle = 2 * pi * (number + 0.5) / TREES
        tx, ty = x + unit * ORCHARD * cos(angle), y + unit * ORCHARD * sin(angle)
        draw.ellipse(around(tx + 2, ty + 2, unit * 0.021), art_palette.LEAF_DARK)
        draw.ellipse(around(tx, ty, unit * 0.019), art_palette.LEAF)
    for road in lies.roads:
        (gx, gy) = canvas.on_tile(road.line[0])
        draw.line(
            (x, y, x + (gx - x) * 0.62, y + (gy - y) * 0.62), palette.ROAD, round(unit * 0.06)
        )
    draw.rectangle(around(x, y, unit * 0.15), palette.STREET)
    _court(canvas, x, y)


def _court(canvas: Canvas, x: float, y: float) -> None:
    draw, unit = canvas.draw, canvas.tile
    draw.rectangle(around(x, y, unit * COURT), palette.LAWN)
    draw.rectangle(around(x, y, unit * COURT, unit * 0.012), palette.STREET)
    draw.rectangle(around(x, y, unit * 0.012, unit * COURT), palette.STREET)
    draw.ellipse(around(x, y, unit * 0.034), palette.STREET)
    draw.ellipse(around(x, y, unit * 0.024), art_palette.WATER, palette.STONE_LINE, 2)


def _tower(canvas: Canvas, at: Point) -> None:
    """A square tower with a pointed roof and a golden cross."""
    draw, unit, (x, y) = canvas.draw, canvas.tile, at
    half = unit * 0.066
    left, top, right, bottom = around(x, y, half)
    draw.rectangle((left + 5, top + 5, right + 5, bottom + 5), palette.SLATE.line)
    draw.rectangle((left, top, right, bottom), palette.STONE_LINE)
    for corners, colour in (
        (((left, top), (right, top)), palette.SLATE.lit),
        (((left, top), (left, bottom)), palette.SLATE.lit),
        (((right, top), (right, bottom)), palette.SLATE.shaded),
        (((left, bottom), (right, bottom)), palette.SLATE.shaded),
    ):
        draw.polygon([*corners, (x, y)], colour)
    draw.rectangle((left, top, right, bottom), outline=palette.STONE_LINE, width=3)
    arm = unit * 0.04
    for grow, colour in ((3, palette.STONE_LINE), (0, GOLD)):
        draw.rectangle(around(x, y, unit * 0.009 + grow, arm + grow), colour)
        draw.rectangle(around(x, y - arm * 0.25, arm * 0.7 + grow, unit * 0.009 + grow), colour)


def _from(hub: Point, place: Point) -> Point:
    return hub[0] + place[0], hub[1] + place[1]
