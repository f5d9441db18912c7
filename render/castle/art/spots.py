"""Places of followers on a tile, and the stalls and fountains they must not cover."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple

from PIL import Image

from engine.tiles.tile import Segment, TurnedTile
from render.castle.art.shapes import TileShape, road_mask, segment_shape, ways_of
from render.castle.art.ways import Way
from render.picture.masks import Point
from render.tiles.geometry import (
    CENTRE,
    SIZE,
    depth,
    label_places,
    points_with_room,
    roomiest,
    tile_point,
    turn_point,
)

# The room kept by a follower's spot that makes way for a landmark, in 48ths of a tile.
FOOTING = 4
# The room kept by a stall, likewise.
STALL_ROOM = 5
# The distance of a stall's middle from the border of the tile, in tiles.
STALL_DEPTH = 0.135
# The distance that a follower should keep from the border of the tile, so as to cover no landmark
# beyond it.
EDGE = 0.2
# The least such distance, where the full one would cover a landmark on the tile.
LEAST_EDGE = 0.12
# The radius of a follower around its spot.
REACH = 0.27
# The radii of landmarks within which they must stay visible.
STALL = 0.11
FOUNTAIN = 0.115
SQUARE = 0.12
# The number of points along an arm of a path where a herald might stand.
STEPS = 24

# The middle of a stall, fountain or square, and its radius.
Landmark = tuple[Point, float]
# For each court with markets the places of its stalls.
Stalls = tuple[tuple[int, tuple[Point, ...]], ...]


class Spots(NamedTuple):
    """Places of things on an unturned tile."""

    followers: tuple[Point, ...]
    """For each segment."""
    stalls: Stalls
    fountains: tuple[Point, ...]


def follower_spot(turned: TurnedTile, port: int) -> Point:
    """Find a point in the cell, both coordinates from 0 to 1, on the segment of this port."""
    owner = turned.owners[port]
    assert owner is not None, f"port {port} of {turned.tile.id} belongs to no segment"
    return turn_point(spots_on(turned.tile.segments).followers[owner], turned.rotation)


def market_spots(turned: TurnedTile) -> dict[int, tuple[Point, ...]]:
    """Find for each court with markets the places of its stalls."""
    return {
        court: tuple(turn_point(spot, turned.rotation) for spot in spots)
        for court, spots in spots_on(turned.tile.segments).stalls
    }


def fountain_spots(turned: TurnedTile) -> list[Point]:
    fountains = spots_on(turned.tile.segments).fountains
    return [turn_point(spot, turned.rotation) for spot in fountains]


def label_spots(turned: TurnedTile, segment: int) -> Sequence[Point]:
    """Find the places for labels on this segment of the tile before it is turned: as near to its
    follower as there is room, the nearest first."""
    return _labels_on(turned.tile.segments)[segment]


@lru_cache(maxsize=256)
def _labels_on(segments: tuple[Segment, ...]) -> Sequence[Sequence[Point]]:
    shape = segment_shape(segments, SIZE)
    ways = ways_of(segments, shape)
    areas = _areas(shape, ways)
    return [
        label_places(areas[index], follower)
        if index in areas
        else sorted(_along_arms(_way(ways, index), index), key=lambda place: dist(place, follower))
        for index, follower in enumerate(spots_on(segments).followers)
    ]


def _areas(shape: TileShape, ways: Sequence[Way]) -> dict[int, Image.Image]:
    """Find the area of each segment that is no path, without the paths on it."""
    roads = road_mask(ways, SIZE)
    areas: dict[int, Image.Image] = {}
    for index, area in enumerate(shape):
        if area is not None:
            areas[index] = area.point([255 * (v > 127) for v in range(256)])
            areas[index].paste(0, (0, 0), roads)
    return areas


@lru_cache(maxsize=512)
def spots_on(segments: tuple[Segment, ...]) -> Spots:
    shape = segment_shape(segments, SIZE)
    ways = ways_of(segments, shape)
    areas = _areas(shape, ways)
    best_spots = {
        index: roomiest(areas[index]) if index in areas else _on_path(_way(ways, index), index)
        for index in range(len(segments))
    }
    heralds = [spot for index, spot in best_spots.items() if index not in areas]
    stalls = tuple(
        (index, tuple(_stalls(area.copy(), segments[index].marks, heralds)))
        for index, area in areas.items()
        if segments[index].kind == "court" and segments[index].marks
    )
    fountains = tuple(way.fountain_point for way in ways if way.fountain)
    landmarks = [(spot, STALL) for _, spots in stalls for spot in spots]
    landmarks += [(spot, FOUNTAIN) for spot in fountains]
    landmarks += [(CENTRE, SQUARE) for way in ways if way.square]
    spots = []
    for index in range(len(segments)):
        points = _footing(areas[index]) if index in areas else _along_arms(_way(ways, index), index)
        spots.append(_clear_of(landmarks, best_spots[index], [best_spots[index], *points]))
    return Spots(tuple(spots), stalls, fountains)


def _way(ways: Sequence[Way], index: int) -> Way:
    return next(way for way in ways if index in way.segments)


def _clear_of(landmarks: Sequence[Landmark], best: Point, points: Sequence[Point]) -> Point:
    """Choose the place from which a follower covers the least of any landmark, here or beyond the
    border; if tied, the one nearest to where it would stand without landmarks."""

    reaches = [(middle, REACH + radius) for middle, radius in landmarks]

    def coverage(place: Point) -> tuple[float, float]:
        total = 0.0
        for middle, reach in reaches:
            if (overlap := reach - dist(place, middle)) > 0.0:
                total += overlap
        return round(total + max(0.0, EDGE - depth(place)) / 2, 2), dist(place, best)

    return min(points, key=coverage)


def _stalls(free: Image.Image, count: int, heralds: Sequence[Point]) -> list[Point]:
    """Find places for stalls that leave room for a merchant and the heralds, as far out as
    possible."""
    merchants = _footing(free)[::3]
    spots = []
    enough = REACH + STALL

    def room(place: Point) -> float:
        from_merchant = 0.0
        for spot in merchants:
            from_merchant = max(from_merchant, dist(place, spot))
            if from_merchant >= enough:
                from_merchant = enough
                break
        return from_merchant + sum(min(enough, dist(place, spot)) for spot in heralds)

    for _ in range(count):
        inner = [tile_point(place) for place in points_with_room(free, STALL_ROOM)]
        # A stall may extend over the border of a small court, never over that of the tile.
        low = STALL_DEPTH
        high = 1 - STALL_DEPTH
        points = {(min(high, max(low, x)), min(high, max(low, y))): (x, y) for x, y in inner[::2]}
        spot = max(points, key=lambda place: (round(room(place), 2), dist(place, CENTRE), place))
        x, y = points[spot]
        column = int(x * SIZE)
        row = int(y * SIZE)
        half = STALL_ROOM
        free.paste(0, (column - half, row - half, column + half, row + half))
        spots.append(spot)
    return spots


def _on_path(way: Way, index: int) -> Point:
    """Find the place of a herald if no landmark is in the way."""
    if way.square:
        (x, y), (cx, cy) = way.arms[way.segments.index(index)]
        return x + (cx - x) * 0.36, y + (cy - y) * 0.36
    if way.divides:
        return way.arms[0][-1]
    (x, y), (ex, ey) = way.arms[0]
    return x + (ex - x) * 0.42, y + (ey - y) * 0.42


def _along_arms(way: Way, index: int) -> list[Point]:
    """List places on the paths of a segment that are far enough from the border."""
    points = [
        (ax + (bx - ax) * step / STEPS, ay + (by - ay) * step / STEPS)
        for arm, segment in way.owned_arms
        if segment == index
        for (ax, ay), (bx, by) in pairwise(arm)
        for step in range(STEPS + 1)
    ]
    return [place for place in points if depth(place) >= LEAST_EDGE]


def _footing(free: Image.Image) -> list[Point]:
    """List all places where a follower clearly stands on this segment."""
    points = [tile_point(place) for place in points_with_room(free, FOOTING)]
    return [place for place in points if depth(place) >= LEAST_EDGE] or points
