"""Course of walls, roads and rivers on an unturned tile, made from its ports alone. Lengths are in
tiles, the side of a tile being 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import dist, pi, sin

from engine.tiles.tile import CHANNELS, Segment
from render.picture.masks import Point
from render.tiles.geometry import CENTRE, CORNERS, INWARD, MIDDLES, quarter_arc

Polyline = tuple[Point, ...]
# The corners of a wall along one side: their distances along it, and into the tile.
CAP: Polyline = ((0.15, 0.1), (0.36, 0.285), (0.64, 0.285), (0.85, 0.1))
# The corners of a wall from corner to corner of the tile: their distances along it, and towards the
# city.
DIAGONAL: Polyline = ((0.22, 0.05), (0.5, 0.075), (0.78, 0.05))
# The distance beyond the sides that it covers to which a city is drawn.
OUTSIDE = 0.2
# The bend of a road away from the city next to it.
BOW = 0.07
# The bend of a road to each side where there is no city.
WAVE = 0.055
# The extent of a cloister with its garden from the hub.
CLOISTER = 0.29
# The number of pieces of a curve.
STEPS = 16


@dataclass(frozen=True, slots=True)
class City:
    segment: int
    sides: tuple[int, ...]
    walls: tuple[Polyline, ...]
    """Lines from corner to corner of the tile; none for a tile that is all city."""
    outline: Polyline
    """The outline of the whole city, extended beyond the sides that it covers."""


@dataclass(frozen=True, slots=True)
class Road:
    segment: int
    line: Polyline
    """From the side where it begins to the one where it leaves the tile, or to where it ends."""
    end: str | None
    """The end of it: a city, a cloister or a junction; None if it leaves the tile."""


@dataclass(frozen=True, slots=True)
class Courses:
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    hub: Point
    """The meeting place of roads, or the place of a cloister."""
    junction: bool
    cloister: int | None


@lru_cache(maxsize=256)
def courses(segments: tuple[Segment, ...]) -> Courses:
    cities = tuple(
        _city(index, segment.ports)
        for index, segment in enumerate(segments)
        if segment.kind == "city"
    )
    cloister = next(
        (index for index, segment in enumerate(segments) if segment.kind == "cloister"), None
    )
    away = _away(cities)
    hub = CENTRE if cloister is not None else _shift(CENTRE, away, BOW)
    goal = "junction" if cloister is None else "cloister"
    roads = tuple(
        _stub(index, ports[0], hub, goal, cities) if len(ports) == 1 else road
        for index, ports in (
            (index, segment.ports)
            for index, segment in enumerate(segments)
            if segment.kind == "road"
        )
        for road in _through(index, ports, away, hub)
    )
    junction = any(road.end == "junction" for road in roads)
    return Courses(cities, roads, hub, junction, cloister)


def _city(index: int, ports: Sequence[int]) -> City:
    sides = tuple(port // 3 for port in ports if port in CHANNELS)
    walls: list[Polyline] = []
    outline: list[Point] = []
    for side in sides:
        outline += _outside(side, sides)
        if (side + 1) % 4 in sides:
            continue
        next_side = next(side + step for step in range(2, 5) if (side + step) % 4 in sides)
        wall = _wall(side, next_side)
        walls.append(wall)
        outline += wall
    return City(index, sides, tuple(walls), tuple(outline))


def _outside(side: int, sides: Sequence[int]) -> Polyline:
    """Draw a line beyond a side that a city covers, clockwise."""
    start = CORNERS[side - 1]
    end = CORNERS[side]
    outer = [_beyond(start, side), _beyond(end, side)]
    if (side + 1) % 4 in sides:
        outer.append(_beyond(outer[-1], (side + 1) % 4))
    return tuple(outer)


def _beyond(point: Point, side: int) -> Point:
    return _shift(point, INWARD[side], -OUTSIDE)


def _wall(side: int, next_side: int) -> Polyline:
    """Lead a wall from the corner after one side of a city to the corner before its next side,
    clockwise."""
    start = CORNERS[side]
    end = CORNERS[next_side % 4 - 1]
    gap = next_side - side - 1
    if gap == 2:
        # Towards the corner that the city has on this diagonal.
        into = _direction(CENTRE, CORNERS[next_side % 4])
        shape = DIAGONAL
    else:
        into = INWARD[(side + 1) % 4 if gap == 1 else side]
        shape = CAP
    return (
        start,
        *(_shift(_between(start, end, share), into, depth) for share, depth in shape),
        end,
    )


def _away(cities: Sequence[City]) -> Point:
    """Find the direction away from cities on one side of the tile only."""
    inwards = [INWARD[side] for city in cities for side in city.sides]
    x = sum(inward[0] for inward in inwards)
    y = sum(inward[1] for inward in inwards)
    return (float((x > 0) - (x < 0)), float((y > 0) - (y < 0)))


def _through(index: int, ports: tuple[int, ...], away: Point, hub: Point) -> list[Road]:
    if len(ports) != 2:
        return [Road(index, _curve(MIDDLES[port], hub), None) for port in ports]
    first, second = ports
    if second - first == 6:
        line = _across(MIDDLES[first], MIDDLES[second], away)
    else:
        start = first if second - first == 3 else second
        line = quarter_arc(CORNERS[start // 3], MIDDLES[start])
    return [Road(index, line, None)]


def _across(start: Point, end: Point, away: Point) -> Polyline:
    along = _direction(start, end)
    beside = (-along[1], along[0])
    drift = away[0] * beside[0] + away[1] * beside[1]
    points = []
    for share in (step / STEPS for step in range(STEPS + 1)):
        offset = (
            BOW * drift * sin(pi * share) ** 2
            if drift
            else WAVE * sin(2 * pi * share) * sin(pi * share) ** 2
        )
        points.append(_shift(_between(start, end, share), beside, offset))
    return tuple(points)


def _stub(index: int, port: int, hub: Point, goal: str, cities: Sequence[City]) -> Road:
    """Lead a road to the hub, or to something in front of it."""
    line = _curve(MIDDLES[port], hub)
    for number, point in enumerate(line):
        if any(is_inside(point, city.outline) for city in cities):
            return Road(index, line[: number + 1], "city")
        if goal == "cloister" and dist(point, hub) <= CLOISTER:
            return Road(index, line[: number + 1], goal)
    return Road(index, line, goal)


def _curve(start: Point, hub: Point) -> Polyline:
    """Draw a curve from a side to the hub, straight at first."""
    points = []
    for share in (step / STEPS for step in range(STEPS + 1)):
        (x, y) = _between(start, hub, share)
        (u, v) = _between(start, hub, share * share * (3 - 2 * share))
        points.append((x, v) if start[0] in (0.0, 1.0) else (u, y))
    return tuple(points)


def is_inside(point: Point, outline: Polyline) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _shift(point: Point, direction: Point, distance: float) -> Point:
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance


def _direction(start: Point, end: Point) -> Point:
    dx = end[0] - start[0]
    dy = end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    return dx / length, dy / length
