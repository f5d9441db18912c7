"""Course of paths across a tile: through, bend, fork, crossing, square, or a stub that ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.tiles.tile import PORTS, Segment
from render.picture.masks import Point
from render.tiles.geometry import (
    CENTRE,
    CORNERS,
    HALF_WIDTH,
    MIDDLES,
    disc,
    inward,
    quarter_arc,
    ribbon,
)

# The radius of a square, in tiles.
PLAZA = 0.2
# The length of a stub where both its sides belong to one segment, in tiles.
STUB = 0.3


@dataclass(frozen=True)
class Way:
    """Connected paths on a tile."""

    segments: tuple[int, ...]
    channels: tuple[int, ...]
    arms: tuple[tuple[Point, ...], ...]
    """For each channel the line from the side to the hub where all arms meet."""
    square: bool = False
    fountain: bool = False

    @property
    def divides(self) -> bool:
        return len(self.channels) > 1

    @property
    def owned_arms(self) -> list[tuple[tuple[Point, ...], int]]:
        """Each arm with the segment it belongs to: one for all, or at a square one for each."""
        segments = self.segments * len(self.arms) if len(self.segments) == 1 else self.segments
        return list(zip(self.arms, segments, strict=True))

    @property
    def fountain_point(self) -> Point:
        """Place of its fountain: where arms fork, before the gate of a stub, and otherwise on the
        first arm, which leaves the second to a herald."""
        arm = self.arms[0]
        if len(self.arms) > 2:
            return arm[-1]
        if len(arm) > 2:
            return arm[len(arm) // 2]
        (x, y), (ex, ey) = arm
        return x + (ex - x) * 0.6, y + (ey - y) * 0.6


def path_ways(segments: Sequence[Segment]) -> list[Way]:
    paths = [
        (index, segment.ports) for index, segment in enumerate(segments) if segment.kind == "path"
    ]
    stubs = [(index, ports[0]) for index, ports in paths if len(ports) == 1]
    ways = [
        Way((index,), ports, _arms(ports), fountain=bool(segments[index].marks))
        for index, ports in paths
        if len(ports) > 1
    ]
    if len(stubs) >= 3:
        stubs.sort(key=lambda stub: stub[1])
        channels = tuple(channel for _, channel in stubs)
        arms = tuple((MIDDLES[channel], CENTRE) for channel in channels)
        ways.append(Way(tuple(index for index, _ in stubs), channels, arms, square=True))
    else:
        ways += [
            Way(
                (index,), (channel,), (inward(channel, STUB),), fountain=bool(segments[index].marks)
            )
            for index, channel in stubs
        ]
    return ways


def lengthen(way: Way, length: float) -> Way:
    """Extend a stub this far into the tile."""
    return replace(way, arms=(inward(way.channels[0], length),))


def _arms(ports: tuple[int, ...]) -> tuple[tuple[Point, ...], ...]:
    if len(ports) == 2 and (ports[1] - ports[0]) % 6 == 3:
        first, second = ports if (ports[1] - ports[0]) % PORTS == 3 else (ports[1], ports[0])
        arc = quarter_arc(CORNERS[first // 3], MIDDLES[first])
        halves = {first: arc[:7], second: arc[:5:-1]}
        return tuple(halves[port] for port in ports)
    return tuple((MIDDLES[port], CENTRE) for port in ports)


def face_outlines(way: Way) -> list[tuple[Point, ...]]:
    """Outline the areas between each arm and the next one clockwise."""
    outlines = []
    for index, channel in enumerate(way.channels):
        next_index = (index + 1) % len(way.channels)
        next_channel = way.channels[next_index]
        sides = ((next_channel - channel) % PORTS or PORTS) // 3
        corners = [CORNERS[(channel // 3 + step) % 4] for step in range(sides)]
        outlines.append(
            (MIDDLES[channel], *corners, *way.arms[next_index], *reversed(way.arms[index]))
        )
    return outlines


def road_outlines(ways: Sequence[Way]) -> list[tuple[Point, ...]]:
    """Outline the area of paths and squares by overlapping polygons; arms extend beyond their
    sides."""
    outlines = []
    for way in ways:
        for arm in way.arms:
            (x, y) = arm[0]
            outside = 0.2
            beyond = x + outside * ((x == 1) - (x == 0)), y + outside * ((y == 1) - (y == 0))
            outlines.append(ribbon((beyond, *arm)))
            if way.divides:
                outlines.append(disc(arm[-1], HALF_WIDTH))
        if way.square:
            outlines.append(disc(CENTRE, PLAZA))
    return outlines
