"""Places of followers on a tile, and of pennants, inns and cathedrals that they must not cover."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
from math import dist
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.tiles.tile import Tile, TurnedTile
from render.carcassonne.art.courses import City, Road, courses
from render.carcassonne.art.land import OPAQUE, unite, unturned_land
from render.picture.masks import Point, around
from render.tiles.geometry import (
    CENTRE,
    CORNERS,
    INWARD,
    MIDDLES,
    SIZE,
    depth,
    label_places,
    points_with_room,
    roomiest,
    tile_point,
    turn_point,
)

# The distance of a pennant's middle from the sides of the tile.
PENNANT_DEPTH = 0.15
# The distance around its middle to which a pennant must stay visible.
PENNANT = 0.12
# The distance around the middle of an inn with its pond, and of a cathedral, likewise.
INN = 0.165
CATHEDRAL = 0.27
# The part of an inn that a farmer beside it must not cover.
INN_CORE = 0.1
# The middle of a cathedral: beside it a follower has room.
CHANCEL: Point = (0.37, 0.37)
# The least distance of an inn's middle from the middle of its road, and from the sides of the tile.
BESIDE = 0.195
MARGIN = 0.18
# The room that it needs around it, in 48ths of a tile.
ROOM_OF_INN = 6
# The distance by which pennants on the same place are moved apart.
APART = 0.07
# The position of a highwayman along a road that ends on the tile.
STUB = 0.45
# The distance of a highwayman from others, if possible.
ENOUGH = 0.24
# The distance of a highwayman from the sides of the tile, if possible.
EDGE = 0.12


class Spots(NamedTuple):
    followers: tuple[Point, ...]
    """For each segment."""
    pennants: tuple[Point, ...]
    inns: tuple[Point, ...]
    cathedrals: tuple[Point, ...]
    labels: tuple[tuple[Point, ...], ...]
    """For each segment the places on it where a label can be, as near to its follower as there is
    room, the nearest first."""


def follower_spot(turned: TurnedTile, segment: int) -> Point:
    """Find a point in the cell, both coordinates from 0 to 1, on this segment."""
    return turn_point(spots_on(turned.tile).followers[segment], turned.rotation)


def label_spots(turned: TurnedTile, segment: int) -> Sequence[Point]:
    """Find the places for labels on this segment of the tile before it is turned."""
    return spots_on(turned.tile).labels[segment]


class Landmark(NamedTuple):
    """Something that labels must not cover."""

    middle: Point
    extent: float
    """Around its middle."""


def landmark_spots(turned: TurnedTile) -> list[Landmark]:
    return [
        Landmark(turn_point(middle, turned.rotation), extent)
        for middle, extent in _landmarks(spots_on(turned.tile))
    ]


def _landmarks(spots: Spots) -> Iterator[Landmark]:
    for places, extent in (
        (spots.pennants, PENNANT),
        (spots.inns, INN),
        (spots.cathedrals, CATHEDRAL),
    ):
        for place in places:
            yield Landmark(place, extent)


@lru_cache(maxsize=256)
def spots_on(tile: Tile) -> Spots:
    segments = tile.segments
    layout = courses(segments)
    pennants = tuple(
        place for city in layout.cities for place in _pennants(city, segments[city.segment].marks)
    )
    masks = unturned_land(segments, SIZE)
    cathedrals = tuple(CHANCEL for things in tile.things if "cathedral" in things)
    is_field = [segment.kind == "field" for segment in segments]
    fields = unite([*compress(masks, is_field)], SIZE)
    inns = tuple(
        _inn(road, layout.roads, fields)
        for road in layout.roads
        if tile.things and "inn" in tile.things[road.segment]
    )
    obstacles = [
        *(Landmark(place, PENNANT) for place in pennants),
        *(Landmark(place, INN_CORE) for place in inns),
        *(Landmark(place, CATHEDRAL) for place in cathedrals),
    ]
    followers: dict[int, Point] = {}
    for index, segment in enumerate(segments):
        if segment.kind == "cloister":
            followers[index] = layout.hub
        elif segment.kind != "road":
            followers[index] = _inside(masks[index], obstacles)
    for road in layout.roads:
        neighbours = [*followers.values(), *inns]
        followers[road.segment] = _on_road(road, masks[road.segment], neighbours)
    follower_places = tuple(followers[index] for index in range(len(segments)))
    labels = tuple(
        label_places(mask.point(OPAQUE), place)
        for mask, place in zip(masks, follower_places, strict=True)
    )
    return Spots(follower_places, pennants, inns, cathedrals, labels)


def _inside(area: Image.Image, landmarks: Sequence[Landmark]) -> Point:
    """Find the place with the most room away from landmarks."""
    free = area.point(OPAQUE)
    draw = ImageDraw.Draw(free)
    for (x, y), extent in landmarks:
        draw.ellipse(around(x * SIZE, y * SIZE, extent * SIZE), 0)
    return roomiest(free)


def _inn(road: Road, roads: Sequence[Road], fields: Image.Image) -> Point:
    """Find a place in the fields beside a road, as near to it as there is room, where no other road
    is as near; of these the one that leaves the most room to a highwayman."""
    middle = road.line[len(road.line) // 2]

    def strain(place: Point) -> float:
        """Weigh how far a place is from where an inn should be."""
        near = min(dist(place, point) for point in road.line)
        other = min(
            (dist(place, point) for way in roads if way is not road for point in way.line),
            default=1.0,
        )
        room = min(BESIDE, other, depth(place) + BESIDE - MARGIN)
        return 4 * abs(near - BESIDE) + 9 * (BESIDE - room) - 0.5 * dist(place, middle)

    places = [tile_point(spot) for spot in points_with_room(fields.point(OPAQUE), ROOM_OF_INN)]
    return min(places, key=strain)


def _pennants(city: City, count: int) -> list[Point]:
    """Find places in the corners that the city covers, or else at the middle of its sides."""
    corners = [side for side in city.sides if (side + 1) % 4 in city.sides]
    if corners:
        spots = [_inwards(CORNERS[side], side, side + 1) for side in corners]
    else:
        spots = [_inwards(MIDDLES[3 * side + 1], side) for side in city.sides]
    return [
        _aside(spots[number % len(spots)], APART * (number // len(spots)))
        for number in range(count)
    ]


def _aside(spot: Point, distance: float) -> Point:
    """Move a place east or west, towards the middle of the tile and not off it."""
    x, y = spot
    return (max(x - distance, PENNANT) if x > CENTRE[0] else min(x + distance, 1 - PENNANT)), y


def _inwards(point: Point, *sides: int) -> Point:
    x, y = point
    for side in sides:
        dx, dy = INWARD[side % 4]
        x = x + dx * PENNANT_DEPTH
        y = y + dy * PENNANT_DEPTH
    return x, y


def _on_road(road: Road, area: Image.Image, neighbours: Sequence[Point]) -> Point:
    """Find a place far enough from the other followers and from the sides of the tile, or nearly
    so; if there are several, the one nearest to where it looks best."""
    length = len(road.line) - 1
    best = road.line[round(length * (0.5 if road.end is None else STUB))]

    def crowding(place: Point) -> float:
        room = min([dist(place, neighbour) for neighbour in neighbours], default=ENOUGH)
        return round(max(0.0, ENOUGH - room) + 2 * max(0.0, EDGE - depth(place)), 2)

    visible = [(x, y) for x, y in road.line if _shows(area, x, y)] or road.line
    return min(visible, key=lambda place: (crowding(place), dist(place, best)))


def _shows(area: Image.Image, x: float, y: float) -> bool:
    return area.getpixel((min(SIZE - 1, int(x * SIZE)), min(SIZE - 1, int(y * SIZE)))) == 255
