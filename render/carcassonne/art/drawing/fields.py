"""Fields: mown grass, and the trees, sheep and hedges that stand on it in any rotation."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import dist, pi, sin
from random import Random
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.tiles.tile import Tile
from render.carcassonne.art.drawing import palette
from render.carcassonne.art.land import ROAD, Polyline, courses, unturned_land
from render.drawing.ground import chance, draw_sheep, draw_tree
from render.drawing.lines import places_along
from render.drawing.tile_sheet import Thing, TileSheet
from render.picture.masks import around, shrink

SAMPLES = 80
# The room that each needs in all directions, in tiles.
ROOM: dict[str, float] = {"tree": 0.08, "bush": 0.0125, "sheep": 0.05}
# The distance of trees and sheep from others of their group.
GROVE = 0.09
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
    what: str
    members: int
    within: float
    """The distance of each from the one before."""


@lru_cache(maxsize=4)
def dressing(tile: Tile) -> tuple[Thing, ...]:
    dice = chance("dressing", tile.id)
    masks = unturned_land(tile.segments, SAMPLES)
    lines = [road.line for road in courses(tile.segments).roads]
    found: list[Thing] = []
    for segment, area in zip(tile.segments, masks, strict=True):
        if segment.kind == "field":
            hedges = list(_hedges(dice, area, lines))
            found += [*hedges, *_groups(dice, area, hedges)]
    return tuple(found)


def _hedges(dice: Random, area: Image.Image, lines: Sequence[Polyline]) -> Iterator[Thing]:
    free = _free(area, ROOM["bush"])
    for line in lines:
        for side in (-1, 1):
            places = places_along(list(line), BUSHES)
            for number, ((x, y), (dx, dy)) in enumerate(places):
                if number % 4 == 0:
                    grows = dice.random() < 0.75
                far = side * (ROAD + HEDGE)
                place = (x - dy * far, y + dx * far)
                spot = (int(place[0] * SAMPLES), int(place[1] * SAMPLES))
                if grows and spot in free:
                    yield Thing("bush", place, dice.random())


def _groups(dice: Random, area: Image.Image, hedges: Sequence[Thing]) -> Iterator[Thing]:
    size = len(_free(area, 0.0)) / SAMPLES**2
    groups = [Group("tree", dice.randint(1, 3), GROVE) for _ in range(max(1, round(size / GROVES)))]
    if size >= PASTURE:
        groups.append(Group("sheep", 3, FLOCK))
    left = area.copy()
    _take(left, hedges)
    for group in groups:
        things = _together(dice, group, _free(left, ROOM[group.what]))
        _take(left, things)
        yield from things


def _take(left: Image.Image, things: Sequence[Thing]) -> None:
    draw = ImageDraw.Draw(left)
    for thing in things:
        (x, y) = thing.place
        reach = ROOM[thing.kind] * SAMPLES
        draw.ellipse(around(x * SAMPLES, y * SAMPLES, reach), 0)


def _together(dice: Random, group: Group, free: set[Spot]) -> list[Thing]:
    """Several of a kind near each other without overlapping."""
    found: list[Thing] = []
    near = sorted(free)
    while near and len(found) < group.members:
        x, y = dice.choice(near)
        found.append(Thing(group.what, ((x + 0.5) / SAMPLES, (y + 0.5) / SAMPLES), dice.random()))
        least = ROOM[group.what] * SAMPLES
        most = group.within * SAMPLES
        free = {spot for spot in free if dist(spot, (x, y)) >= least}
        near = sorted(spot for spot in free if dist(spot, (x, y)) < most)
    return found


def _free(area: Image.Image, room: float) -> set[Spot]:
    """The places on the tile with this much room around them."""
    reach = round(room * SAMPLES)
    framed = Image.new("L", (SAMPLES + 2 * reach, SAMPLES + 2 * reach))
    framed.paste(area, (reach, reach))
    inner = framed.filter(ImageFilter.MinFilter(2 * reach + 1)) if reach else framed
    data = inner.crop((reach, reach, reach + SAMPLES, reach + SAMPLES)).tobytes()
    return {(n % SAMPLES, n // SAMPLES) for n, value in enumerate(data) if value == 255}


# The distance from everything else at which the mown grass ends.
VERGE = 0.035
# The strips of mown grass that cross a side of a tile, the number of strips by which each has
# descended on the other side, and how far it waves on the way, in strips. As these are whole
# numbers, strips run on across all tiles: the land is mown as one.
STRIPS = 5
DESCENT = 2
WAVE = 0.4
# The number of pieces of which a waving line consists, for each tile.
BENDS = 24


def paint_mown(canvas: TileSheet, area: Image.Image) -> None:
    """Strips over a field, at the same places of every tile in any rotation."""
    mown = ImageChops.multiply(shrink(area, canvas.tile * VERGE), strips(canvas.tile, canvas.room))
    canvas.image.paste(palette.MOWN, (0, 0), mown)


@lru_cache(maxsize=4)
def strips(tile: int, room: int) -> Image.Image:
    """Waving strips over a sheet: every other one of lines across it that are evenly apart."""
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


# The radius of the smallest, and how much larger the largest is, in tiles.
RADII = {"tree": (0.034, 0.012), "bush": (0.019, 0.005)}


def paint_things(canvas: TileSheet, things: Sequence[Thing]) -> None:
    """Draw from north to south, so that nearer things cover those behind them."""
    for thing in sorted(things, key=lambda thing: canvas.on_tile(thing.place)[::-1]):
        x, y = canvas.on_tile(thing.place)
        if thing.kind == "sheep":
            draw_sheep(canvas.draw, x, y, canvas.tile * 0.03, thing.size < 0.5)
        else:
            least, more = RADII[thing.kind]
            draw_tree(canvas.draw, x, y, canvas.tile * (least + more * thing.size))
