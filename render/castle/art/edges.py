"""Border between two tiles: nothing where features join, an edge elsewhere; and the seam of light
along the border of a feature that is complete.

A tower or house that ends at a border has its merlons or eaves there, and casts its shadow on a
lower neighbour. The castle wall is the highest; a path that runs into it ends at a gate.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import dist
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from engine.tiles.tile import FACING, PORTS, Segment, TurnedTile, opposite
from render.castle.art import palette
from render.castle.art.shapes import road_mask, unturned_shape, ways_of
from render.castle.art.ways import PLAZA, Way, lengthen
from render.picture import palette as materials
from render.picture.cache import PackingCache, cache_results, image_weight
from render.picture.masks import Point, pad, reduce_evenly, shift, shrink
from render.picture.palette import INK
from render.picture.scene import Colour
from render.tiles.geometry import (
    CENTRE,
    HALF_WIDTH,
    OVERSAMPLING,
    disc,
    fill_outlines,
    turn_box,
    turn_mask,
)

# The height of the wall visible under the southern eaves.
EAVES = 0.05
# The width of the dark line around a roof, which distinguishes it from a court by lightness
# alone.
EAVE = 0.022

# The height of the wall face visible in the south.
FACE = 0.06

# The extent of a strip into each of the two cells, in tiles.
DEPTH = 0.16
# The height of the wall that a strip shows in the south, in tiles.
FRONT = 0.05
# The length of a shadow, in tiles; that of the castle wall is longer.
SHADOW = 0.06
# The heights of kinds, compared with each other.
HEIGHTS = {"court": 0, "path": 0, "house": 1, "tower": 2, "wall": 3}
# The kinds beyond a side that faces the castle wall.
WALL = ("wall", "wall", "wall")
# The number of the southern side.
SOUTH = 2

# The kinds that own the three ports of a side, in the order of the first tile's ports.
Kinds = tuple[str | None, ...]


class Strip(NamedTuple):
    """A picture to lay over a border, and its place, from the top left of the first tile's cell."""

    image: Image.Image
    dx: int
    dy: int


def kinds_on_side(turned: TurnedTile, side: int) -> Kinds:
    """List the kinds that own the three ports of a side, clockwise."""
    return tuple(_kind(turned, 3 * side + step) for step in range(3))


def kinds_beyond_side(turned: TurnedTile, side: int) -> Kinds:
    """List the kinds of the neighbour beyond a side, in the order of the first tile's three
    ports."""
    return tuple(_kind(turned, FACING[3 * side + step]) for step in range(3))


def _kind(turned: TurnedTile, port: int) -> str | None:
    owner = turned.owners[port]
    return None if owner is None else turned.segments[owner].kind


def depth_of(cell: int) -> int:
    """Measure how far a strip reaches into each of the two cells, in pixels."""
    return round(cell * DEPTH)


def draw_edge(own: Kinds, neighbour: Kinds | None, side: int, cell: int) -> Strip | None:
    """Draw the strip over a border; `neighbour` is None for the plain castle wall."""
    if neighbour == own:
        return None
    depth = depth_of(cell)
    dx, dy = ((0, -depth), (cell - depth, 0), (0, cell - depth), (-depth, 0))[side]
    return Strip(_draw_edge(own, neighbour, side, cell), dx, dy)


@cache_results(image_weight, PackingCache)
def _draw_edge(own: Kinds, neighbour: Kinds | None, side: int, cell: int) -> Image.Image:
    edge = _Edge(side, cell)
    neighbour_or_wall = WALL if neighbour is None else neighbour
    gap = HALF_WIDTH if own[1] == "path" else 0.0
    first = (str(own[0]), str(neighbour_or_wall[0]))
    second = (str(own[2]), str(neighbour_or_wall[2]))
    parts = [(0.0, 0.5 - gap, *first), (0.5 + gap, 1.0, *second)]
    if not gap and first == second:
        parts = [(0.0, 1.0, *first)]
    for start, end, own_kind, other_kind in parts:
        if own_kind != other_kind:
            edge.divide(start, end, own_kind, other_kind)
    if neighbour is None and own[1] == "path":
        edge.wall_gate()
    return reduce_evenly(edge.image, OVERSAMPLING)


