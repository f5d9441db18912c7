"""A tile, and the same tile turned and made ready for laying. Knows no board."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.tiles.ports import PORTS, turned


class Segment(NamedTuple):
    """The part of a tile that belongs to one feature."""

    kind: str
    ports: tuple[int, ...]
    marks: int = 0
    """How many marks of its kind (fountains, markets or pennants) are on it."""


@dataclass(frozen=True, slots=True)
class Tile:
    id: str
    segments: tuple[Segment, ...]


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


EdgeLabel = Callable[[tuple[str | None, str | None, str | None]], int]
"""The label of a side, from the kinds that own its three ports, clockwise."""


def turn_tile(tile: Tile, rotation: int, label: EdgeLabel) -> TurnedTile:
    segments = tuple(
        Segment(s.kind, tuple(sorted(turned(port, rotation) for port in s.ports)), s.marks)
        for s in tile.segments
    )
    owners: list[int | None] = [None] * PORTS
    for index, segment in enumerate(segments):
        for port in segment.ports:
            owners[port] = index
    kinds = [None if owner is None else segments[owner].kind for owner in owners]
    north, east, south, west = (label((kinds[p], kinds[p + 1], kinds[p + 2])) for p in (0, 3, 6, 9))
    return TurnedTile(tile, rotation, segments, tuple(owners), (north, east, south, west))
