"""A region: the part of a feature built by the tiles laid so far. Knows no scoring."""

from collections.abc import Sequence
from typing import NamedTuple


class Follower(NamedTuple):
    seat: int
    spot: int
    """The cell it stands on, and the lowest port of its segment."""


class Region(NamedTuple):
    """Connected segments. An immutable value: a changed region is a new one."""

    kind: str
    cells: int
    """Bit set of the cells it lies on, border cells included."""
    open: tuple[int, ...]
    """Its spots that face an empty cell; it is closed when there are none."""
    marks: int
    followers: tuple[Follower, ...]

    @property
    def size(self) -> int:
        """The number of tiles; a tile counts once however many of its segments belong to it."""
        return self.cells.bit_count()

    def with_follower(self, follower: Follower) -> "Region":
        return Region(self.kind, self.cells, self.open, self.marks, (*self.followers, follower))

    def without(self, spots: frozenset[int]) -> "Region":
        """The region after a tile was laid against these spots without joining it."""
        still_open = tuple([spot for spot in self.open if spot not in spots])
        return Region(self.kind, self.cells, still_open, self.marks, self.followers)


def merged(parts: Sequence[Region], closing: frozenset[int]) -> Region:
    """The parts merged into one region, whose spots in `closing` no longer face an empty cell."""
    cells = marks = 0
    still_open: list[int] = []
    followers: tuple[Follower, ...] = ()
    for part in parts:
        cells |= part.cells
        marks += part.marks
        still_open += [spot for spot in part.open if spot not in closing]
        followers += part.followers
    return Region(parts[0].kind, cells, tuple(still_open), marks, followers)