class _Edge:
    """A strip in the making; its coordinates run along the side clockwise, and outwards."""

    def __init__(self, side: int, cell: int) -> None:
        self.side = side
        self.cell = cell
        self.depth = depth_of(cell)
        size = (cell, 2 * self.depth) if side % 2 == 0 else (2 * self.depth, cell)
        self.image = Image.new("RGBA", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING))
        self.draw = ImageDraw.Draw(self.image)

    def at(self, along: float, out: float) -> Point:
        depth = self.depth / self.cell
        x, y = (
            (along, depth - out),
            (depth + out, along),
            (1 - along, depth + out),
            (depth - out, 1 - along),
        )[self.side]
        return x * self.cell * OVERSAMPLING, y * self.cell * OVERSAMPLING

    def band(self, span: Point, near: float, far: float, colour: Colour, alpha: int = 255) -> None:
        (ax, ay) = self.at(span[0], near)
        (bx, by) = self.at(span[1], far)
        box = (min(ax, bx), min(ay, by), max(ax, bx) - 1, max(ay, by) - 1)
        if box[2] >= box[0] and box[3] >= box[1]:
            self.draw.rectangle(box, (*colour, alpha))

    def divide(self, start: float, end: float, own_kind: str, other_kind: str) -> None:
        """Close off what stands on either side of this part of the border."""
        span = (start, end)
        self._shade(span, own_kind, other_kind)
        for kind, sign, facing in ((own_kind, -1, self.side), (other_kind, 1, opposite(self.side))):
            front = FRONT if facing == SOUTH else 0.0
            if kind == "house":
                self._eaves(span, sign, front, facing)
            elif kind == "tower":
                self._parapet(span, sign, front)

    def _shade(self, span: Point, own_kind: str, other_kind: str) -> None:
        """Draw the shadow cast by the higher one, if it is to the north or the west."""
        own_is_higher = HEIGHTS[own_kind] > HEIGHTS[other_kind]
        if HEIGHTS[own_kind] == HEIGHTS[other_kind] or (self.side in (1, 2)) != own_is_higher:
            return
        steps = 6
        sign = 1 if own_is_higher else -1
        reach = SHADOW * (1.5 if "wall" in (own_kind, other_kind) else 1.0)
        for step in range(steps):
            near = reach * step / steps
            far = reach * (step + 1) / steps
            self.band(span, sign * near, sign * far, (40, 36, 48), 120 - 18 * step)

    def _eaves(self, span: Point, sign: int, front: float, facing: int) -> None:
        if front:
            self.band(span, 0, sign * front, palette.PLASTER)
            for post in range(16):
                middle = (post + 0.5) / 16
                if span[0] < middle < span[1]:
                    self.band((middle - 0.008, middle + 0.008), 0, sign * front, palette.TIMBER)
            self.band(span, sign * 0.034, sign * front, palette.ROOF_LINE, 150)
        self.band(span, sign * front, sign * (front + EAVE), palette.ROOF_LINE)
        if not front:
            light = palette.ROOF_DARK if facing == 1 else palette.ROOF_LIGHT
            self.band(span, sign * EAVE, sign * 0.055, light, 200)
        self.band(span, 0, sign * 0.012, palette.ROOF_LINE)

    def _parapet(self, span: Point, sign: int, front: float) -> None:
        if front:
            self.band(span, 0, sign * front, palette.STONE_DARK)
            self.band(span, sign * 0.02, sign * 0.026, materials.STONE_LINE, 150)
        self.band(span, sign * front, sign * (front + 0.08), palette.STONE)
        self.band(span, sign * (front + 0.08), sign * (front + 0.09), materials.STONE_LINE, 140)
        count = max(1, round((span[1] - span[0]) * 12))
        pitch = (span[1] - span[0]) / count
        for number in range(count):
            middle = span[0] + (number + 0.5) * pitch
            outer = (middle - pitch * 0.36, middle + pitch * 0.36)
            self.band(outer, sign * front, sign * (front + 0.07), materials.STONE_LINE)
            inner = (outer[0] + 0.01, outer[1] - 0.01)
            self.band(inner, sign * (front + 0.012), sign * (front + 0.058), materials.STONE_LIGHT)
        self.band(span, 0, sign * 0.012, materials.STONE_LINE)

    def wall_gate(self) -> None:
        """Draw the arch in the castle wall through which a path leaves."""
        span = (0.5 - HALF_WIDTH, 0.5 + HALF_WIDTH)
        self.band((span[0] - 0.03, span[1] + 0.03), -0.02, 0.12, palette.WALL_LINE)
        self.band((span[0] - 0.018, span[1] + 0.018), -0.008, 0.108, palette.WALL_LIGHT)
        self.band(span, -0.02, 0.085, INK)
        self.band((span[0] + 0.012, span[1] - 0.012), -0.02, 0.07, materials.DOOR)
        for plank in (0.3, 0.5, 0.7):
            middle = span[0] + (span[1] - span[0]) * plank
            self.band((middle - 0.004, middle + 0.004), -0.02, 0.07, materials.DOOR_DARK)


