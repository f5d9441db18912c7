"""Part of a tile that belongs to each segment, as masks made from the ports alone.

Every point of a tile belongs to the segment whose border is nearest. A segment with several
stretches of border is joined by a spine across the tile, and paths that cross the tile cut it into
faces that nothing extends across.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from math import hypot

from PIL import Image, ImageChops, ImageFilter

from engine.tiles.tile import CHANNELS, PORTS, Segment, TurnedTile
from render.castle.art.ways import PLAZA, Way, face_outlines, lengthen, path_ways, road_outlines
from render.picture.cache import cache_results, image_weight
from render.picture.masks import Point
from render.tiles import geometry

Outline = tuple[Point, ...]
# A part of a tile: the halves on its border, and the outlines that each contain all of it.
Face = tuple[frozenset[int], tuple[Outline, ...]]
# The ports of halves of sides.
HALVES = tuple(port for port in range(PORTS) if port not in CHANNELS)
# The largest distance, in tiles, that a distance field can represent.
REACH = 0.75
# The side of a distance field.
SAMPLES = 72
# The blur of borders between segments, in tiles.
SMOOTHING = 0.035
# The distance that the line of a half keeps from its ends; it makes borders between segments
# clear deep inside the tile, and leaves them in place on the border of the tile.
INSET = 0.13
# The kinds that yield to others, by how much: the more the farther from the border of the tile.
PENALTIES = {"court": 0.09}
# For each segment of a tile its mask, white where the segment is; None for a path, which lies on
# top of the others.
TileShape = tuple[Image.Image | None, ...]


def _weight(shape: TileShape) -> int:
    return sum(image_weight(area) for area in shape if area is not None)


def tile_shape(turned: TurnedTile, size: int) -> TileShape:
    """Find the shape of a tile in its rotation, made once for all four."""
    shape = unturned_shape(turned.tile.segments, size)
    return tuple(area and geometry.turn_mask(area, turned.rotation) for area in shape)


@cache_results(_weight)
def unturned_shape(segments: tuple[Segment, ...], size: int) -> TileShape:
    return segment_shape(segments, size)


def segment_shape(segments: Sequence[Segment], size: int) -> TileShape:
    areas: list[Image.Image | None] = [
        None if segment.kind == "path" else Image.new("L", (size, size)) for segment in segments
    ]
    for face, outlines in faces(segments):
        fields = _fields(segments, face)
        cut = Image.new("L", (size, size), 255)
        for outline in outlines:
            cut = ImageChops.multiply(cut, geometry.fill_outlines([outline], size))
        for index, mask in _masks(fields, size).items():
            area = areas[index]
            assert area is not None
            area.paste(mask, (0, 0), cut)
    return tuple(areas)


def ways_of(segments: Sequence[Segment], shape: TileShape) -> list[Way]:
    """Lay the paths of a tile, each stub as long as it needs to be to end at a building or court.
    Between two halves of one segment it ends inside that. Otherwise it runs on to the segment
    opposite, or as far as the two beside it extend.
    """
    ways = []
    owners = {port: index for index, segment in enumerate(segments) for port in segment.ports}
    for way in path_ways(segments):
        channel = way.channels[0]
        owners_beside = {owners.get(channel - 1), owners.get(channel + 1)}
        if way.divides or len(owners_beside) == 1:
            ways.append(way)
        else:
            ways.append(lengthen(way, _stub_length(shape, channel, owners_beside)))
    return ways


def _stub_length(shape: TileShape, channel: int, owners_beside: set[int | None]) -> float:
    for step in range(4, 46):
        _, (x, y) = geometry.inward(channel, step / 100)
        owner = owner_at(shape, x, y)
        if owner is not None and owner not in owners_beside:
            return max(0.14, step / 100 + 0.01)
    return 0.42


def owner_at(shape: TileShape, x: float, y: float) -> int | None:
    """Find the segment with the largest share of a point of the tile, paths aside."""
    shares = [
        (
            area.getpixel(
                [min(area.width - 1, int(coordinate * area.width)) for coordinate in (x, y)]
            ),
            -index,
        )
        for index, area in enumerate(shape)
        if area is not None
    ]
    return -max(shares)[1] if shares else None


def faces(segments: Sequence[Segment]) -> list[Face]:
    """Find the parts into which paths cut the tile."""
    parts: list[Face] = [(frozenset(HALVES), ())]
    for way in path_ways(segments):
        if way.divides:
            parts = [part for face in parts for part in _split_face(face, way)]
    return parts


def _split_face(face: Face, way: Way) -> list[Face]:
    halves, outlines = face
    parts = []
    for index, outline in enumerate(face_outlines(way)):
        channel = way.channels[index]
        next_channel = way.channels[(index + 1) % len(way.channels)]
        steps = range(1, (next_channel - channel) % PORTS or PORTS)
        halves_between = halves & {(channel + step) % PORTS for step in steps}
        if halves_between:
            parts.append((halves_between, (*outlines, outline)))
    return parts


def stretches(ports: Collection[int]) -> list[tuple[int, ...]]:
    """Group halves into runs of neighbours, clockwise."""
    numbers = [index for index, port in enumerate(HALVES) if port in ports]
    runs: list[list[int]] = []
    for index in numbers:
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    if len(runs) > 1 and runs[0][0] == 0 and runs[-1][-1] == len(HALVES) - 1:
        runs[0] = runs.pop() + runs[0]
    return [tuple(HALVES[index] for index in run) for run in runs]


def _fields(segments: Sequence[Segment], face: frozenset[int]) -> dict[int, Image.Image]:
    """Measure for each area segment in a face how far every point is from its border and its
    spines."""
    fields = {}
    for index, segment in enumerate(segments):
        runs = stretches(face.intersection(segment.ports))
        if not runs:
            continue
        starts = [_start_of(port) for run in runs for port in run]
        lines = [
            (geometry.along_border(start + INSET), geometry.along_border(start + 0.5 - INSET))
            for start in starts
        ]
        field = _darkest(list(map(_distances, lines)))
        middles = [geometry.along_border(_start_of(run[0]) + len(run) / 4) for run in runs]
        for start, end in pairwise([*middles, middles[0]] if len(middles) > 2 else middles):
            field = ImageChops.darker(field, _distances(spine(start, end)))
        penalty = _depths().point([round(v * PENALTIES.get(segment.kind, 0.0)) for v in range(256)])
        fields[index] = ImageChops.add(field, penalty)
    return fields


def _start_of(port: int) -> float:
    """Find the beginning of a half, in sides clockwise from the north-west corner."""
    return port // 3 + (0.5 if port % 3 else 0.0)


def spine(start: Point, end: Point) -> tuple[Point, ...]:
    """Draw a curve between two points of the border, drawn towards the centre."""
    points: list[Point] = []
    for step in range(9):
        t = step / 8
        a = (1 - t) ** 2
        b = 2 * t * (1 - t)
        c = t * t
        points.append((a * start[0] + b * 0.5 + c * end[0], a * start[1] + b * 0.5 + c * end[1]))
    return tuple(points)


@lru_cache(maxsize=256)
def _distances(line: tuple[Point, ...]) -> Image.Image:
    """Measure the distance of each point of the tile from a line, 255 being REACH. A painter that
    starts computes some hundred thousand of them."""
    pieces = [(ax, ay, bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(line)]
    values = bytearray()
    middles = [(sample + 0.5) / SAMPLES for sample in range(SAMPLES)]
    for y in middles:
        for x in middles:
            nearest = REACH
            for ax, ay, dx, dy in pieces:
                wx = x - ax
                wy = y - ay
                length = dx * dx + dy * dy
                along = wx * dx + wy * dy
                if along <= 0.0:
                    distance = hypot(wx, wy)
                elif along >= length:
                    distance = hypot(wx - dx, wy - dy)
                else:
                    along /= length
                    distance = hypot(wx - along * dx, wy - along * dy)
                nearest = min(nearest, distance)
            values.append(round(nearest / REACH * 255))
    return Image.frombytes("L", (SAMPLES, SAMPLES), bytes(values))


@lru_cache(maxsize=1)
def _depths() -> Image.Image:
    """Measure the distance of each point from the border of the tile, 255 being REACH."""
    depths = [
        min(sample + 0.5, SAMPLES - sample - 0.5) / SAMPLES / REACH * 255
        for sample in range(SAMPLES)
    ]
    return Image.frombytes(
        "L", (SAMPLES, SAMPLES), bytes(round(min(a, b)) for a in depths for b in depths)
    )


def _darkest(images: Sequence[Image.Image]) -> Image.Image:
    return reduce(ImageChops.darker, images)


def _masks(fields: dict[int, Image.Image], size: int) -> dict[int, Image.Image]:
    """Find for each segment where its field is the smallest, with soft edges one pixel wide."""
    if len(fields) == 1:
        return {next(iter(fields)): Image.new("L", (size, size), 255)}
    steep = [max(0, min(255, 128 + (v - 128) * 60)) for v in range(256)]
    masks = {}
    for index, field in fields.items():
        others = _darkest([other_field for key, other_field in fields.items() if key != index])
        lead = ImageChops.subtract(others, field, 1, 128)
        lead = lead.resize((size, size), Image.Resampling.BICUBIC)
        smooth = lead.filter(ImageFilter.GaussianBlur(size * SMOOTHING))
        smooth.paste(lead, (0, 0), _near_border(size))
        masks[index] = smooth.point(steep)
    return masks


@lru_cache(maxsize=4)
def _near_border(size: int) -> Image.Image:
    """Make a mask that is white along the border, where the shape must not be smoothed."""
    rim = Image.new("L", (size, size), 255)
    inset = round(size * 0.05)
    rim.paste(0, (inset, inset, size - inset, size - inset))
    return rim.filter(ImageFilter.GaussianBlur(size * 0.02))


def road_mask(ways: Sequence[Way], size: int, room: int = 0) -> Image.Image:
    """Make a mask, white where paths and squares are, also in the room beyond the border of the
    tile."""
    return geometry.fill_outlines(road_outlines(ways), size, room)


def segments_mask(turned: TurnedTile, chosen: tuple[int, ...], size: int) -> Image.Image:
    areas = tile_shape(turned, size)
    mask = Image.new("L", (size, size))
    for index in chosen:
        area = areas[index]
        if area is not None:
            mask.paste(area, (0, 0), area)
    paths = tuple(index for index, area in enumerate(areas) if area is None)
    all_paths = _paths_mask(turned, paths, size)
    if all_paths is not None:
        mask.paste(0, (0, 0), all_paths)
    chosen_paths = _paths_mask(turned, tuple(index for index in paths if index in chosen), size)
    if chosen_paths is not None:
        mask.paste(chosen_paths, (0, 0), chosen_paths)
    return mask


def mask_weight(mask: Image.Image | None) -> int:
    return 0 if mask is None else image_weight(mask)


@cache_results(mask_weight)
def _paths_mask(turned: TurnedTile, chosen: tuple[int, ...], size: int) -> Image.Image | None:
    """Find the area of some paths. Shared: not to be modified."""
    if not chosen:
        return None
    outlines = []
    for way in ways_of(turned.segments, tile_shape(turned, size)):
        for arm, segment in way.owned_arms:
            if segment in chosen:
                outlines.append(geometry.ribbon(arm))
                outlines.append(geometry.disc(arm[-1], geometry.HALF_WIDTH if way.divides else 0.0))
        if way.square and set(way.segments) <= set(chosen):
            outlines.append(geometry.disc(geometry.CENTRE, PLAZA))
    return geometry.fill_smoothly(outlines, size) if outlines else None
