"""The layout of an unturned tile, made from its ports alone: the course of walls and roads, and
which part belongs to which segment, as masks.

Cities, roads, junctions and cloisters are where their courses say. The rest is field, and belongs
to the segment whose ports it reaches. Lengths are in tiles, the side of a tile being 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from math import dist, pi, sin

from PIL import Image, ImageChops, ImageDraw

from engine.tiles.tile import CHANNELS, Segment, TurnedTile
from render.picture.cache import cache_results, image_weight
from render.picture.masks import Point, spread
from render.tiles.geometry import (
    CENTRE,
    CLOCKWISE,
    CORNERS,
    INWARD,
    MIDDLES,
    along_border,
    disc,
    fill_smoothly,
    quarter_arc,
    ribbon,
)

Polyline = tuple[Point, ...]
# The corners of a wall along one side: how far along it, and how far into the tile.
CAP: Polyline = ((0.15, 0.1), (0.36, 0.285), (0.64, 0.285), (0.85, 0.1))
# The same from corner to corner of the tile: how far along, and how far towards the city.
DIAGONAL: Polyline = ((0.22, 0.05), (0.5, 0.075), (0.78, 0.05))
# The distance beyond the sides that it covers to which a city is drawn.
OUTSIDE = 0.2
# The bend of a road away from the city next to it.
BOW = 0.07
# The bend of a road to each side where there is no city.
WAVE = 0.055
# The extent of a cloister with its garden from the hub.
CLOISTER = 0.29
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
    cloister = next((i for i, segment in enumerate(segments) if segment.kind == "cloister"), None)
    away = _away(cities)
    hub = CENTRE if cloister is not None else _shift(CENTRE, away, BOW)
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
    walls: list[Polyline] = []
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


def _outside(side: int, sides: Sequence[int]) -> Polyline:
    """A line beyond a side that a city covers, clockwise."""
    start = CORNERS[side - 1]
    end = CORNERS[side]
    far = [_beyond(start, side), _beyond(end, side)]
    if (side + 1) % 4 in sides:
        far.append(_beyond(far[-1], (side + 1) % 4))
    return tuple(far)


def _beyond(point: Point, side: int) -> Point:
    return _shift(point, INWARD[side], -OUTSIDE)


def _wall(side: int, until: int) -> Polyline:
    """From the corner after one side of a city to the corner before its next side, clockwise."""
    start = CORNERS[side]
    end = CORNERS[until % 4 - 1]
    gap = until - side - 1
    if gap == 2:
        # Towards the corner that the city has on this diagonal.
        into = _direction(CENTRE, CORNERS[until % 4])
        shape = DIAGONAL
    else:
        into = INWARD[(side + 1) % 4 if gap == 1 else side]
        shape = CAP
    return (start, *(_shift(_between(start, end, t), into, deep) for t, deep in shape), end)


def _away(cities: Sequence[City]) -> Point:
    """The direction away from cities on one side of the tile only."""
    inwards = [INWARD[side] for city in cities for side in city.sides]
    x, y = (sum(way[axis] for way in inwards) for axis in (0, 1))
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
    off = away[0] * beside[0] + away[1] * beside[1]
    points = []
    for t in (step / STEPS for step in range(STEPS + 1)):
        far = BOW * off * sin(pi * t) ** 2 if off else WAVE * sin(2 * pi * t) * sin(pi * t) ** 2
        points.append(_shift(_between(start, end, t), beside, far))
    return tuple(points)


def _stub(index: int, port: int, hub: Point, goal: str, cities: Sequence[City]) -> Road:
    """A road that ends at the hub, or at something in front of it."""
    line = _curve(MIDDLES[port], hub)
    for number, point in enumerate(line):
        if any(inside(point, city.outline) for city in cities):
            return Road(index, line[: number + 1], "city")
        if goal == "cloister" and dist(point, hub) <= CLOISTER:
            return Road(index, line[: number + 1], goal)
    return Road(index, line, goal)


def _curve(start: Point, hub: Point) -> Polyline:
    """From a side to the hub, straight at first."""
    points = []
    for t in (step / STEPS for step in range(STEPS + 1)):
        (x, y) = _between(start, hub, t)
        (u, v) = _between(start, hub, t * t * (3 - 2 * t))
        points.append((x, v) if start[0] in (0.0, 1.0) else (u, y))
    return tuple(points)


def inside(point: Point, outline: Polyline) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _shift(point: Point, direction: Point, far: float) -> Point:
    return point[0] + direction[0] * far, point[1] + direction[1] * far


def _direction(start: Point, end: Point) -> Point:
    dx = end[0] - start[0]
    dy = end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    return dx / length, dy / length


# The side of the grid used to tell fields apart.
SAMPLES = 64
# Half the width of a road.
ROAD = 0.05
# The extent of the houses at a junction from the hub.
JUNCTION = 0.16
OPAQUE = [255 * (v > 127) for v in range(256)]

Masks = tuple[Image.Image, ...]


def land(turned: TurnedTile, size: int) -> Masks:
    """The area of each segment on the turned tile. Shared: not to be modified."""
    masks = unturned_land(turned.tile.segments, size)
    way = CLOCKWISE[turned.rotation]
    return masks if way is None else tuple(mask.transpose(way) for mask in masks)


def segments_mask(turned: TurnedTile, chosen: tuple[int, ...], size: int) -> Image.Image:
    areas = land(turned, size)
    return unite([areas[index] for index in chosen], size)


def masks_weight(masks: Masks) -> int:
    return sum(map(image_weight, masks))


@cache_results(masks_weight)
def unturned_land(segments: tuple[Segment, ...], size: int) -> Masks:
    masks, taken = _segment_areas(segments, size)
    for index, part in _field_parts(segments).items():
        whole = part.resize(taken.size, Image.Resampling.NEAREST)
        masks[index] = ImageChops.subtract(whole, taken)
    return tuple(masks)


def _segment_areas(
    segments: tuple[Segment, ...], size: int
) -> tuple[list[Image.Image], Image.Image]:
    """The area of each segment that is not a field, and all of this together with junctions."""
    lies = courses(segments)
    masks = [_blank(size) for _ in segments]
    for city in lies.cities:
        masks[city.segment] = fill_smoothly([city.outline], size)
    built = unite([masks[city.segment] for city in lies.cities], size)
    if lies.cloister is not None:
        masks[lies.cloister] = fill_smoothly([disc(lies.hub, CLOISTER)], size)
        built = ImageChops.lighter(built, masks[lies.cloister])
    for road in lies.roads:
        strip = ImageChops.subtract(fill_smoothly([_strip(road)], size), built)
        masks[road.segment] = ImageChops.lighter(masks[road.segment], strip)
    return masks, ImageChops.lighter(built, road_mask(lies, size))


def road_mask(lies: Courses, size: int) -> Image.Image:
    outlines = [_strip(road) for road in lies.roads]
    if lies.junction:
        outlines.append(disc(lies.hub, JUNCTION))
    return fill_smoothly(outlines, size)


def _strip(road: Road) -> Polyline:
    return ribbon(road.line, ROAD)


@lru_cache(maxsize=64)
def _field_parts(segments: tuple[Segment, ...]) -> Mapping[int, Image.Image]:
    """For each field the part of the tile that its ports reach, a little beyond its edges; what
    several fields reach goes to the one with the nearest port. Computed once for all sizes, since
    it is slow."""
    _, taken = _segment_areas(segments, SAMPLES)
    fields = [index for index, segment in enumerate(segments) if segment.kind == "field"]
    seeds = {(index, _seed(port)) for index in fields for port in segments[index].ports}
    parts = {index: _blank(SAMPLES) for index in fields}
    for region, within in _regions(taken.point(OPAQUE), {place for _, place in seeds}):
        owners = {seed for seed in seeds if seed[1] in within}
        if len({index for index, _ in owners}) == 1:
            index, _ = next(iter(owners))
            parts[index] = ImageChops.lighter(parts[index], region)
            continue
        for y, x in product(range(SAMPLES), repeat=2):
            if region.getpixel((x, y)):
                index, _ = min(owners, key=lambda owner: (dist(owner[1], (x, y)), owner))
                parts[index].putpixel((x, y), 255)
    grown: dict[int, Image.Image] = {}
    for index, part in parts.items():
        others = unite([one for other, one in parts.items() if other != index], SAMPLES)
        grown[index] = ImageChops.subtract(spread(part, 2), others)
    return grown


def _seed(port: int) -> tuple[int, int]:
    side, third = divmod(port, 3)
    place = along_border(side + (0.25, 0.5, 0.75)[third])
    x, y = (min(SAMPLES - 2, max(1, int(way * SAMPLES))) for way in place)
    return x, y


def _regions(
    taken: Image.Image, places: set[tuple[int, int]]
) -> Iterable[tuple[Image.Image, set[tuple[int, int]]]]:
    """The connected free parts that contain any of the places, each with the places in it."""
    left = {place for place in places if not taken.getpixel(place)}
    while left:
        filled = taken.copy()
        ImageDraw.floodfill(filled, min(left), 128)
        region = filled.point([255 * (v == 128) for v in range(256)])
        within = {place for place in left if region.getpixel(place)}
        left -= within
        yield region, within


def unite(masks: Sequence[Image.Image], size: int) -> Image.Image:
    return reduce(ImageChops.lighter, masks, _blank(size))


def _blank(size: int) -> Image.Image:
    return Image.new("L", (size, size))
