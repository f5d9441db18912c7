"""Where a part of a tile is on it, by the points of the compass."""

from collections.abc import Sequence

from engine.tiles.ports import SIDES
from engine.tiles.tile import Segment, TurnedTile

MIDDLE = "middle"
_ACROSS = ((-1, -2), (0, -2), (1, -2), (2, -1), (2, 0), (2, 1))
PLACES = (*_ACROSS, *((-x, -y) for x, y in _ACROSS))
"""Where each port is, seen from the middle of the tile; x grows to the east, y to the south."""


def segment_at(tile: TurnedTile, port: int) -> Segment:
    return next(segment for segment in tile.segments if port in segment.ports)


def directions(segment: Segment) -> Sequence[str]:
    """The direction of the middle of its ports, or all the sides that it joins: `N`, `SE`,
    `MIDDLE`."""
    x = sum(PLACES[port][0] for port in segment.ports)
    y = sum(PLACES[port][1] for port in segment.ports)
    if x or y:
        return (_direction(x, y),)
    sides = sorted({port // 3 for port in segment.ports})
    return [MIDDLE] if len(sides) in (0, len(SIDES)) else [SIDES[side] for side in sides]


def _direction(x: int, y: int) -> str:
    """The nearest of the eight points of the compass."""
    far, near = max(abs(x), abs(y)), min(abs(x), abs(y))
    slanted = 12 * near > 5 * far
    north_south = ("N" if y < 0 else "S") if slanted or abs(y) == far else ""
    east_west = ("W" if x < 0 else "E") if slanted or abs(x) == far else ""
    return north_south + east_west
