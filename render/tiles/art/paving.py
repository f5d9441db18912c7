"""Paths of sand and cobble, squares, fountains, and the gates where a path ends."""

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from PIL import Image, ImageChops, ImageDraw

from render.art import palette as art_palette
from render.art.geometry import Point
from render.art.texture import mottled, patches, shrunk, tint
from render.picture.colours.palette import INK, mixed
from render.tiles.art import palette
from render.tiles.art.canvas import Canvas
from render.tiles.art.paths import CENTRE, HALF_WIDTH, PLAZA, Way, road_outlines


def way_mask(canvas: Canvas, ways: Sequence[Way]) -> Image.Image:
    """A mask that is white where paths and squares are, also beyond the border of the tile."""
    mask = canvas.mask()
    draw = ImageDraw.Draw(mask)
    for outline in road_outlines(ways):
        draw.polygon([canvas.at(point) for point in outline], 255)
    return mask


def paint_ways(canvas: Canvas, ways: Sequence[Way], roads: Image.Image) -> None:
    sand = mottled(palette.PATH, patches(canvas.size, "sand", 8), 0.8)
    canvas.image.paste(sand, (0, 0), roads)
    _cobbles(canvas, roads)
    kerb = ImageChops.subtract(roads, shrunk(roads, canvas.tile * 0.014))
    tint(canvas.image, palette.PATH_LINE, kerb, 0.75)
    for way in ways:
        if way.square:
            _square(canvas, way)


def _cobbles(canvas: Canvas, roads: Image.Image) -> None:
    """Single stones, lighter and darker, scattered over the sand."""
    draw = ImageDraw.Draw(canvas.image)
    inside = shrunk(roads, canvas.tile * 0.03)
    for _ in range(150):
        x, y = canvas.somewhere()
        wide, high = canvas.dice.uniform(0.008, 0.015), canvas.dice.uniform(0.006, 0.01)
        light = canvas.dice.random() < 0.5
        if inside.getpixel((int(x), int(y))):
            rx, ry = canvas.tile * wide, canvas.tile * high
            colour = palette.PATH_LIGHT if light else mixed(palette.PATH, palette.PATH_DARK, 0.6)
            draw.ellipse((x - rx, y - ry, x + rx, y + ry), colour)


def _square(canvas: Canvas, way: Way) -> None:
    """A round pavement; a kerb of darker stones around it closes off every path."""
    draw, (x, y) = canvas.draw, canvas.at(CENTRE)
    for share, colour in (
        (1.0, palette.PATH_LINE),
        (0.94, palette.PAVING_EDGE),
        (0.8, palette.PATH_LINE),
        (0.76, palette.PAVING),
    ):
        radius = canvas.long(PLAZA) * share
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
    radius = canvas.long(PLAZA)
    for number in range(24):
        angle = 2 * pi * number / 24
        dx, dy = cos(angle) * radius, sin(angle) * radius
        draw.line((x + dx * 0.8, y + dy * 0.8, x + dx * 0.94, y + dy * 0.94), palette.PATH_LINE, 2)
    for ring in (0.56, 0.36):
        r = radius * ring
        draw.ellipse((x - r, y - r, x + r, y + r), outline=palette.PAVING_EDGE, width=3)
    for number in range(8):
        angle = pi / 8 + pi / 4 * number
        dx, dy = cos(angle) * radius, sin(angle) * radius
        draw.line(
            (x + dx * 0.14, y + dy * 0.14, x + dx * 0.74, y + dy * 0.74), palette.PAVING_EDGE, 3
        )
    r = radius * 0.16
    draw.ellipse((x - r, y - r, x + r, y + r), palette.PAVING_EDGE, palette.PATH_LINE, 2)


def paint_gates(canvas: Canvas, ways: Sequence[Way]) -> None:
    """A gate at the end of every stub."""
    for way in ways:
        if not way.divides:
            _gate(canvas, way.arms[0])


def _gate(canvas: Canvas, arm: Sequence[Point]) -> None:
    """Two stone posts with a wooden door between them, across the end of a path."""
    (sx, sy), (ex, ey) = (canvas.at(point) for point in arm)
    length = hypot(ex - sx, ey - sy)
    ux, uy = (ex - sx) / length, (ey - sy) / length
    draw, unit = canvas.draw, canvas.tile

    def block(across: float, half_wide: float, half_deep: float) -> list[Point]:
        return [
            (
                ex + ux * b * half_deep * unit - uy * (across + a * half_wide) * unit,
                ey + uy * b * half_deep * unit + ux * (across + a * half_wide) * unit,
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]

    draw.polygon(block(0, HALF_WIDTH + 0.012, 0.042), INK)
    draw.polygon(block(0, HALF_WIDTH, 0.03), art_palette.DOOR)
    for plank in (-0.5, 0.0, 0.5):
        draw.polygon(block(plank * HALF_WIDTH, 0.004, 0.03), art_palette.DOOR_DARK)
    for post in (-1, 1):
        draw.polygon(block(post * HALF_WIDTH, 0.036, 0.048), art_palette.STONE_LINE)
        draw.polygon(block(post * HALF_WIDTH, 0.024, 0.036), art_palette.STONE_LIGHT)


def paint_fountain(canvas: Canvas, spot: Point) -> None:
    """A round stone basin with water and a jet in its middle."""
    draw, (x, y) = canvas.draw, canvas.at(spot)
    radius = canvas.long(0.115)
    shade = radius * 0.16
    draw.ellipse(
        (x - radius + shade, y - radius + shade, x + radius + shade, y + radius + shade),
        palette.PATH_LINE,
    )
    for share, colour in (
        (1.0, art_palette.STONE_LINE),
        (0.92, art_palette.STONE_LIGHT),
        (0.74, art_palette.STONE_LINE),
        (0.68, art_palette.WATER),
    ):
        r = radius * share
        draw.ellipse((x - r, y - r, x + r, y + r), colour)
    for share in (0.5, 0.3):
        r = radius * share
        draw.arc((x - r, y - r, x + r, y + r), 150, 330, art_palette.WATER_LIGHT, 3)
    r = radius * 0.16
    draw.ellipse((x - r, y - r, x + r, y + r), (250, 253, 255), art_palette.STONE_LINE, 2)
