"""The places of the parts of a tile, by the points of the compass."""

from collections.abc import Sequence
from functools import cache

from engine.tiles.tile import SIDES, Segment, TurnedTile

MIDDLE = "middle"
_ACROSS = ((-1, -2), (0, -2), (1, -2), (2, -1), (2, 0), (2, 1))
PLACES = (*_ACROSS, *((-x, -y) for x, y in _ACROSS))
"""Where each port is, seen from the middle of the tile; x grows to the east, y to the south."""


def segment_at(tile: TurnedTile, port: int) -> Segment:
    return next(segment for segment in tile.segments if port in segment.ports)


def alike_segments(tile: TurnedTile) -> tuple[int, ...]:
    """The segments that are not the only one of their kind on the tile, in the order in which a
    picture numbers them: from top to bottom, and from left to right."""
    kinds = [segment.kind for segment in tile.segments]
    alike = [index for index, kind in enumerate(kinds) if kinds.count(kind) > 1]
    return tuple(sorted(alike, key=lambda index: _middle(tile.segments[index])[::-1]))


def add_number(choice: str, tile: TurnedTile, segment: int) -> str:
    """A choice with the number of its segment, if that has one: `Farmer · north field (2)`."""
    alike = alike_segments(tile)
    return f"{choice} ({1 + alike.index(segment)})" if segment in alike else choice


@cache
def directions(segment: Segment) -> Sequence[str]:
    """The direction of the middle of its ports, or all the sides that it joins: `N`, `SE`,
    `MIDDLE`."""
    x, y = _middle(segment)
    if x or y:
        return (_direction(x, y),)
    sides = sorted({port // 3 for port in segment.ports})
    return (MIDDLE,) if len(sides) in (0, len(SIDES)) else tuple(SIDES[side] for side in sides)


def _middle(segment: Segment) -> tuple[float, float]:
    places = [PLACES[port] for port in segment.ports]
    count = max(1, len(places))
    return sum(x for x, _ in places) / count, sum(y for _, y in places) / count


def _direction(x: float, y: float) -> str:
    """The nearest of the eight points of the compass."""
    far, near = max(abs(x), abs(y)), min(abs(x), abs(y))
    slanted = 12 * near > 5 * far
    north_south = ("N" if y < 0 else "S") if slanted or abs(y) == far else ""
    east_west = ("W" if x < 0 else "E") if slanted or abs(x) == far else ""
    return north_south + east_west