# The part of the neighbours that is considered, in tiles.
ROOM = 0.12
# The factors by which the seam of a narrow feature is moved nearer to the border: the first that
# makes it visible is used.
WIDTHS = (1, 0.75, 0.5, 0.25)
# The least that a visible seam covers of a pixel, in at least as many pixels as the tile is wide.
SEEN = 128
# The extent of a gate along a path, in tiles.
GATE = 0.04
# The radius of a fountain, in tiles.
BASIN = 0.12


class Seam(NamedTuple):
    near: float
    far: float | None
    """The beginning and end of the seam, in tiles from the border of the part seen from above.
    Without an end it covers all of the part."""
    strength: float
    front: float = 0.0
    """The height of the wall visible in the south."""


# Houses and towers are lined; paths are paved from kerb to kerb.
SEAMS = {
    "house": Seam(0.026, 0.05, 0.9, EAVES),
    "tower": Seam(0.095, 0.121, 0.8, FACE),
    "path": Seam(0.02, None, 0.75),
}


def draw_seams(
    image: Image.Image,
    turned: TurnedTile,
    complete: Collection[int],
    neighbours: Sequence[TurnedTile | None],
) -> None:
    """Draw the seams of some segments on the picture of a tile. They continue into the neighbours
    where these continue the feature, and are closed at all other ports."""
    closed = frozenset(range(PORTS)) - _open_ports(turned, neighbours)
    for segment in complete:
        ports = closed.intersection(turned.segments[segment].ports)
        image.paste(palette.SEAM, (0, 0), _band(turned, segment, ports, image.width))


def _open_ports(turned: TurnedTile, neighbours: Sequence[TurnedTile | None]) -> set[int]:
    """List the ports at which features continue beyond the sides, one neighbour per side."""
    return {
        3 * side + place
        for side, neighbour in enumerate(neighbours)
        if neighbour is not None
        for place, kind in enumerate(kinds_beyond_side(neighbour, side))
        if kind == kinds_on_side(turned, side)[place]
    }


@cache_results(image_weight, PackingCache)
def _band(turned: TurnedTile, segment: int, closed: frozenset[int], size: int) -> Image.Image:
    """Find the area of a segment's seam, closed at these ports."""
    seam = SEAMS[turned.segments[segment].kind]
    room = round(ROOM * size)
    unturned = _area(turned.tile.segments, segment, size, room)
    area = turn_mask(unturned, turned.rotation).copy()
    whole = size + 2 * room
    middle = room + size // 2
    for side, place in (divmod(port, 3) for port in closed):
        # A half of a side is closed, or a whole side where a path ends.
        start, end = ((0, middle), (0, whole), (middle, whole))[place]
        area.paste(0, turn_box((start, 0, end, room), side, whole))
    tile = (room, room, room + size, room + size)
    top = ImageChops.multiply(area, shift(area, 0, -round(seam.front * size)))
    for part in WIDTHS:
        rim = shrink(top, seam.near * part * size)
        if seam.far is not None:
            rim = ImageChops.subtract(rim, shrink(top, seam.far * part * size))
        rim = rim.crop(tile)
        if sum(rim.histogram()[SEEN:]) > size:
            break
    return rim.point([round(v * seam.strength) for v in range(256)])


@cache_results(image_weight, PackingCache)
def _area(segments: tuple[Segment, ...], segment: int, size: int, room: int) -> Image.Image:
    """Make the mask of a segment of an unturned tile, extended beyond the border of the tile.
    Shared: not to be modified."""
    shape = unturned_shape(segments, size)
    ways = ways_of(segments, shape)
    area = shape[segment]
    if area is None:
        return _path(ways, segment, size, room)
    whole = pad(area, room)
    return ImageChops.subtract(whole, road_mask(ways, size, room))


def _path(ways: Sequence[Way], segment: int, size: int, room: int) -> Image.Image:
    """Make the mask of a segment's path without its square, fountain and gate."""
    way = next(way for way in ways if segment in way.segments)
    path_way = way
    if way.square:
        path_way = replace(way, arms=(way.arms[way.segments.index(segment)],), square=False)
    elif not way.divides:
        path_way = lengthen(way, dist(*way.arms[0]) - GATE)
    path = road_mask([path_way], size, room)
    discs = [disc(CENTRE, PLAZA)] if way.square else []
    discs += [disc(way.fountain_point, BASIN) for way in ways if way.fountain]
    return ImageChops.subtract(path, fill_outlines(discs, size, room))
