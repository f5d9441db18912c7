"""Fields: mown grass, and the trees, sheep and hedges that stand on it in any rotation."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import dist, pi, sin
from random import Random
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.tiles.tile import Tile
from render.carcassonne.art.courses import Polyline, courses
from render.carcassonne.art.drawing import palette
from render.carcassonne.art.land import ROAD, unturned_land
from render.carcassonne.art.spots import INN, spots_on
from render.drawing.ground import chance, draw_sheep, draw_tree
from render.drawing.lines import points_along
from render.drawing.tile_sheet import Thing, TileSheet
from render.picture.masks import around, shrink

# The side of the mask in which room is looked for.
SAMPLES = 80
# The room that each needs in all directions, in tiles.
ROOM: dict[str, float] = {"tree": 0.08, "bush": 0.0125, "sheep": 0.05}
# The most distance of a tree from another of its group, in tiles.
GROVE = 0.09
# The most distance of a sheep from another of its flock, in tiles.
FLOCK = 0.13
# The share of a tile needed for each group of trees.
GROVES = 0.16
# The smallest field, in tiles, that sheep graze on.
PASTURE = 0.2
# The distance from one bush of a hedge to the next.
BUSHES = 0.036
# The distance of the middle of a hedge from its road.
HEDGE = 0.032

Spot = tuple[int, int]


class Group(NamedTuple):
    kind: str
    members: int
    spacing: float
    """The distance of each from the one before."""


@lru_cache(maxsize=4)
def dressing(tile: Tile) -> tuple[Thing, ...]:
    dice = chance("dressing", tile.id)
    masks = unturned_land(tile.segments, SAMPLES)
    lines = [road.line for road in courses(tile.segments).roads]
    things: list[Thing] = []
    inns = spots_on(tile).inns
    for segment, area in zip(tile.segments, masks, strict=True):
        if segment.kind == "field":
            free_area = area.copy()
            draw = ImageDraw.Draw(free_area)
            for x, y in inns:
                draw.ellipse(around(x * SAMPLES, y * SAMPLES, INN * SAMPLES), 0)
            hedges = list(_hedges(dice, free_area, lines))
            things += [*hedges, *_groups(dice, free_area, hedges)]
    return tuple(things)


def _hedges(dice: Random, area: Image.Image, lines: Sequence[Polyline]) -> Iterator[Thing]:
    free = _free(area, ROOM["bush"])
    for line in lines:
        for side in (-1, 1):
            points = points_along(list(line), BUSHES)
            for number, ((x, y), (dx, dy)) in enumerate(points):
                if number % 4 == 0:
                    grows = dice.random() < 0.75
                far = side * (ROAD + HEDGE)
                point = (x - dy * far, y + dx * far)
                spot = (int(point[0] * SAMPLES), int(point[1] * SAMPLES))
                if grows and spot in free:
                    yield Thing("bush", point, dice.random())


def _groups(dice: Random, area: Image.Image, hedges: Sequence[Thing]) -> Iterator[Thing]:
    size = len(_free(area, 0.0)) / SAMPLES**2
    groups = [Group("tree", dice.randint(1, 3), GROVE) for _ in range(max(1, round(size / GROVES)))]
    if size >= PASTURE:
        groups.append(Group("sheep", 3, FLOCK))
    free_area = area.copy()
    _take(free_area, hedges)
    for group in groups:
        things = _together(dice, group, _free(free_area, ROOM[group.kind]))
        _take(free_area, things)
        yield from things


def _take(free_area: Image.Image, things: Sequence[Thing]) -> None:
    draw = ImageDraw.Draw(free_area)
    for thing in things:
        (x, y) = thing.spot
        reach = ROOM[thing.kind] * SAMPLES
        draw.ellipse(around(x * SAMPLES, y * SAMPLES, reach), 0)


def _together(dice: Random, group: Group, free: set[Spot]) -> list[Thing]:
    """Place several of a kind near each other without overlapping."""
    things: list[Thing] = []
    candidates = sorted(free)
    while candidates and len(things) < group.members:
        x, y = dice.choice(candidates)
        things.append(Thing(group.kind, ((x + 0.5) / SAMPLES, (y + 0.5) / SAMPLES), dice.random()))
        least = ROOM[group.kind] * SAMPLES
        most = group.spacing * SAMPLES
        free = {spot for spot in free if dist(spot, (x, y)) >= least}
        candidates = sorted(spot for spot in free if dist(spot, (x, y)) < most)
    return things


def _free(area: Image.Image, room: float) -> set[Spot]:
    """List the places on the tile with this much room around them."""
    reach = round(room * SAMPLES)
    framed = Image.new("L", (SAMPLES + 2 * reach, SAMPLES + 2 * reach))
    framed.paste(area, (reach, reach))
    inner = framed.filter(ImageFilter.MinFilter(2 * reach + 1)) if reach else framed
    data = inner.crop((reach, reach, reach + SAMPLES, reach + SAMPLES)).tobytes()
    return {(n % SAMPLES, n // SAMPLES) for n, value in enumerate(data) if value == 255}


# The distance from everything else at which the mown grass ends.
VERGE = 0.035
# The strips of mown grass that cross a side of a tile. As this is a whole number, strips run on
# across all tiles: the land is mown as one.
STRIPS = 5
# The number of strips by which each has descended on the other side: a whole number too.
DESCENT = 2
# How far a strip waves on the way, in strips.
WAVE = 0.4
# The number of pieces of which a waving line consists, for each tile.
BENDS = 24


def paint_mown(canvas: TileSheet, area: Image.Image) -> None:
    """Paint strips over a field, at the same places of every tile in any rotation."""
    strips_of_field = ImageChops.multiply(
        shrink(area, canvas.tile * VERGE), strips(canvas.tile, canvas.room)
    )
    canvas.image.paste(palette.MOWN, (0, 0), strips_of_field)


@lru_cache(maxsize=4)
def strips(tile: int, room: int) -> Image.Image:
    """Draw waving strips over a sheet: every other one of lines across it that are evenly apart."""
    size = tile + 2 * room
    reach = -(-room * BENDS // tile)
    wave = []
    for step in range(-reach, BENDS + reach + 1):
        x = step / BENDS
        y = (DESCENT * x + WAVE * sin(2 * pi * x)) / STRIPS
        wave.append((room + x * tile, room + y * tile))
    sheet = Image.new("L", (size, size))
    high = tile / STRIPS
    draw = ImageDraw.Draw(sheet)
    for number in range(-2 * STRIPS, 2 * STRIPS):
        upper = [(x, y + number * high) for x, y in wave]
        lower = [(x, y + high / 2) for x, y in reversed(upper)]
        draw.polygon([*upper, *lower], 255)
    return sheet


# The radius of the smallest tree and bush, and how much larger the largest is, in tiles.
RADII = {"tree": (0.034, 0.012), "bush": (0.019, 0.005)}


def paint_things(canvas: TileSheet, things: Sequence[Thing]) -> None:
    """Draw from north to south, so that nearer things cover those behind them."""
    for thing in sorted(things, key=lambda thing: canvas.on_tile(thing.spot)[::-1]):
        x, y = canvas.on_tile(thing.spot)
        if thing.kind == "sheep":
            draw_sheep(canvas.draw, x, y, canvas.tile * 0.03, thing.size < 0.5)
        else:
            least, more = RADII[thing.kind]
            draw_tree(canvas.draw, x, y, canvas.tile * (least + more * thing.size))
