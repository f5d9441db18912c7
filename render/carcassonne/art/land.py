"""Land of a tile: which part belongs to which segment, as masks.

Cities, roads, rivers, junctions and cloisters are where their courses say. The rest is field, and
belongs to the segment whose ports it reaches.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from math import atan2, dist, sin

from PIL import Image, ImageChops, ImageDraw

from engine.tiles.tile import Segment, TurnedTile
from render.carcassonne.art.courses import (
    CLOISTER,
    LAKE,
    SPRING,
    Courses,
    Polyline,
    River,
    Road,
    courses,
    prolong,
)
from render.picture.cache import cache_results, image_weight
from render.picture.masks import Point, spread
from render.tiles.geometry import CLOCKWISE, along_border, disc, fill_smoothly, ribbon

# The side of the grid used to tell fields apart.
SAMPLES = 64
MIDDLE = (SAMPLES // 2, SAMPLES // 2)
# Half the width of a road.
ROAD = 0.05
# Half the width of a river.
RIVER = 0.085
# The share of its radius by which the shore of a lake has bays.
BAYS = 0.1
# The extent of the houses at a junction from the hub.
JUNCTION = 0.16
# A table that makes the soft edge of a mask hard.
OPAQUE = [255 * (v > 127) for v in range(256)]

Masks = tuple[Image.Image, ...]


def land(turned: TurnedTile, size: int) -> Masks:
    """Find the area of each segment on the turned tile. Shared: not to be modified."""
    masks = unturned_land(turned.tile.segments, size)
    transpose = CLOCKWISE[turned.rotation]
    return masks if transpose is None else tuple(mask.transpose(transpose) for mask in masks)


def segments_mask(turned: TurnedTile, chosen: tuple[int, ...], size: int) -> Image.Image:
    areas = land(turned, size)
    return unite([areas[index] for index in chosen], size)


def masks_weight(masks: Masks) -> int:
    return sum(map(image_weight, masks))


@cache_results(masks_weight)
def unturned_land(segments: tuple[Segment, ...], size: int) -> Masks:
    masks, covered = _segment_areas(segments, size)
    for index, part in _field_parts(segments).items():
        whole = part.resize(covered.size, Image.Resampling.NEAREST)
        masks[index] = ImageChops.subtract(whole, covered)
    return tuple(masks)


def _segment_areas(
    segments: tuple[Segment, ...], size: int
) -> tuple[list[Image.Image], Image.Image]:
    """Find the area of each segment that is not a field, and all of this together with
    junctions."""
    layout = courses(segments)
    masks = [_blank(size) for _ in segments]
    for city in layout.cities:
        masks[city.segment] = fill_smoothly([city.outline], size)
    covered = unite([masks[city.segment] for city in layout.cities], size)
    if layout.cloister is not None:
        masks[layout.cloister] = fill_smoothly(
            [disc(layout.hub, CLOISTER * layout.cloister_size)], size
        )
        covered = ImageChops.lighter(covered, masks[layout.cloister])
    if layout.river is not None:
        water = fill_smoothly(river_outlines(layout.river), size)
        for inner in (covered, road_mask(layout, size)):
            water = ImageChops.subtract(water, inner)
        masks[layout.river.segment] = water
    for road in layout.roads:
        strip = ImageChops.subtract(fill_smoothly([_strip(road)], size), covered)
        masks[road.segment] = ImageChops.lighter(masks[road.segment], strip)
    covered = ImageChops.lighter(covered, road_mask(layout, size))
    if layout.river is not None:
        covered = ImageChops.lighter(covered, masks[layout.river.segment])
    return masks, covered


def river_outlines(river: River, narrower: float = 0.0) -> list[Polyline]:
    """Outline the water: a river, and the spring or lake at the beginning of its line; all of it
    narrower by this much on every side."""
    outlines = [ribbon(prolong(river.line), RIVER - narrower)]
    if river.end == "spring":
        outlines.append(disc(river.line[0], SPRING - narrower))
    elif river.end == "lake":
        outlines.append(_shore(river.line[0], LAKE - narrower))
    return outlines


def _shore(middle: Point, radius: float) -> Polyline:
    """Outline a lake, which is not quite round."""
    (x, y) = middle
    return tuple(
        (u + (u - x) * BAYS * sin(3 * angle + 1), v + (v - y) * BAYS * sin(2 * angle))
        for u, v in disc(middle, radius)
        for angle in (atan2(v - y, u - x),)
    )


def road_mask(layout: Courses, size: int) -> Image.Image:
    outlines = [_strip(road) for road in layout.roads]
    if layout.junction:
        outlines.append(disc(layout.hub, JUNCTION))
    return fill_smoothly(outlines, size)


def _strip(road: Road) -> Polyline:
    return ribbon(road.line, ROAD)


@lru_cache(maxsize=64)
def _field_parts(segments: tuple[Segment, ...]) -> Mapping[int, Image.Image]:
    """Find for each field the part of the tile that its ports reach, a little beyond its edges;
    what several fields reach goes to the one with the nearest port. Computed once for all sizes,
    since it is slow."""
    _, covered = _segment_areas(segments, SAMPLES)
    fields = [index for index, segment in enumerate(segments) if segment.kind == "field"]
    seeds = {(index, _seed(port)) for index in fields for port in segments[index].ports}
    # IC7: a field that touches no side is in the middle.
    seeds |= {(index, MIDDLE) for index in fields if not segments[index].ports}
    parts = {index: _blank(SAMPLES) for index in fields}
    for region, spots in _regions(covered.point(OPAQUE), {spot for _, spot in seeds}):
        owners = {seed for seed in seeds if seed[1] in spots}
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
        others = unite([mask for owner, mask in parts.items() if owner != index], SAMPLES)
        grown[index] = ImageChops.subtract(spread(part, 2), others)
    return grown


def _seed(port: int) -> tuple[int, int]:
    side, third = divmod(port, 3)
    spot = along_border(side + (0.25, 0.5, 0.75)[third])
    x, y = spot
    return _seed_sample(x), _seed_sample(y)


def _seed_sample(coordinate: float) -> int:
    """Find the sample of a coordinate, not at the border."""
    return min(SAMPLES - 2, max(1, int(coordinate * SAMPLES)))


def _regions(
    covered: Image.Image, spots: set[tuple[int, int]]
) -> Iterable[tuple[Image.Image, set[tuple[int, int]]]]:
    """Find the connected free parts that contain any of the places, each with the places in it."""
    remaining = {spot for spot in spots if not covered.getpixel(spot)}
    while remaining:
        filled = covered.copy()
        ImageDraw.floodfill(filled, min(remaining), 128)
        region = filled.point([255 * (v == 128) for v in range(256)])
        reached = {spot for spot in remaining if region.getpixel(spot)}
        remaining -= reached
        yield region, reached


def unite(masks: Sequence[Image.Image], size: int) -> Image.Image:
    return reduce(ImageChops.lighter, masks, _blank(size))


def _blank(size: int) -> Image.Image:
    return Image.new("L", (size, size))
