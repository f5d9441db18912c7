"""The seam of light along the border of a feature that is complete.

Knows shapes, and at which ports a feature continues beyond a side. Knows no game.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import dist
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from engine.tiles.ports import PORTS
from engine.tiles.tile import Segment, TurnedTile
from render.art.texture import moved, padded, shrunk
from render.castle.art.buildings.houses import EAVES
from render.castle.art.buildings.side_edges import facing_halves, halves_of
from render.castle.art.buildings.towers import FACE
from render.castle.art.colours import palette
from render.picture.cache import cached, image_weight
from render.tiles.art.paths import CENTRE, PLAZA, Way, disc, lengthened, road_outlines
from render.tiles.art.shapes import (
    Outline,
    owners_of,
    settled_ways,
    turned_mask,
    unturned_shape,
)

ROOM = 0.12
"""How much of the neighbours is considered, in tiles."""
WIDTHS = (1, 0.75, 0.5, 0.25)
"""If a feature is too narrow, its seam is moved nearer to the border by these factors; the first
that makes it visible is used."""
SEEN = 128
"""A seam is visible if it covers at least this much of a pixel, in at least as many pixels as the
tile is wide."""
GATE, BASIN = 0.04, 0.12
"""How much of a path a gate takes up, and how far a fountain extends around its middle."""


class Seam(NamedTuple):
    near: float
    far: float | None
    """Where the seam begins and ends, in tiles from the border of the part seen from above. Without
    an end it covers all of the part."""
    strength: float
    front: float = 0.0
    """The height of the wall visible in the south."""


SEAMS = {
    "house": Seam(0.026, 0.05, 0.9, EAVES),
    "tower": Seam(0.095, 0.121, 0.8, FACE),
    "path": Seam(0.02, None, 0.75),
}
"""Houses and towers are lined; paths are paved from kerb to kerb."""


def draw_seams(
    image: Image.Image,
    turned: TurnedTile,
    complete: Collection[int],
    neighbours: Sequence[TurnedTile | None],
) -> None:
    """Draw the seams of some segments on the picture of a tile. They continue into the neighbours
    where these continue the feature, and are closed at all other ports."""
    closed = frozenset(range(PORTS)) - _joined(turned, neighbours)
    for segment in complete:
        ports = closed.intersection(turned.segments[segment].ports)
        image.paste(palette.SEAM, (0, 0), _band(turned, segment, ports, image.width))


def _joined(turned: TurnedTile, neighbours: Sequence[TurnedTile | None]) -> set[int]:
    """The ports at which features continue beyond the sides, one neighbour per side."""
    return {
        3 * side + place
        for side, other in enumerate(neighbours)
        if other is not None
        for place, kind in enumerate(facing_halves(other, side))
        if kind == halves_of(turned, side)[place]
    }


@cached(image_weight)
def _band(turned: TurnedTile, segment: int, closed: frozenset[int], size: int) -> Image.Image:
    """What the seam of a segment covers, closed at these ports."""
    seam, room = SEAMS[turned.segments[segment].kind], round(ROOM * size)
    unturned = _area(turned.tile.segments, segment, size, room)
    area = turned_mask(unturned, turned.rotation).copy()
    for port in closed:
        area.paste(0, _beyond(port, size, room))
    tile = (room, room, room + size, room + size)
    top = ImageChops.multiply(area, moved(area, 0, -round(seam.front * size)))
    for part in WIDTHS:
        rim = _rim(top, seam, part * size).crop(tile)
        if sum(rim.histogram()[SEEN:]) > size:
            break
    return rim.point([round(v * seam.strength) for v in range(256)])


def _rim(top: Image.Image, seam: Seam, unit: float) -> Image.Image:
    rim = shrunk(top, seam.near * unit)
    return rim if seam.far is None else ImageChops.subtract(rim, shrunk(top, seam.far * unit))


@cached(image_weight)
def _area(segments: tuple[Segment, ...], segment: int, size: int, room: int) -> Image.Image:
    """The mask of a segment of an unturned tile, extended beyond the border of the tile. Shared:
    not to be modified."""
    shape = unturned_shape(segments, size)
    ways = settled_ways(segments, owners_of(segments), shape)
    area = shape.areas[segment]
    if area is None:
        return _path(ways, segment, size, room)
    whole = padded(area, room)
    return ImageChops.subtract(whole, _filled(road_outlines(ways), size, room))


def _path(ways: Sequence[Way], segment: int, size: int, room: int) -> Image.Image:
    """The path of a segment without its square, fountain and gate."""
    own = way = next(way for way in ways if segment in way.segments)
    if way.square:
        own = replace(way, arms=(way.arms[way.segments.index(segment)],), square=False)
    elif not way.divides:
        own = lengthened(way, dist(*way.arms[0]) - GATE)
    path = _filled(road_outlines([own]), size, room)
    discs = [disc(CENTRE, PLAZA)] if way.square else []
    discs += [disc(way.fountain_place, BASIN) for way in ways if way.fountain]
    return ImageChops.subtract(path, _filled(discs, size, room))


def _filled(outlines: Sequence[Outline], size: int, room: int) -> Image.Image:
    mask = Image.new("L", (size + 2 * room, size + 2 * room))
    draw = ImageDraw.Draw(mask)
    for outline in outlines:
        draw.polygon([(room + x * size, room + y * size) for x, y in outline], 255)
    return mask


def _beyond(port: int, size: int, room: int) -> tuple[int, int, int, int]:
    """The area beyond a half of a side, or beyond a whole side where a path ends."""
    side, place = divmod(port, 3)
    whole, middle = size + 2 * room, room + size // 2
    start, end = ((0, middle), (0, whole), (middle, whole))[place]
    if side in (2, 3):
        start, end = whole - end, whole - start
    far = whole - room
    return (
        (start, 0, end, room),
        (far, start, whole, end),
        (start, far, end, whole),
        (0, start, room, end),
    )[side]
