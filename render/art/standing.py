"""Where a follower stands on a segment of a tile. Knows shapes, draws nothing."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from engine.tiles.tile import Segment, Tile, TurnedTile
from render.art.paths import Point, Way, road_outlines
from render.art.shapes import owners_of, segment_shape, settled_ways

SIZE = 48
ROOM = 14
"""A spot wants this much room around it, in 48ths of a tile; more is no better."""
STALL_ROOM = 8
"""The same for a stall."""
STALL_DEPTH = 0.135
"""How far the middle of a stall keeps from the border of the tile, in tiles."""


def find_places(tiles: Iterable[Tile]) -> None:
    """Find the places of these tiles now, so that no picture has to wait for it later."""
    for tile in tiles:
        _places(tile.segments)


def follower_spot(turned: TurnedTile, port: int) -> Point:
    """A place in the cell, both parts 0 to 1, on the segment that owns this port."""
    owner = turned.owners[port]
    assert owner is not None, f"port {port} of {turned.tile.id} belongs to no segment"
    return _turned(_places(turned.tile.segments)[0][owner], turned.rotation)


def market_spots(turned: TurnedTile) -> dict[int, tuple[Point, ...]]:
    """For each court with markets the places of its stalls."""
    return {
        court: tuple(_turned(spot, turned.rotation) for spot in spots)
        for court, spots in _places(turned.tile.segments)[1]
    }


def _turned(spot: Point, quarters: int) -> Point:
    x, y = spot
    return ((x, y), (1 - y, x), (1 - x, 1 - y), (y, 1 - x))[quarters]


@lru_cache(maxsize=512)
def _places(
    segments: tuple[Segment, ...],
) -> tuple[tuple[Point, ...], tuple[tuple[int, tuple[Point, ...]], ...]]:
    """For each segment of a tile that is not turned its spot; for each court its stalls."""
    owners = owners_of(segments)
    shape = segment_shape(segments, owners, SIZE)
    ways = settled_ways(segments, owners, shape)
    roads = road_mask(ways, SIZE)
    spots, stalls = [], []
    for index, area in enumerate(shape.areas):
        if area is None:
            spots.append(_on_path(next(way for way in ways if index in way.segments), index))
            continue
        free = area.point([255 * (v > 127) for v in range(256)])
        free.paste(0, (0, 0), roads)
        if segments[index].kind == "court" and segments[index].marks:
            stalls.append((index, tuple(_stall(free) for _ in range(segments[index].marks))))
        spots.append(_roomiest(free))
    return tuple(spots), tuple(stalls)


def _stall(free: Image.Image) -> Point:
    """A place for a stall, as far out as there is room; it is free no longer."""
    places = _shrunk(free, STALL_ROOM)
    y, x = max(places, key=lambda place: (_from_centre(place), place))
    half = STALL_ROOM
    free.paste(0, (x - half, y - half, x + half, y + half))
    return _clear_of_border(x / SIZE), _clear_of_border(y / SIZE)


def _clear_of_border(way: float) -> float:
    """A stall may reach over the border of a small court, never over that of the tile."""
    return min(1 - STALL_DEPTH, max(STALL_DEPTH, way))


def _from_centre(place: tuple[int, int]) -> int:
    return (2 * place[0] - SIZE) ** 2 + (2 * place[1] - SIZE) ** 2


def road_mask(ways: Sequence[Way], size: int) -> Image.Image:
    """White where paths and squares lie."""
    mask = Image.new("L", (size, size))
    draw = ImageDraw.Draw(mask)
    for outline in road_outlines(ways):
        draw.polygon([(x * size, y * size) for x, y in outline], 255)
    return mask


def _on_path(way: Way, index: int) -> Point:
    if way.square:
        (x, y), (cx, cy) = way.arms[way.segments.index(index)]
        return x + (cx - x) * 0.36, y + (cy - y) * 0.36
    if way.divides and not way.fountain:
        return way.arms[0][-1]
    arm = way.arms[0]
    if len(arm) > 2:
        return arm[len(arm) // 2 - 1]
    (x, y), (ex, ey) = arm
    return x + (ex - x) * 0.42, y + (ey - y) * 0.42


def _roomiest(free: Image.Image) -> Point:
    """The point with the most room around it; among equals the one nearest to their middle."""
    places = _shrunk(free, ROOM)
    my, mx = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    y, x = min(places, key=lambda place: (place[0] - my) ** 2 + (place[1] - mx) ** 2)
    return (x + 0.5) / SIZE, (y + 0.5) / SIZE


def _shrunk(free: Image.Image, room: int) -> list[tuple[int, int]]:
    """The places (row, column) with this much room around them, or nearly as much as any."""
    framed = Image.new("L", (SIZE + 2, SIZE + 2))
    framed.paste(free, (1, 1))
    steps = [framed]
    while len(steps) <= room:
        smaller = steps[-1].filter(ImageFilter.MinFilter(3))
        if smaller.getbbox() is None:
            break
        steps.append(smaller)
    enough = len(steps) - 1 if len(steps) > room else max(0, len(steps) - 1 - len(steps) // 4)
    inside = steps[enough].crop((1, 1, SIZE + 1, SIZE + 1)).tobytes()
    return [divmod(number, SIZE) for number, value in enumerate(inside) if value]
