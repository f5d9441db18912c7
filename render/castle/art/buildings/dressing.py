"""Where bushes, flower beds and chimneys stand on a tile, in any rotation.

They belong to the tile like its paths and are turned with it. Knows shapes, draws nothing.
"""

from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from PIL import Image

from engine.tiles.tile import Tile
from render.art.geometry import Point
from render.art.texture import chance
from render.tiles.art.shapes import owners_of, segment_shape, settled_ways
from render.tiles.art.standing import road_mask

SIZE = 96
PLANTS, CHIMNEYS = 7, 3
"""How many positions are tried on each court and on each house."""
FLOWERS = 0.4
"""The share of flower beds among the plants."""
ROOM = {"bush": 0.075, "flowers": 0.075, "chimney": 0.1}
"""How much room each needs in all directions, in tiles."""
BESIDE_RIDGE = (0.22, 0.72)
"""How far from the north of an unturned tile chimneys stand."""


What = Literal["bush", "flowers", "chimney"]


class Thing(NamedTuple):
    what: What
    place: Point
    """Its place on the unturned tile."""
    size: float
    """From 0, the smallest of its kind, to 1."""


@lru_cache(maxsize=2)
def dressing(tile: Tile) -> tuple[tuple[Thing, ...], ...]:
    """What stands on each segment."""
    owners = owners_of(tile.segments)
    shape = segment_shape(tile.segments, owners, SIZE)
    roads = road_mask(settled_ways(tile.segments, owners, shape), SIZE)
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
    """Whether everything around it belongs to its segment; beyond the border of the tile anything
    is allowed."""
    (x, y), far = thing.place, ROOM[thing.what]
    return all(
        area.getpixel((_pixel(x + dx * far), _pixel(y + dy * far))) == 255
        for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    )


def _pixel(way: float) -> int:
    return min(SIZE - 1, max(0, int(way * SIZE)))
