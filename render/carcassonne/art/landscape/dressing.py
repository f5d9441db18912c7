"""What stands in the fields of a tile, in any rotation: trees, sheep, and hedges along roads.

It belongs to the tile and is turned with it. Knows shapes, draws nothing.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import dist
from random import Random
from typing import Literal, NamedTuple

from PIL import Image, ImageFilter

from engine.tiles.tile import Tile
from render.carcassonne.art.shape.courses import Line, courses
from render.carcassonne.art.shape.land import ROAD, unturned_land
from render.tiles.art.outlines import spaced
from render.tiles.art.paths import Point
from render.tiles.art.texture import chance

What = Literal["tree", "bush", "sheep"]
SAMPLES = 80
ROOM: dict[What, float] = {"tree": 0.065, "bush": 0.0125, "sheep": 0.05}
"""How much room each needs in all directions, in tiles."""
GROVE, FLOCK = 0.09, 0.13
"""How far trees and sheep stand from the first of their group."""
GROVES = 0.16
"""How much of a tile there is to each group of trees."""
PASTURE = 0.2
"""The least field, in tiles, that sheep graze on."""
BUSHES = 0.036
"""From one bush of a hedge to the next."""
HEDGE = 0.032
"""How far the middle of a hedge is from its road."""


class Thing(NamedTuple):
    what: What
    place: Point
    """In the unturned tile."""
    size: float
    """From 0, the smallest of its kind, to 1."""


@lru_cache(maxsize=4)
def dressing(tile: Tile) -> tuple[Thing, ...]:
    """Everything in the fields of a tile, from north to south."""
    dice = chance("dressing", tile.id)
    masks = unturned_land(tile.segments, SAMPLES)
    lines = [road.line for road in courses(tile.segments).roads]
    found: list[Thing] = []
    for segment, area in zip(tile.segments, masks, strict=True):
        if segment.kind == "field":
            found += _hedges(dice, area, lines)
            found += _groups(dice, area)
    return tuple(found)


def _hedges(dice: Random, area: Image.Image, lines: Sequence[Line]) -> Iterator[Thing]:
    free = _free(area, ROOM["bush"])
    for line in lines:
        for side in (-1, 1):
            places = spaced(list(line), BUSHES)
            for number, ((x, y), (dx, dy)) in enumerate(places):
                if number % 4 == 0:
                    grows = dice.random() < 0.75
                far = side * (ROAD + HEDGE)
                place = (x - dy * far, y + dx * far)
                if grows and _at(place) in free:
                    yield Thing("bush", place, dice.random())


def _groups(dice: Random, area: Image.Image) -> Iterator[Thing]:
    trees, pasture = _free(area, ROOM["tree"]), _free(area, ROOM["sheep"])
    share = len(_free(area, 0.0)) / SAMPLES**2
    for _ in range(max(1, round(share / GROVES))):
        yield from _group(dice, "tree", trees, dice.randint(1, 3), GROVE)
    if share >= PASTURE:
        yield from _group(dice, "sheep", pasture, 3, FLOCK)


def _group(
    dice: Random, what: What, free: set[tuple[int, int]], count: int, within: float
) -> Iterator[Thing]:
    """Some of a kind near each other; they take their room."""
    near = sorted(free)
    for _ in range(count):
        if not near:
            return
        place = dice.choice(near)
        free -= {other for other in free if dist(place, other) < 1.2 * ROOM[what] * SAMPLES}
        near = sorted(other for other in free if dist(place, other) < within * SAMPLES)
        yield Thing(what, ((place[0] + 0.5) / SAMPLES, (place[1] + 0.5) / SAMPLES), dice.random())


def _free(area: Image.Image, room: float) -> set[tuple[int, int]]:
    """The places with this much room around them, on the tile."""
    reach = round(room * SAMPLES)
    framed = Image.new("L", (SAMPLES + 2 * reach, SAMPLES + 2 * reach))
    framed.paste(area, (reach, reach))
    inner = framed.filter(ImageFilter.MinFilter(2 * reach + 1)) if reach else framed
    data = inner.crop((reach, reach, reach + SAMPLES, reach + SAMPLES)).tobytes()
    return {(n % SAMPLES, n // SAMPLES) for n, value in enumerate(data) if value == 255}


def _at(place: Point) -> tuple[int, int]:
    return int(place[0] * SAMPLES), int(place[1] * SAMPLES)
