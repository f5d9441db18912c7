"""Course of walls, roads and rivers on an unturned tile, made from its ports alone. Lengths are in
tiles, the side of a tile being 1."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import dist, pi, sin
from typing import NamedTuple

from engine.tiles.tile import CHANNELS, PORTS, Segment
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
# The corners of a wall between the fields on either side of it, over the one side that is outside.
SLIVER: Polyline = ((0.15, 0.11), (0.4, 0.265), (0.7, 0.18))
# The corners of the other wall, from that corner across the tile.
SPINE: Polyline = ((0.22, -0.02), (0.5, 0.0), (0.78, 0.03))
# The corners of a wall that reaches the middle of the tile, where it meets that of the city on the
# opposite side.
PINCH: Polyline = ((0.14, 0.13), (0.4, 0.47), (0.5, 0.51), (0.6, 0.47), (0.86, 0.13))
# The distance from a corner of the tile at which a city ends that reaches it between two fields.
BLUNT = 0.05
# The bend of a road or river away from the city next to it.
BOW = 0.07
# The bend of a road to each side where there is no city.
WAVE = 0.055
# The distance of a cloister from the middle of a tile that a river crosses, and the bend of that
# river away from it.
ASIDE = 0.2
DETOUR = 0.2
# The extent of a spring, and of a lake, from its middle.
SPRING = 0.13
LAKE = 0.27
# The middle of a spring or lake, from the side where the river leaves it or arrives.
SOURCE = 0.56
# The size of a cloister at a river, compared with others.
SMALLER = 0.84
# The extent of a cloister with its garden from the hub.
CLOISTER = 0.29
# The bend of a river to each side where there is no city.
MEANDER = 0.085
# The port by which a river leaves its spring, as the tile is printed; it enters the lake by
# another.
SPRING_PORT = 4
# The fewest roads that end at a junction if there is a city on the tile.
FEWEST = 3
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
class River:
    segment: int
    line: Polyline
    """From side to side, or from the middle of a spring or lake to a side."""
    end: str | None
    """What is at the beginning of the line: a spring or a lake; None if both ends are at sides."""


@dataclass(frozen=True, slots=True)
class Bridge:
    middle: Point
    along: Point
    """The direction of the road there."""


@dataclass(frozen=True, slots=True)
class Courses:
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    river: River | None
    bridges: tuple[Bridge, ...]
    hub: Point
    """The meeting place of roads, or the place of a cloister."""
    junction: bool
    cloister: int | None
    cloister_size: float
    """The size of the cloister, compared with the usual one."""


@lru_cache(maxsize=256)
def courses(segments: tuple[Segment, ...]) -> Courses:
    ports = {
        kind: [(index, s.ports) for index, s in enumerate(segments) if s.kind == kind]
        for kind in ("city", "road", "river", "cloister")
    }
    ends = [ports[0] // 3 for _, ports in ports["road"] if len(ports) == 1]
    # Two roads that end between two cities: these meet in the middle.
    single = [ports for _, ports in ports["city"] if len(ports) == PORTS // 4]
    cap = PINCH if len(ends) == len(single) == 2 else CAP
    cities = tuple(_city(index, segments, cap) for index, _ in ports["city"])
    cloister = next((index for index, _ in ports["cloister"]), None)
    away = _away(cities)
    hub = _shift(CENTRE, away, BOW)
    size = 1.0
    if cloister is not None:
        hub = CENTRE
        if ports["river"]:
            beyond = INWARD[ends[0]] if ends else (0.0, -1.0)
            hub = _shift(CENTRE, beyond, ASIDE)
            size = SMALLER
            away = (-beyond[0], -beyond[1])
    goal = Goal("junction" if cloister is None else "cloister", hub, CLOISTER * size)
    if cloister is None and len(ends) < FEWEST and cities:
        goal = goal._replace(kind="city")
    roads = tuple(
        _stub(index, ports[0], goal, cities) if len(ports) == 1 else road
        for index, ports in ports["road"]
        for road in _through(index, ports, away, hub)
    )
    rivers = [
        _river(index, ports, away, cities, DETOUR if cloister is not None else BOW)
        for index, ports in ports["river"]
    ]
    river = rivers[0] if rivers else None
    bridges = tuple(bridge for road in roads if river for bridge in _bridges(road.line, river.line))
    junction = any(road.end == "junction" for road in roads)
    return Courses(cities, roads, river, bridges, hub, junction, cloister, size)


def _city(index: int, segments: Sequence[Segment], cap: Polyline) -> City:
    """`cap` is the shape of a wall around a single side."""
    sides = tuple(port // 3 for port in segments[index].ports if port in CHANNELS)
    walls: list[Polyline] = []
    outline: list[Point] = []
    for side in sides:
        outline += _outside(side, sides)
        if (side + 1) % 4 in sides:
            continue
        next_side = next(side + step for step in range(2, 5) if (side + step) % 4 in sides)
        corner = _split_corner(segments, side, next_side)
        if corner is not None:
            first, second = _walls_to_corner(side, next_side, corner)
            walls += [first, second]
            outline += [*first, CORNERS[corner % 4], *second]
            continue
        wall = _wall(side, next_side, cap)
        walls.append(wall)
        outline += wall
    return City(index, sides, tuple(walls), tuple(outline))


def _split_corner(segments: Sequence[Segment], side: int, next_side: int) -> int | None:
    """Find a corner at which two fields meet, of those outside of a city between two of its sides:
    nothing but the city can divide these."""
    owner = {port: index for index, s in enumerate(segments) for port in s.ports}
    for corner in range(side + 1, next_side - 1):
        before = owner[(3 * corner + 2) % PORTS]
        after = owner[(3 * corner + 3) % PORTS]
        if before != after and segments[before].kind == segments[after].kind == "field":
            return corner
    return None


def _reverse(shape: Polyline) -> Polyline:
    return tuple((1 - share, depth) for share, depth in shape[::-1])


def is_split_by_wall(segments: tuple[Segment, ...]) -> bool:
    """Tell whether a wall on a tile leads to a corner between two fields."""
    return any(len(city.walls) > len(city.sides) for city in courses(segments).cities)


def _walls_to_corner(side: int, next_side: int, corner: int) -> tuple[Polyline, Polyline]:
    """Lead a wall from the corner after one side of a city to this corner between two fields, and
    another from there to the corner before its next side."""
    (x, y) = CORNERS[corner % 4]
    before = _shift((x, y), INWARD[(corner + 1) % 4], BLUNT)
    after = _shift((x, y), INWARD[corner % 4], BLUNT)
    walls: list[Polyline] = []
    for start, end, first in ((side, corner, True), (corner, next_side - 1, False)):
        if end - start == 1:
            shape = SLIVER if first else _reverse(SLIVER)
            into = INWARD[end % 4]
        else:
            shape = _reverse(SPINE) if first else SPINE
            into = _direction(CENTRE, CORNERS[(end + 1) % 4])
        a = CORNERS[start % 4]
        b = CORNERS[end % 4]
        inner = [_shift(_between(a, b, share), into, depth) for share, depth in shape]
        walls.append((a, *inner, before) if first else (after, *inner, b))
    return walls[0], walls[1]


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


def _wall(side: int, next_side: int, cap: Polyline) -> Polyline:
    """Lead a wall from the corner after one side of a city to the corner before its next side,
    clockwise; around a single side in the shape of a cap."""
    start = CORNERS[side]
    end = CORNERS[next_side % 4 - 1]
    gap = next_side - side - 1
    if gap == 2:
        # Towards the corner that the city has on this diagonal.
        into = _direction(CENTRE, CORNERS[next_side % 4])
        shape = DIAGONAL
    else:
        into = INWARD[(side + 1) % 4 if gap == 1 else side]
        shape = cap
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


def _across(
    start: Point, end: Point, away: Point, bow: float = BOW, wave: float = WAVE
) -> Polyline:
    along = _direction(start, end)
    beside = (-along[1], along[0])
    drift = away[0] * beside[0] + away[1] * beside[1]
    points = []
    for share in (step / STEPS for step in range(STEPS + 1)):
        offset = (
            bow * drift * sin(pi * share) ** 2
            if drift
            else wave * sin(2 * pi * share) * sin(pi * share) ** 2
        )
        points.append(_shift(_between(start, end, share), beside, offset))
    return tuple(points)


class Goal(NamedTuple):
    """What the roads that end on a tile lead to."""

    kind: str
    place: Point
    extent: float
    """Of a cloister."""


def _stub(index: int, port: int, goal: Goal, cities: Sequence[City]) -> Road:
    """Lead a road to its goal, or to a city in front of it; one that ends at a city to the nearest
    one, if there is none at the goal."""
    hub = goal.place
    if goal.kind == "city" and not any(is_inside(hub, city.outline) for city in cities):
        hub = min(map(_inside, cities), key=lambda place: dist(place, MIDDLES[port]))
    line = _curve(MIDDLES[port], hub)
    for number, point in enumerate(line):
        if any(is_inside(point, city.outline) for city in cities):
            return Road(index, line[: number + 1], "city")
        if goal.kind == "cloister" and dist(point, hub) <= goal.extent:
            return Road(index, line[: number + 1], goal.kind)
    return Road(index, line, goal.kind)


def _inside(city: City) -> Point:
    """Find a point inside a city, in the middle of what its sides enclose."""
    places = [_shift(MIDDLES[3 * side + 1], INWARD[side], CAP[1][1] / 2) for side in city.sides]
    x = sum(x for x, _ in places) / len(places)
    y = sum(y for _, y in places) / len(places)
    return x, y


def _river(
    index: int, ports: tuple[int, ...], away: Point, cities: Sequence[City], bow: float
) -> River:
    if len(ports) == 1:
        [port] = ports
        side = port // 3
        start = _shift(MIDDLES[port], INWARD[side], SOURCE)
        line = tuple(_between(start, MIDDLES[port], step / STEPS) for step in range(STEPS + 1))
        return River(index, line, "spring" if port == SPRING_PORT else "lake")
    first, second = ports
    if second - first == 6:
        wave = WAVE / 2 if cities else MEANDER
        return River(index, _across(MIDDLES[first], MIDDLES[second], away, bow, wave), None)
    [road] = _through(index, ports, away, CENTRE)
    return River(index, road.line, None)


def _bridges(road: Polyline, river: Polyline) -> Iterator[Bridge]:
    for a, b in pairwise(road):
        for c, d in pairwise(river):
            if (crossing := _crossing(a, b, c, d)) is not None:
                yield Bridge(crossing, _direction(a, b))


def _crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Find the point where two lines cross, the first of each belonging to it."""
    (x, y) = (b[0] - a[0], b[1] - a[1])
    (u, v) = (d[0] - c[0], d[1] - c[1])
    area = x * v - y * u
    if not area:
        return None
    (p, q) = (c[0] - a[0], c[1] - a[1])
    share = (p * v - q * u) / area
    other = (p * y - q * x) / area
    return _between(a, b, share) if 0 <= share < 1 and 0 <= other < 1 else None


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


def prolong(line: Polyline) -> Polyline:
    """Extend a line a little beyond those of its ends that are at a side."""
    before, after = (
        [(x - INWARD[side][0] * 0.2, y - INWARD[side][1] * 0.2)]
        if (side := SIDE_AT.get((x, y))) is not None
        else []
        for x, y in (line[0], line[-1])
    )
    return (*before, *line, *after)


# The side whose middle each of these points is.
SIDE_AT = {middle: port // 3 for port, middle in MIDDLES.items()}
