"""The course of city walls and roads over an unturned tile, made from its ports alone.

Knows lines in tiles, the side of a tile being 1. Knows no colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import dist, pi, sin

from engine.tiles.ports import CHANNELS
from engine.tiles.tile import Segment
from render.art.geometry import Point
from render.tiles.art.paths import CENTRE, CORNERS, INWARD, MIDDLES, quarter_arc

Line = tuple[Point, ...]
CAP: Line = ((0.15, 0.1), (0.36, 0.285), (0.64, 0.285), (0.85, 0.1))
"""The corners of a wall along one side: how far along it, and how far into the tile."""
DIAGONAL: Line = ((0.22, 0.05), (0.5, 0.075), (0.78, 0.05))
"""The same from corner to corner of the tile: how far along, and how far towards the city."""
OUTSIDE = 0.2
"""How far beyond the sides that it covers a city is drawn."""
BOW = 0.07
"""How far a road bends away from the city next to it."""
WAVE = 0.055
"""How far a road bends to each side where there is no city."""
CLOISTER = 0.29
"""How far a cloister with its garden extends from the hub."""
STEPS = 16


@dataclass(frozen=True, slots=True)
class City:
    segment: int
    sides: tuple[int, ...]
    walls: tuple[Line, ...]
    """Lines from corner to corner of the tile; none for a tile that is all city."""
    outline: Line
    """The outline of the whole city, extended beyond the sides that it covers."""


@dataclass(frozen=True, slots=True)
class Road:
    segment: int
    line: Line
    """From the side where it begins to the one where it leaves the tile, or to where it ends."""
    end: str | None
    """What it ends at: a city, a cloister or a junction; None if it leaves the tile."""


@dataclass(frozen=True, slots=True)
class Courses:
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    hub: Point
    """Where roads meet, and where a cloister stands."""
    junction: bool
    cloister: int | None


@lru_cache(maxsize=256)
def courses(segments: tuple[Segment, ...]) -> Courses:
    cities = tuple(
        _city(index, segment.ports)
        for index, segment in enumerate(segments)
        if segment.kind == "city"
    )
    cloister = next((i for i, segment in enumerate(segments) if segment.kind == "cloister"), None)
    away = _away(cities)
    hub = CENTRE if cloister is not None else _moved(CENTRE, away, BOW)
    goal = "junction" if cloister is None else "cloister"
    roads = tuple(
        _stub(index, ports[0], hub, goal, cities) if len(ports) == 1 else road
        for index, ports in ((i, s.ports) for i, s in enumerate(segments) if s.kind == "road")
        for road in _through(index, ports, away, hub)
    )
    junction = any(road.end == "junction" for road in roads)
    return Courses(cities, roads, hub, junction, cloister)


def _city(index: int, ports: Sequence[int]) -> City:
    sides = tuple(port // 3 for port in ports if port in CHANNELS)
    walls: list[Line] = []
    outline: list[Point] = []
    for side in sides:
        outline += _outside(side, sides)
        if (side + 1) % 4 in sides:
            continue
        until = next(side + step for step in range(2, 5) if (side + step) % 4 in sides)
        wall = _wall(side, until)
        walls.append(wall)
        outline += wall
    return City(index, sides, tuple(walls), tuple(outline))


def _outside(side: int, sides: Sequence[int]) -> Line:
    """A line beyond a side that a city covers, clockwise."""
    start, end = CORNERS[side - 1], CORNERS[side]
    far = [_beyond(start, side), _beyond(end, side)]
    if (side + 1) % 4 in sides:
        far.append(_beyond(far[-1], (side + 1) % 4))
    return tuple(far)


def _beyond(point: Point, side: int) -> Point:
    return _moved(point, INWARD[side], -OUTSIDE)


def _wall(side: int, until: int) -> Line:
    """From the corner after one side of a city to the corner before its next side, clockwise."""
    start, end = CORNERS[side], CORNERS[until % 4 - 1]
    gap = until - side - 1
    if gap == 2:
        # Towards the corner that the city has on this diagonal.
        into = _direction(CENTRE, CORNERS[until % 4])
        shape = DIAGONAL
    else:
        into = INWARD[(side + 1) % 4 if gap == 1 else side]
        shape = CAP
    return (start, *(_moved(_between(start, end, t), into, deep) for t, deep in shape), end)


def _away(cities: Sequence[City]) -> Point:
    """The direction away from cities on one side of the tile only."""
    x = y = 0.0
    for city in cities:
        for side in city.sides:
            x, y = x + INWARD[side][0], y + INWARD[side][1]
    return (float((x > 0) - (x < 0)), float((y > 0) - (y < 0)))


def _through(index: int, ports: tuple[int, ...], away: Point, hub: Point) -> list[Road]:
    """The lines of a road with several ports."""
    if len(ports) != 2:
        return [Road(index, _curved(MIDDLES[port], hub), None) for port in ports]
    first, second = ports
    if second - first == 6:
        line = _across(MIDDLES[first], MIDDLES[second], away)
    else:
        start = first if second - first == 3 else second
        line = quarter_arc(CORNERS[start // 3], MIDDLES[start])
    return [Road(index, line, None)]


def _across(start: Point, end: Point, away: Point) -> Line:
    along = _direction(start, end)
    beside = (-along[1], along[0])
    off = away[0] * beside[0] + away[1] * beside[1]
    points = []
    for step in range(STEPS + 1):
        t = step / STEPS
        far = BOW * off * sin(pi * t) ** 2 if off else WAVE * sin(2 * pi * t) * sin(pi * t) ** 2
        points.append(_moved(_between(start, end, t), beside, far))
    return tuple(points)


def _stub(index: int, port: int, hub: Point, goal: str, cities: Sequence[City]) -> Road:
    """A road that ends at the hub, or at something in front of it."""
    line = _curved(MIDDLES[port], hub)
    for number, point in enumerate(line):
        if any(inside(point, city.outline) for city in cities):
            return Road(index, line[: number + 1], "city")
        if goal == "cloister" and dist(point, hub) <= CLOISTER:
            return Road(index, line[: number + 1], goal)
    return Road(index, line, goal)


def _curved(start: Point, hub: Point) -> Line:
    """From a side to the hub, straight at first."""
    across = start[0] in (0.0, 1.0)
    points = []
    for step in range(STEPS + 1):
        t = step / STEPS
        eased = t * t * (3 - 2 * t)
        x, y = _between(start, hub, t)
        if across:
            y = start[1] + (hub[1] - start[1]) * eased
        else:
            x = start[0] + (hub[0] - start[0]) * eased
        points.append((x, y))
    return tuple(points)


def inside(point: Point, outline: Line) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _moved(point: Point, direction: Point, far: float) -> Point:
    return point[0] + direction[0] * far, point[1] + direction[1] * far


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    return dx / length, dy / length
