"""Places of the parts of a tile, by the points of the compass."""

from collections.abc import Sequence
from functools import cache

from engine.tiles.tile import PORT_NAMES, SIDES, Segment, TurnedTile

MIDDLE = "middle"
# The places of the ports from the north-west clockwise to the east; the others lie opposite.
_ACROSS = ((-1, -2), (0, -2), (1, -2), (2, -1), (2, 0), (2, 1))
# The place of each port, seen from the middle of the tile; x grows to the east, y to the south.
PLACES = (*_ACROSS, *((-x, -y) for x, y in _ACROSS))


def segment_at(tile: TurnedTile, port: int) -> Segment:
    return next(segment for segment in tile.segments if port in segment.ports)


def segment_of(tile: TurnedTile, token: str) -> int:
    """Find the index of the segment that a follower such as `knight@N` would stand on; one that is
    named by no port stands on the segment without any."""
    _, _, port = token.partition("@")
    ports = {PORT_NAMES.index(port)} if port else set[int]()
    return next(
        index
        for index, segment in enumerate(tile.segments)
        if (ports <= {*segment.ports} if ports else not segment.ports)
    )


@cache
def directions(segment: Segment) -> Sequence[str]:
    """Find the direction of the middle of a segment's ports, or all the sides that it joins: `N`,
    `SE`, `MIDDLE`."""
    x, y = middle_of(segment)
    if x or y:
        return (_direction(x, y),)
    sides = sorted({port // 3 for port in segment.ports})
    return (MIDDLE,) if len(sides) in (0, len(SIDES)) else tuple(SIDES[side] for side in sides)


def middle_of(segment: Segment) -> tuple[float, float]:
    """Find the middle of a segment's ports, as seen from the middle of the tile."""
    places = [PLACES[port] for port in segment.ports]
    count = max(1, len(places))
    return sum(x for x, _ in places) / count, sum(y for _, y in places) / count


def _direction(x: float, y: float) -> str:
    """Find the nearest of the eight points of the compass."""
    far = max(abs(x), abs(y))
    near = min(abs(x), abs(y))
    slanted = 12 * near > 5 * far
    north_south = ("N" if y < 0 else "S") if slanted or abs(y) == far else ""
    east_west = ("W" if x < 0 else "E") if slanted or abs(x) == far else ""
    return north_south + east_west
