"""A feature: connected segments of tiles, as a value that grows, merges with others and closes."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from engine.counts import Counts
from engine.tiles.tile import NO_THINGS, PORTS, TurnedTile

# No tile has more segments. A segment on a board has a number: that of its tile, in the order of
# laying, times this, plus its index on the tile.
SEGMENTS = PORTS + 1


class Follower(NamedTuple):
    seat: int
    spot: int
    """The cell it stands on, and the lowest port of its segment."""
    weight: int = 1
    """As how many it counts where majorities are counted."""


class Feature(NamedTuple):
    """An immutable value: a changed feature is a new one.

    What tiles bring to it is carried along as they join: marks are counted, and of things all that
    matters is that one is there.
    """

    kind: str
    cells: int
    """Bit set of the cells it lies on, border cells included."""
    open: tuple[int, ...]
    """Its spots that face an empty cell; it is closed when there are none."""
    marks: int
    followers: tuple[Follower, ...]
    segments: int = 0
    """Bit set of the numbers of its segments; empty if the board forgets them."""
    beside: int = 0
    """Bit set of the numbers of the segments that it touches without being one with them, such as
    those of the cities at a field."""
    things: frozenset[str] = NO_THINGS

    @property
    def size(self) -> int:
        """Number of tiles; a tile counts once however many of its segments belong to it."""
        return self.cells.bit_count()

    @property
    def first(self) -> int:
        """Number of its first segment, by which it is told from the other features of a board.
        Where features merge, it is that of the oldest."""
        return (self.segments & -self.segments).bit_length() - 1

    def with_follower(self, follower: Follower) -> "Feature":
        return self._replace(followers=(*self.followers, follower))

    def in_order(self) -> "Feature":
        """A closed feature with its followers sorted: it is not stored in which order they came."""
        if len(self.followers) < 2:
            return self
        return self._replace(followers=tuple(sorted(self.followers)))

    def without(self, spots: frozenset[int]) -> "Feature":
        """Take off these spots, against which a tile was laid without joining it."""
        kind, cells, facing, marks, followers, segments, beside, things = self
        still_open = tuple([spot for spot in facing if spot not in spots])
        return Feature(kind, cells, still_open, marks, followers, segments, beside, things)


def stored(feature: Feature) -> tuple[object, ...]:
    """Part of a feature that is stored; the rest follows from the tiles. The weight of a follower
    is left out where it is one."""
    kind, cells, facing, marks, followers, *_ = feature
    placed = [follower if follower.weight > 1 else follower[:2] for follower in followers]
    return kind, cells, facing, marks, tuple(placed)


def merge(parts: Sequence[Feature], closing: frozenset[int]) -> Feature:
    """Merge parts into one feature, whose spots in `closing` no longer face an empty cell."""
    cells = 0
    marks = 0
    segments = 0
    beside = 0
    still_open: list[int] = []
    followers: tuple[Follower, ...] = ()
    things = NO_THINGS
    for part in parts:
        cells |= part.cells
        marks += part.marks
        still_open += [spot for spot in part.open if spot not in closing]
        followers += part.followers
        segments |= part.segments
        beside |= part.beside
        if part.things:
            things |= part.things
    kind = parts[0].kind
    return Feature(kind, cells, tuple(still_open), marks, followers, segments, beside, things)


def follower_on(cell: int, tile: TurnedTile, seat: int, segment: int, weight: int = 1) -> Follower:
    return Follower(seat, cell * PORTS + min(tile.segments[segment].ports, default=0), weight)


def distinct(features: Iterable[Feature]) -> list[Feature]:
    """Each of the few features of a tile once, in the order in which they come."""
    result: list[Feature] = []
    for feature in features:
        for other in result:
            if other is feature:
                break
        else:
            result.append(feature)
    return result


def oldest_first(features: Iterable[Feature]) -> list[Feature]:
    """In the order in which they were begun."""
    return sorted(features, key=attrgetter("first"))


def count_followers(followers: Iterable[Follower], seats: int) -> Counts:
    counts = [0] * seats
    for follower in followers:
        counts[follower.seat] += 1
    return tuple(counts)


def weigh_followers(followers: Iterable[Follower], seats: int) -> Counts:
    """Count the followers of each seat as majorities count them."""
    weights = [0] * seats
    for follower in followers:
        weights[follower.seat] += follower.weight
    return tuple(weights)
