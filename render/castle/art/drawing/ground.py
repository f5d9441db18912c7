"""Ground of tiles: courts with the stalls of a market, paths, squares, fountains and gates; and
where bushes, flower beds and chimneys stand, in any rotation."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin

from PIL import Image, ImageChops, ImageDraw

from engine.tiles.tile import Segment, Tile
from render.castle.art import palette
from render.castle.art.shapes import road_mask, segment_shape, ways_of
from render.castle.art.ways import PLAZA, Way
from render.drawing.ground import chance, draw_crown, draw_rings, mottle, tint
from render.drawing.lines import oblong
from render.drawing.tile_sheet import Thing, TileSheet
from render.picture import palette as materials
from render.picture.masks import Point, around, shrink, soften
from render.picture.palette import GOLD, INK, mix
from render.picture.scene import Colour
from render.tiles.geometry import CENTRE, HALF_WIDTH

# The side of the mask in which room is looked for.
SIZE = 96
# The number of positions tried for plants on each court.
PLANTS = 7
# The number of positions tried for chimneys on each house.
CHIMNEYS = 3
# The share of flower beds among the plants.
FLOWERS = 0.4
# The room that each needs in all directions, in tiles.
ROOM = {"bush": 0.075, "flowers": 0.075, "chimney": 0.1}
# The distance of chimneys from the north of an unturned tile.
BESIDE_RIDGE = (0.22, 0.72)


@lru_cache(maxsize=2)
def dressing(tile: Tile) -> tuple[tuple[Thing, ...], ...]:
    shape = segment_shape(tile.segments, SIZE)
    roads = road_mask(ways_of(tile.segments, shape), SIZE)
    dice = chance("dressing", tile.id)
    things_by_segment = []
    for segment, area in zip(tile.segments, shape, strict=True):
        candidates: list[Thing] = []
        if segment.kind == "court":
            for _ in range(PLANTS):
                kind = "flowers" if dice.random() < FLOWERS else "bush"
                place = (dice.uniform(0.07, 0.93), dice.uniform(0.07, 0.93))
                candidates.append(Thing(kind, place, dice.random()))
        elif segment.kind == "house":
            for _ in range(CHIMNEYS):
                place = (dice.uniform(0.1, 0.9), dice.choice(BESIDE_RIDGE))
                candidates.append(Thing("chimney", place, dice.random()))
        if area is not None:
            area.paste(0, (0, 0), roads)
        things_by_segment.append(
            tuple(thing for thing in candidates if area and _fits(area, thing))
        )
    return tuple(things_by_segment)


def _fits(area: Image.Image, thing: Thing) -> bool:
    """Tell whether everything around a thing belongs to its segment; beyond the border of the tile
    anything is allowed."""
    (x, y) = thing.spot
    room = ROOM[thing.kind]
    directions = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    pixels = [(int((x + dx * room) * SIZE), int((y + dy * room) * SIZE)) for dx, dy in directions]
    clamped = [(min(SIZE - 1, max(0, u)), min(SIZE - 1, max(0, v))) for u, v in pixels]
    return all(area.getpixel(at) == 255 for at in clamped)


# A table that leaves only what is deep inside a softened mask.
ONLY_INSIDE = [255 * (v > 235) for v in range(256)]


def paint_courts(
    canvas: TileSheet,
    segments: Sequence[Segment],
    areas: Sequence[Image.Image | None],
    things: Sequence[Sequence[Thing]],
) -> None:
    """Paint grass over the whole tile, and what grows on each court."""
    canvas.image.paste(mottle(canvas.size, palette.GRASS, "grass", 9, 0.8))
    for segment, area, plants in zip(segments, areas, things, strict=True):
        if segment.kind == "court" and area is not None:
            _blades(canvas, soften(area, canvas.tile * 0.035).point(ONLY_INSIDE))
            for plant in plants:
                if area.getpixel(canvas.pixel(plant.spot)):
                    paint = _flower_bed if plant.kind == "flowers" else _bush
                    paint(canvas, plant)


def _blades(canvas: TileSheet, inside: Image.Image) -> None:
    tufts = canvas.mask()
    draw = ImageDraw.Draw(tufts)
    long = canvas.long(0.014)
    wide = canvas.width(2)
    for _ in range(70):
        x, y = canvas.somewhere()
        draw.line([(x, y), (x - long * 0.6, y - long)], 255, wide)
        draw.line([(x, y), (x + long * 0.6, y - long)], 255, wide)
    tufts.paste(0, (0, 0), inside.point([255 - v for v in range(256)]))
    tint(canvas.image, palette.GRASS_DARK, tufts, 0.6)


def _bush(canvas: TileSheet, bush: Thing) -> None:
    shade = (mix(palette.GRASS, (40, 48, 36), 0.45), (-0.7, -0.5, 1.7, 1.5))
    layers = (
        (0.0, 0.0, 1.0, palette.LEAF_DARK),
        (-0.15, -0.15, 0.82, palette.LEAF),
        (-0.3, -0.35, 0.4, mix(palette.LEAF, palette.GRASS_LIGHT, 0.6)),
    )
    middle = canvas.on_tile(bush.spot)
    radius = canvas.long(0.022 + 0.012 * bush.size)
    draw_crown(canvas.draw, middle, radius, shade, layers)


def _flower_bed(canvas: TileSheet, bed: Thing) -> None:
    draw = canvas.draw
    dice = canvas.dice
    (x, y) = canvas.on_tile(bed.spot)
    wide = canvas.long(0.045)
    high = canvas.long(0.028)
    dot = canvas.long(0.009)
    draw.ellipse(around(x, y, wide, high), mix(palette.GRASS_DARK, palette.LEAF, 0.5))
    colour = dice.choice(palette.BLOSSOMS)
    for _ in range(9):
        angle = dice.uniform(0, 6.28)
        share = dice.uniform(0.1, 0.85)
        draw.ellipse(
            around(x + wide * share * cos(angle), y + high * share * sin(angle), dot), colour
        )


def paint_stall(canvas: TileSheet, spot: Point) -> None:
    """Paint a market stall with a striped awning, its goods visible below it."""
    draw = canvas.draw
    (x, y) = canvas.at(spot)
    wide = canvas.long(0.115)
    high = canvas.long(0.07)
    drop = canvas.long(0.022)
    line = canvas.width(3)
    cloth, white = canvas.dice.choice(palette.AWNINGS)
    shade = mix(palette.GRASS, (40, 48, 36), 0.5)
    draw.rectangle((x - wide + drop, y - high + drop, x + wide + drop, y + high + 3 * drop), shade)
    draw.rectangle(
        (x - wide * 0.92, y, x + wide * 0.92, y + high + 2 * drop), materials.DOOR, INK, line
    )
    for number, colour in enumerate((*palette.BLOSSOMS[1:], GOLD)):
        gx = x - wide * 0.66 + number * wide * 0.44
        draw.ellipse((gx - drop * 0.8, y + high, gx + drop * 0.8, y + high + 1.6 * drop), colour)
    stripes = 7
    hem = y + high * 0.55
    for number in range(stripes):
        left = x - wide + 2 * wide * number / stripes
        right = x - wide + 2 * wide * (number + 1) / stripes
        colour = white if number % 2 else cloth
        draw.rectangle((left, y - high, right, hem), colour)
        draw.pieslice((left, hem - drop, right, hem + drop), 0, 180, colour)
    draw.line((x - wide, y - high, x + wide, y - high), INK, line)
    for edge in (x - wide, x + wide):
        draw.line((edge, y - high, edge, hem), INK, line)
    fold = y - high * 0.3
    draw.line((x - wide, fold, x + wide, fold), mix(cloth, INK, 0.35), canvas.width(2))


def paint_ways(canvas: TileSheet, ways: Sequence[Way], roads: Image.Image) -> None:
    sand = mottle(canvas.size, materials.PATH, "sand", 8, 0.8)
    canvas.image.paste(sand, (0, 0), roads)
    _cobbles(canvas, roads)
    kerb = ImageChops.subtract(roads, shrink(roads, canvas.tile * 0.014))
    tint(canvas.image, materials.PATH_LINE, kerb, 0.75)
    for way in ways:
        if way.square:
            _square(canvas, way)


def _cobbles(canvas: TileSheet, roads: Image.Image) -> None:
    """Scatter single stones over the sand, lighter and darker ones."""
    draw = ImageDraw.Draw(canvas.image)
    inside = shrink(roads, canvas.tile * 0.03)
    dark = mix(materials.PATH, materials.PATH_DARK, 0.6)
    for _ in range(150):
        x, y = canvas.somewhere()
        wide = canvas.dice.uniform(0.008, 0.015)
        high = canvas.dice.uniform(0.006, 0.01)
        light = canvas.dice.random() < 0.5
        if inside.getpixel((int(x), int(y))):
            colour = materials.PATH_LIGHT if light else dark
            draw.ellipse(around(x, y, canvas.tile * wide, canvas.tile * high), colour)


def _square(canvas: TileSheet, way: Way) -> None:
    """Paint a round pavement; a kerb of darker stones around it closes off every path."""
    draw = canvas.draw
    (x, y) = canvas.at(CENTRE)
    radius = canvas.long(PLAZA)
    line = materials.PATH_LINE
    edge = materials.PAVING_EDGE
    rings = ((1.0, line), (0.94, edge), (0.8, line), (0.76, materials.PAVING))
    draw_rings(draw, (x, y), radius, rings)
    for count, start, near, far, colour, width in (
        (24, 0.0, 0.8, 0.94, line, canvas.width(2)),
        (8, pi / 8, 0.14, 0.74, edge, canvas.width(3)),
    ):
        for number in range(count):
            angle = start + 2 * pi * number / count
            dx = cos(angle) * radius
            dy = sin(angle) * radius
            draw.line((x + dx * near, y + dy * near, x + dx * far, y + dy * far), colour, width)
    for ring in (0.56, 0.36):
        draw.ellipse(around(x, y, radius * ring), outline=edge, width=canvas.width(3))
    draw.ellipse(around(x, y, radius * 0.16), edge, line, canvas.width(2))


def paint_gates(canvas: TileSheet, ways: Sequence[Way]) -> None:
    """Paint two stone posts at the end of every stub, with a wooden door between them."""
    draw = canvas.draw
    unit = canvas.tile
    for way in ways:
        if way.divides:
            continue
        start, end = way.arms[0]
        (sx, sy) = canvas.at(start)
        (ex, ey) = canvas.at(end)
        length = hypot(ex - sx, ey - sy)
        along = ((ex - sx) / length, (ey - sy) / length)
        ux, uy = along
        for across, half, deep, colour in GATE:
            middle = (ex - uy * across * unit, ey + ux * across * unit)
            draw.polygon(oblong(middle, along, (deep * unit, half * unit)), colour)


# The blocks of a gate, the lowest first: the distance of each from the middle of the path, half its
# width, half its depth, and its colour.
GATE: tuple[tuple[float, float, float, Colour], ...] = (
    (0.0, HALF_WIDTH + 0.012, 0.042, INK),
    (0.0, HALF_WIDTH, 0.03, materials.DOOR),
    *((plank * HALF_WIDTH, 0.004, 0.03, materials.DOOR_DARK) for plank in (-0.5, 0.0, 0.5)),
    *(
        (post * HALF_WIDTH, *half, colour)
        for post in (-1, 1)
        for half, colour in (
            ((0.036, 0.048), materials.STONE_LINE),
            ((0.024, 0.036), materials.STONE_LIGHT),
        )
    ),
)


def paint_fountain(canvas: TileSheet, spot: Point) -> None:
    """Paint a round stone basin with water and a jet in its middle."""
    draw = canvas.draw
    (x, y) = canvas.at(spot)
    radius = canvas.long(0.115)
    shade = radius * 0.16
    draw.ellipse(around(x + shade, y + shade, radius), materials.PATH_LINE)
    line = materials.STONE_LINE
    basin = ((1.0, line), (0.92, materials.STONE_LIGHT), (0.74, line), (0.68, materials.WATER))
    draw_rings(draw, (x, y), radius, basin)
    for share in (0.5, 0.3):
        draw.arc(around(x, y, radius * share), 150, 330, materials.WATER_LIGHT, canvas.width(3))
    draw.ellipse(around(x, y, radius * 0.16), (250, 253, 255), line, canvas.width(2))
