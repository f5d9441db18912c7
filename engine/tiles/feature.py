"""A feature: connected segments of tiles, as a value that grows, merges with others and closes."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.counts import Counts


class Follower(NamedTuple):
    seat: int
    spot: int
    """The cell it stands on, and the lowest port of its segment."""


class Feature(NamedTuple):
    """An immutable value: a changed feature is a new one."""

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

    def without(self, spots: frozenset[int]) -> "Feature":
        """The feature after a tile was laid against these spots without joining it."""
        still_open = tuple([spot for spot in self.open if spot not in spots])
        return Feature(self.kind, self.cells, still_open, self.marks, self.followers)


def merge(parts: Sequence[Feature], closing: frozenset[int]) -> Feature:
    """The parts merged into one feature, whose spots in `closing` no longer face an empty cell."""
    cells = marks = 0
    still_open: list[int] = []
    followers: tuple[Follower, ...] = ()
    for part in parts:
        cells |= part.cells
        marks += part.marks
        still_open += [spot for spot in part.open if spot not in closing]
        followers += part.followers
    return Feature(parts[0].kind, cells, tuple(still_open), marks, followers)


def distinct(features: Iterable[Feature]) -> list[Feature]:
    """Each feature once, in the order in which they come."""
    return list({id(feature): feature for feature in features}.values())


def count_followers(followers: Iterable[Follower], seats: int) -> Counts:
    counts = [0] * seats
    for follower in followers:
        counts[follower.seat] += 1
    return tuple(counts)
