"""Which part of a tile belongs to which segment, as masks. Knows no colours.

Cities, roads, junctions and cloisters are where their courses say. The rest is field, and belongs
to the segment whose ports it reaches.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import dist

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.tiles.tile import Segment, TurnedTile
from render.carcassonne.art.shape.courses import CLOISTER, Courses, Line, Road, courses
from render.picture.cache import cached, image_weight
from render.tiles.art.paths import disc, ribbon
from render.tiles.art.shapes import CLOCKWISE, along_border

FINER = 4
"""How much finer the masks are drawn."""
SAMPLES = 64
"""The side of the grid used to tell fields apart."""
ROAD = 0.05
"""Half the width of a road."""
JUNCTION = 0.16
"""How far the houses at a junction extend from the hub."""
OPAQUE = [255 * (v > 127) for v in range(256)]

Masks = tuple[Image.Image, ...]


def land(turned: TurnedTile, size: int) -> Masks:
    """What each segment covers on the turned tile. Shared: not to be modified."""
    masks = unturned_land(turned.tile.segments, size)
    way = CLOCKWISE[turned.rotation]
    return masks if way is None else tuple(mask.transpose(way) for mask in masks)


def masks_weight(masks: Masks) -> int:
    return sum(map(image_weight, masks))


@cached(masks_weight)
def unturned_land(segments: tuple[Segment, ...], size: int) -> Masks:
    masks, taken = _taken(segments, size)
    for index, part in _field_parts(segments).items():
        whole = part.resize(taken.size, Image.Resampling.NEAREST)
        masks[index] = ImageChops.subtract(whole, taken)
    return tuple(masks)


def _taken(segments: tuple[Segment, ...], size: int) -> tuple[list[Image.Image], Image.Image]:
    """What each segment that is not a field covers, and all of this together with junctions."""
    lies = courses(segments)
    masks = [_blank(size) for _ in segments]
    for city in lies.cities:
        masks[city.segment] = _polygons([city.outline], size)
    built = _united([masks[city.segment] for city in lies.cities], size)
    if lies.cloister is not None:
        masks[lies.cloister] = _polygons([disc(lies.hub, CLOISTER)], size)
        built = ImageChops.lighter(built, masks[lies.cloister])
    for road in lies.roads:
        strip = ImageChops.subtract(_polygons([_strip(road)], size), built)
        masks[road.segment] = ImageChops.lighter(masks[road.segment], strip)
    return masks, ImageChops.lighter(built, road_mask(lies, size))


def road_mask(lies: Courses, size: int) -> Image.Image:
    """All roads, and the junction."""
    outlines = [_strip(road) for road in lies.roads]
    if lies.junction:
        outlines.append(disc(lies.hub, JUNCTION))
    return _polygons(outlines, size)


def _strip(road: Road) -> Line:
    return ribbon(road.line, ROAD)


@lru_cache(maxsize=64)
def _field_parts(segments: tuple[Segment, ...]) -> Mapping[int, Image.Image]:
    """For each field the part of the tile that its ports reach, a little beyond its edges; what
    several fields reach goes to the one with the nearest port. Computed once for all sizes, since
    it is slow."""
    _, taken = _taken(segments, SAMPLES)
    fields = [index for index, segment in enumerate(segments) if segment.kind == "field"]
    seeds = {(index, _seed(port)) for index in fields for port in segments[index].ports}
    parts = {index: _blank(SAMPLES) for index in fields}
    for region, within in _regions(taken.point(OPAQUE), {place for _, place in seeds}):
        owners = {seed for seed in seeds if seed[1] in within}
        if len({index for index, _ in owners}) == 1:
            index, _ = next(iter(owners))
            parts[index] = ImageChops.lighter(parts[index], region)
        else:
            _divide(region, owners, parts)
    return {index: _grown(index, parts) for index in fields}


def _grown(index: int, parts: Mapping[int, Image.Image]) -> Image.Image:
    others = _united([part for other, part in parts.items() if other != index], SAMPLES)
    return ImageChops.subtract(parts[index].filter(ImageFilter.MaxFilter(5)), others)


def _seed(port: int) -> tuple[int, int]:
    """A place just inside the tile at a port."""
    side, third = divmod(port, 3)
    x, y = along_border(side + (0.25, 0.5, 0.75)[third])
    return _sample(x), _sample(y)


def _sample(way: float) -> int:
    return min(SAMPLES - 2, max(1, int(way * SAMPLES)))


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


def _divide(
    region: Image.Image,
    owners: set[tuple[int, tuple[int, int]]],
    parts: dict[int, Image.Image],
) -> None:
    for y in range(SAMPLES):
        for x in range(SAMPLES):
            if region.getpixel((x, y)):
                index, _ = min(owners, key=lambda owner: (dist(owner[1], (x, y)), owner))
                parts[index].putpixel((x, y), 255)


def _united(masks: Sequence[Image.Image], size: int) -> Image.Image:
    whole = _blank(size)
    for mask in masks:
        whole = ImageChops.lighter(whole, mask)
    return whole


def _polygons(outlines: Sequence[Line], size: int) -> Image.Image:
    side = size * FINER
    mask = _blank(side)
    draw = ImageDraw.Draw(mask)
    for outline in outlines:
        draw.polygon([(x * side, y * side) for x, y in outline], 255)
    return mask.reduce(FINER)


def _blank(size: int) -> Image.Image:
    return Image.new("L", (size, size))
