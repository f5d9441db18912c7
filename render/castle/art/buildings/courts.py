"""Courts: mown grass with bushes and flower beds, and the stalls of a market.

Knows where grass is, not who stands on it.
"""

from collections.abc import Sequence
from math import cos, sin

from PIL import Image, ImageDraw

from engine.tiles.tile import Segment
from render.art import palette as art_palette
from render.art.geometry import Point
from render.art.texture import mottled, patches, soft, tint
from render.castle.art.buildings.dressing import Thing
from render.castle.art.colours import palette
from render.picture.colours.palette import GOLD, INK, mixed
from render.tiles.art.canvas import Canvas

ONLY_INSIDE = [255 * (v > 235) for v in range(256)]


def paint_courts(
    canvas: Canvas,
    segments: Sequence[Segment],
    areas: Sequence[Image.Image | None],
    things: Sequence[Sequence[Thing]],
) -> None:
    """Grass over the whole tile, and what grows on each court."""
    canvas.image.paste(mottled(palette.GRASS, patches(canvas.size, "grass", 9), 0.8))
    for segment, area, plants in zip(segments, areas, things, strict=True):
        if segment.kind == "court" and area is not None:
            _blades(canvas, soft(area, canvas.tile * 0.035).point(ONLY_INSIDE))
            for plant in plants:
                if area.getpixel(canvas.pixel(plant.place)):
                    (_flower_bed if plant.what == "flowers" else _bush)(canvas, plant)


def _blades(canvas: Canvas, inside: Image.Image) -> None:
    """Small tufts, lighter and darker than the grass."""
    tufts = canvas.mask()
    draw = ImageDraw.Draw(tufts)
    long = canvas.long(0.014)
    for _ in range(70):
        x, y = canvas.somewhere()
        draw.line([(x, y), (x - long * 0.6, y - long)], 255, 2)
        draw.line([(x, y), (x + long * 0.6, y - long)], 255, 2)
    tufts.paste(0, (0, 0), inside.point([255 - v for v in range(256)]))
    tint(canvas.image, palette.GRASS_DARK, tufts, 0.6)


def _bush(canvas: Canvas, bush: Thing) -> None:
    draw, (x, y) = canvas.draw, canvas.on_tile(bush.place)
    radius = canvas.long(0.022 + 0.012 * bush.size)
    shade = mixed(palette.GRASS, (40, 48, 36), 0.45)
    draw.ellipse((x - radius * 0.7, y - radius * 0.5, x + radius * 1.7, y + radius * 1.5), shade)
    for dx, dy, share, colour in (
        (0.0, 0.0, 1.0, palette.LEAF_DARK),
        (-0.15, -0.15, 0.82, palette.LEAF),
        (-0.3, -0.35, 0.4, mixed(palette.LEAF, palette.GRASS_LIGHT, 0.6)),
    ):
        cx, cy, r = x + dx * radius, y + dy * radius, radius * share
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), colour)


def _flower_bed(canvas: Canvas, bed: Thing) -> None:
    draw, (x, y) = canvas.draw, canvas.on_tile(bed.place)
    wide, high = canvas.long(0.045), canvas.long(0.028)
    draw.ellipse(
        (x - wide, y - high, x + wide, y + high), mixed(palette.GRASS_DARK, palette.LEAF, 0.5)
    )
    colour = canvas.dice.choice(palette.BLOSSOMS)
    dot = canvas.long(0.009)
    for _ in range(9):
        angle, far = canvas.dice.uniform(0, 6.28), canvas.dice.uniform(0.1, 0.85)
        fx, fy = x + wide * far * cos(angle), y + high * far * sin(angle)
        draw.ellipse((fx - dot, fy - dot, fx + dot, fy + dot), colour)


def paint_stall(canvas: Canvas, spot: Point) -> None:
    """A market stall with a striped awning, its goods visible below it."""
    draw, (x, y) = canvas.draw, canvas.at(spot)
    wide, high = canvas.long(0.115), canvas.long(0.07)
    drop = canvas.long(0.022)
    cloth, white = canvas.dice.choice(palette.AWNINGS)
    shade = mixed(palette.GRASS, (40, 48, 36), 0.5)
    draw.rectangle((x - wide + drop, y - high + drop, x + wide + drop, y + high + 3 * drop), shade)
    draw.rectangle(
        (x - wide * 0.92, y, x + wide * 0.92, y + high + 2 * drop), art_palette.DOOR, INK, 3
    )
    for number, colour in enumerate((*palette.BLOSSOMS[1:], GOLD)):
        gx = x - wide * 0.66 + number * wide * 0.44
        draw.ellipse((gx - drop * 0.8, y + high, gx + drop * 0.8, y + high + 1.6 * drop), colour)
    stripes = 7
    for number in range(stripes):
        left = x - wide + 2 * wide * number / stripes
        right = x - wide + 2 * wide * (number + 1) / stripes
        colour = white if number % 2 else cloth
        draw.rectangle((left, y - high, right, y + high * 0.55), colour)
        draw.pieslice((left, y + high * 0.55 - drop, right, y + high * 0.55 + drop), 0, 180, colour)
    draw.line((x - wide, y - high, x + wide, y - high), INK, 3)
    draw.line((x - wide, y - high, x - wide, y + high * 0.55), INK, 3)
    draw.line((x + wide, y - high, x + wide, y + high * 0.55), INK, 3)
    draw.line((x - wide, y - high * 0.3, x + wide, y - high * 0.3), mixed(cloth, INK, 0.35), 2)
