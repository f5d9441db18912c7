"""Square tiles: their twelve ports, their segments, and a tile turned and made ready for laying.

The ports are named like the points of a compass:

            NNW  N  NNE
       WNW               ENE
        W                 E
       WSW               ESE
            SSW  S  SSE

Numbered clockwise from NNW: side N 0 1 2, E 3 4 5, S 6 7 8, W 9 10 11. The middle port of a side is
its channel, the outer two are its halves.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

PORTS = 12
SIDES = "NESW"
PORT_NAMES = ("NNW", "N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW")
# The ports of each side.
PORTS_OF = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11))
CHANNELS = (1, 4, 7, 10)
# The step to the neighbour beyond each side; x grows east, y grows south.
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

# The neighbour's port that each port touches.
FACING = tuple((8 - port) % PORTS if port // 3 % 2 == 0 else 14 - port for port in range(PORTS))


def turn_port(port: int, quarters: int) -> int:
    """Turn a port by this many quarter turns clockwise."""
    return (port + 3 * quarters) % PORTS


def opposite(side: int) -> int:
    return (side + 2) % 4


class Segment(NamedTuple):
    """Part of a tile that belongs to one feature."""

    kind: str
    ports: tuple[int, ...]
    marks: int = 0
    """The number of marks of its kind (fountains, markets or pennants) on it."""


NO_THINGS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tile:
    """Stored states hold a hash of its repr, in which what lies beside segments is left out."""

    id: str
    segments: tuple[Segment, ...]
    beside: tuple[int, ...] = field(default=(), repr=False)
    """For each segment the bit set of those that it touches without being one with them, such as
    the cities at a field. Empty if no segment of the tile touches any."""
    things: tuple[frozenset[str], ...] = field(default=(), repr=False)
    """For each segment the names of what is on it, of which it only matters whether it is there.
    Empty if there is nothing on the tile."""


@dataclass(frozen=True, slots=True)
class TurnedTile:
    """A tile as it lies after some quarter turns clockwise."""

    tile: Tile
    rotation: int
    segments: tuple[Segment, ...]
    owners: tuple[int | None, ...]
    """For each port the index of the segment that owns it."""
    edges: tuple[int, int, int, int]
    """For each side a label; two tiles fit where the sides that meet have the same label."""


# The label of a side, from the kinds that own its three ports, clockwise.
EdgeLabel = Callable[[tuple[str | None, str | None, str | None]], int]


def turn_tile(tile: Tile, rotation: int, label: EdgeLabel) -> TurnedTile:
    segments = tuple(
        Segment(s.kind, tuple(sorted(turn_port(port, rotation) for port in s.ports)), s.marks)
        for s in tile.segments
    )
    owners: list[int | None] = [None] * PORTS
    for index, segment in enumerate(segments):
        for port in segment.ports:
            owners[port] = index
    kinds = [None if owner is None else segments[owner].kind for owner in owners]
    north, east, south, west = (label((kinds[p], kinds[p + 1], kinds[p + 2])) for p in (0, 3, 6, 9))
    return TurnedTile(tile, rotation, segments, tuple(owners), (north, east, south, west))
