"""Where followers stand or lie on a tile, and the pennants that they must not cover.

Knows shapes, draws nothing.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from PIL import ImageDraw

from engine.tiles.tile import Segment, Tile, TurnedTile
from render.carcassonne.art.shape.courses import City, Road, courses
from render.carcassonne.art.shape.land import unturned_land
from render.tiles.art.paths import CORNERS, INWARD, MIDDLES, Point, turned_place
from render.tiles.art.standing import SIZE, roomiest

PENNANT_DEPTH = 0.15
"""How far the middle of a pennant keeps from the sides of the tile."""
PENNANT = 0.12
"""How far around its middle a pennant must stay visible."""
APART = 0.1
"""How far pennants on the same place are moved."""
STUB = 0.2
"""How far from the side a highwayman stands on a road that ends."""


class Places(NamedTuple):
    """Where things stand on an unturned tile."""

    followers: tuple[Point, ...]
    """For each segment."""
    pennants: tuple[Point, ...]


def find_places(tiles: Iterable[Tile]) -> None:
    """Compute the places of these tiles now, so that no picture has to wait for it later."""
    for tile in tiles:
        places(tile.segments)


def follower_spot(turned: TurnedTile, segment: int) -> Point:
    """A point in the cell, both coordinates from 0 to 1, on this segment."""
    return turned_place(places(turned.tile.segments).followers[segment], turned.rotation)


@lru_cache(maxsize=256)
def places(segments: tuple[Segment, ...]) -> Places:
    lies = courses(segments)
    pennants = tuple(
        place for city in lies.cities for place in _pennants(city, segments[city.segment].marks)
    )
    roads = {road.segment: road for road in lies.roads}
    masks = unturned_land(segments, SIZE)
    followers = []
    for index, segment in enumerate(segments):
        if segment.kind == "road":
            followers.append(_on_road(roads[index]))
        elif segment.kind == "cloister":
            followers.append(lies.hub)
        else:
            free = masks[index].point([255 * (v > 127) for v in range(256)])
            draw = ImageDraw.Draw(free)
            for x, y in pennants:
                box = (x - PENNANT, y - PENNANT, x + PENNANT, y + PENNANT)
                draw.ellipse([way * SIZE for way in box], 0)
            followers.append(roomiest(free))
    return Places(tuple(followers), pennants)


def _pennants(city: City, count: int) -> list[Point]:
    """In the corners that the city covers, or else at the middle of its sides."""
    corners = [side for side in city.sides if (side + 1) % 4 in city.sides]
    if corners:
        spots = [_inwards(CORNERS[side], side, side + 1) for side in corners]
    else:
        spots = [_inwards(MIDDLES[3 * side + 1], side) for side in city.sides]
    return [
        (
            spots[number % len(spots)][0] + number // len(spots) * APART,
            spots[number % len(spots)][1],
        )
        for number in range(count)
    ]


def _inwards(point: Point, *sides: int) -> Point:
    x, y = point
    for side in sides:
        dx, dy = INWARD[side % 4]
        x, y = x + dx * PENNANT_DEPTH, y + dy * PENNANT_DEPTH
    return x, y


def _on_road(road: Road) -> Point:
    if road.end is None:
        return road.line[len(road.line) // 2]
    (sx, sy) = road.line[0]
    return next(((x, y) for x, y in road.line if abs(x - sx) + abs(y - sy) >= STUB), road.line[-1])
