"""The features that a tile completes: who wins them and what they are worth (R12 to R14)."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.castle.vocabulary.players import Pair
from engine.tiles.board import Closed, Region
from engine.tiles.grid import Grid


class Completed(NamedTuple):
    region: Region
    spot: int
    """The spot that names the feature."""
    winner: int | None


def completed_features(closed: Sequence[Closed], grid: Grid) -> list[Completed]:
    """R12: the features among closed regions, ranked. Courts are never complete, and start spaces
    alone make no feature."""
    features = [
        Completed(region, spot, majority(region))
        for region, spot in closed
        if region.kind != "court" and region.cells & grid.inside
    ]
    return sorted(features, key=rank) if len(features) > 1 else features


def majority(region: Region) -> int | None:
    """R13: the seat with strictly more followers."""
    lead = 0
    for follower in region.followers:
        lead += 1 if follower.seat else -1
    return None if lead == 0 else int(lead > 0)


def followers_of(region: Region) -> Pair:
    second = sum(follower.seat for follower in region.followers)
    return len(region.followers) - second, second


def points_for(region: Region, wall_tiles: int = 0) -> int:
    """R14, R21: each wall tile 2 or 3 adds the plain points of the feature once more."""
    return plain_points(region.kind, region.size, region.marks) * (1 + wall_tiles)


def plain_points(kind: str, tiles: int, marks: int) -> int:
    """R14: the points for a path, tower or house of this many tiles; `marks` are fountains on a
    path."""
    return tiles * points_a_tile(kind, marks)


def points_a_tile(kind: str, marks: int) -> int:
    doubled = bool(marks) if kind == "path" else kind == "tower"
    return 2 if doubled else 1


def first_cell(cells: int) -> int:
    """The first of a set of cells in reading order."""
    return (cells & -cells).bit_length() - 1


def rank(feature: Completed) -> tuple[int, int, int]:
    """R29: the order of features: the larger first, then in reading order."""
    return -feature.region.size, first_cell(feature.region.cells), feature.spot
