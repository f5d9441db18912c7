"""The ground of tiles: courts with the stalls of a market, paths, squares, fountains and gates; and
where bushes, flower beds and chimneys stand, in any rotation.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from random import Random
from typing import Literal, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from engine.tiles.tile import Segment, Tile
from render.castle.art import palette
from render.castle.art.shapes import owners_of, road_mask, segment_shape, ways_of
from render.castle.art.ways import PLAZA, Way, road_outlines
from render.drawing.ground import chance, mottle, patches, tint
from render.drawing.tile_sheet import TileSheet
from render.picture import palette as materials
from render.picture.masks import Point, around, shrink, soften
from render.picture.palette import GOLD, INK, mix
from render.tiles.geometry import CENTRE, HALF_WIDTH

SIZE = 96
PLANTS, CHIMNEYS = 7, 3
"""The number of positions tried on each court and on each house."""
FLOWERS = 0.4
"""The share of flower beds among the plants."""
ROOM = {"bush": 0.075, "flowers": 0.075, "chimney": 0.1}
"""The room that each needs in all directions, in tiles."""
BESIDE_RIDGE = (0.22, 0.72)
"""The distance of chimneys from the north of an unturned tile."""

What = Literal["bush", "flowers", "chimney"]


class Thing(NamedTuple):
    what: What
    place: Point
    """Its place on the unturned tile."""
    size: float
    """From 0, the smallest of its kind, to 1."""


@lru_cache(maxsize=2)
def dressing(tile: Tile) -> tuple[tuple[Thing, ...], ...]:
    """The things on each segment."""
    owners = owners_of(tile.segments)
    shape = segment_shape(tile.segments, owners, SIZE)
    roads = road_mask(ways_of(tile.segments, owners, shape), SIZE)
    dice = chance("dressing", tile.id)
    found = []
    for segment, area in zip(tile.segments, shape.areas, strict=True):
        tried: list[Thing] = []
        if segment.kind == "court":
            tried = [_plant(dice) for _ in range(PLANTS)]
        elif segment.kind == "house":
            tried = [_chimney(dice) for _ in range(CHIMNEYS)]
        if area is not None:
            area.paste(0, (0, 0), roads)
        found.append(tuple(thing for thing in tried if area and _fits(area, thing)))
    return tuple(found)


def _plant(dice: Random) -> Thing:
    what: What = "flowers" if dice.random() < FLOWERS else "bush"
    return Thing(what, (dice.uniform(0.07, 0.93), dice.uniform(0.07, 0.93)), dice.random())


def _chimney(dice: Random) -> Thing:
    place = (dice.uniform(0.1, 0.9), dice.choice(BESIDE_RIDGE))
    return Thing("chimney", place, dice.random())


def _fits(area: Image.Image, thing: Thing) -> bool:
    """True if everything around it belongs to its segment; beyond the border of the tile anything
    is allowed."""
    (x, y), far = thing.place, ROOM[thing.what]
    return all(
        area.getpixel((_pixel(x + dx * far), _pixel(y + dy * far))) == 255
        for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    )


def _pixel(way: float) -> int:
    return min(SIZE - 1, max(0, int(way * SIZE)))


ONLY_INSIDE = [255 * (v > 235) for v in range(256)]


def paint_courts(
    canvas: TileSheet,
    segments: Sequence[Segment],
    areas: Sequence[Image.Image | None],
    things: Sequence[Sequence[Thing]],
) -> None:
    """Grass over the whole tile, and what grows on each court."""
    canvas.image.paste(mottle(palette.GRASS, patches(canvas.size, "grass", 9), 0.8))
    for segment, area, plants in zip(segments, areas, things, strict=True):
        if segment.kind == "court" and area is not None:
            _blades(canvas, soften(area, canvas.tile * 0.035).point(ONLY_INSIDE))
            for plant in plants:
                if area.getpixel(canvas.pixel(plant.place)):
                    (_flower_bed if plant.what == "flowers" else _bush)(canvas, plant)


def _blades(canvas: TileSheet, inside: Image.Image) -> None:
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


def _bush(canvas: TileSheet, bush: Thing) -> None:
    draw, (x, y) = canvas.draw, canvas.on_tile(bush.place)
    radius = canvas.long(0.022 + 0.012 * bush.size)
    shade = mix(palette.GRASS, (40, 48, 36), 0.45)
    draw.ellipse((x - radius * 0.7, y - radius * 0.5, x + radius * 1.7, y + radius * 1.5), shade)
    for dx, dy, share, colour in (
        (0.0, 0.0, 1.0, palette.LEAF_DARK),
        (-0.15, -0.15, 0.82, palette.LEAF),
        (-0.3, -0.35, 0.4, mix(palette.LEAF, palette.GRASS_LIGHT, 0.6)),
    ):
        cx, cy, r = x + dx * radius, y + dy * radius, radius * share
        draw.ellipse(around(cx, cy, r), colour)


def _flower_bed(canvas: TileSheet, bed: Thing) -> None:
    draw, (x, y) = canvas.draw, canvas.on_tile(bed.place)
    wide, high = canvas.long(0.045), canvas.long(0.028)
    draw.ellipse(around(x, y, wide, high), mix(palette.GRASS_DARK, palette.LEAF, 0.5))
    colour = canvas.dice.choice(palette.BLOSSOMS)
    dot = canvas.long(0.009)
    for _ in range(9):
        angle, far = canvas.dice.uniform(0, 6.28), canvas.dice.uniform(0.1, 0.85)
        fx, fy = x + wide * far * cos(angle), y + high * far * sin(angle)
        draw.ellipse(around(fx, fy, dot), colour)


def paint_stall(canvas: TileSheet, spot: Point) -> None:
    """A market stall with a striped awning, its goods visible below it."""
    draw, (x, y) = canvas.draw, canvas.at(spot)
    wide, high = canvas.long(0.115), canvas.long(0.07)
    drop = canvas.long(0.022)
    cloth, white = canvas.dice.choice(palette.AWNINGS)
    shade = mix(palette.GRASS, (40, 48, 36), 0.5)
    draw.rectangle((x - wide + drop, y - high + drop, x + wide + drop, y + high + 3 * drop), shade)
    draw.rectangle(
        (x - wide * 0.92, y, x + wide * 0.92, y + high + 2 * drop), materials.DOOR, INK, 3
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
    draw.line((x - wide, y - high * 0.3, x + wide, y - high * 0.3), mix(cloth, INK, 0.35), 2)


def way_mask(canvas: TileSheet, ways: Sequence[Way]) -> Image.Image:
    """A mask that is white where paths and squares are, also beyond the border of the tile."""
    mask = canvas.mask()
    draw = ImageDraw.Draw(mask)
    for outline in road_outlines(ways):
        draw.polygon([canvas.at(point) for point in outline], 255)
    return mask


def paint_ways(canvas: TileSheet, ways: Sequence[Way], roads: Image.Image) -> None:
    sand = mottle(materials.PATH, patches(canvas.size, "sand", 8), 0.8)
    canvas.image.paste(sand, (0, 0), roads)
    _cobbles(canvas, roads)
    kerb = ImageChops.subtract(roads, shrink(roads, canvas.tile * 0.014))
    tint(canvas.image, materials.PATH_LINE, kerb, 0.75)
    for way in ways:
        if way.square:
            _square(canvas, way)


def _cobbles(canvas: TileSheet, roads: Image.Image) -> None:
    """Single stones, lighter and darker, scattered over the sand."""
    draw = ImageDraw.Draw(canvas.image)
    inside = shrink(roads, canvas.tile * 0.03)
    for _ in range(150):
        x, y = canvas.somewhere()
        wide, high = canvas.dice.uniform(0.008, 0.015), canvas.dice.uniform(0.006, 0.01)
        light = canvas.dice.random() < 0.5
        if inside.getpixel((int(x), int(y))):
            rx, ry = canvas.tile * wide, canvas.tile * high
            colour = (
                materials.PATH_LIGHT if light else mix(materials.PATH, materials.PATH_DARK, 0.6)
            )
            draw.ellipse(around(x, y, rx, ry), colour)


def _square(canvas: TileSheet, way: Way) -> None:
    """A round pavement; a kerb of darker stones around it closes off every path."""
    draw, (x, y) = canvas.draw, canvas.at(CENTRE)
    for share, colour in (
        (1.0, materials.PATH_LINE),
        (0.94, materials.PAVING_EDGE),
        (0.8, materials.PATH_LINE),
        (0.76, materials.PAVING),
    ):
        radius = canvas.long(PLAZA) * share
        draw.ellipse(around(x, y, radius), colour)
    radius = canvas.long(PLAZA)
    for number in range(24):
        angle = 2 * pi * number / 24
        dx, dy = cos(angle) * radius, sin(angle) * radius
        draw.line(
            (x + dx * 0.8, y + dy * 0.8, x + dx * 0.94, y + dy * 0.94), materials.PATH_LINE, 2
        )
    for ring in (0.56, 0.36):
        r = radius * ring
        draw.ellipse(around(x, y, r), outline=materials.PAVING_EDGE, width=3)
    for number in range(8):
        angle = pi / 8 + pi / 4 * number
        dx, dy = cos(angle) * radius, sin(angle) * radius
        draw.line(
            (x + dx * 0.14, y + dy * 0.14, x + dx * 0.74, y + dy * 0.74), materials.PAVING_EDGE, 3
        )
    r = radius * 0.16
    draw.ellipse(around(x, y, r), materials.PAVING_EDGE, materials.PATH_LINE, 2)


def paint_gates(canvas: TileSheet, ways: Sequence[Way]) -> None:
    """A gate at the end of every stub."""
    for way in ways:
        if not way.divides:
            _gate(canvas, way.arms[0])


def _gate(canvas: TileSheet, arm: Sequence[Point]) -> None:
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
    draw.polygon(block(0, HALF_WIDTH, 0.03), materials.DOOR)
    for plank in (-0.5, 0.0, 0.5):
        draw.polygon(block(plank * HALF_WIDTH, 0.004, 0.03), materials.DOOR_DARK)
    for post in (-1, 1):
        draw.polygon(block(post * HALF_WIDTH, 0.036, 0.048), materials.STONE_LINE)
        draw.polygon(block(post * HALF_WIDTH, 0.024, 0.036), materials.STONE_LIGHT)


def paint_fountain(canvas: TileSheet, spot: Point) -> None:
    """A round stone basin with water and a jet in its middle."""
    draw, (x, y) = canvas.draw, canvas.at(spot)
    radius = canvas.long(0.115)
    shade = radius * 0.16
    draw.ellipse(
        (x - radius + shade, y - radius + shade, x + radius + shade, y + radius + shade),
        materials.PATH_LINE,
    )
    for share, colour in (
        (1.0, materials.STONE_LINE),
        (0.92, materials.STONE_LIGHT),
        (0.74, materials.STONE_LINE),
        (0.68, materials.WATER),
    ):
        r = radius * share
        draw.ellipse(around(x, y, r), colour)
    for share in (0.5, 0.3):
        r = radius * share
        draw.arc(around(x, y, r), 150, 330, materials.WATER_LIGHT, 3)
    r = radius * 0.16
    draw.ellipse(around(x, y, r), (250, 253, 255), materials.STONE_LINE, 2)
