"""Places of a feature's segments, the cells that it lacks, and whose it is.

Cloisters have no sides: they are completed by the tiles around them (C10).
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.counts import Counts, add_counts, most
from engine.tiles.board import Board
from engine.tiles.feature import SEGMENTS, Feature, Follower, count_followers
from engine.tiles.grid import Cell, bits
from engine.tiles.tile import PORTS, TurnedTile

AROUND = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)

# A cell, and the index of a segment of the tile on it.
Lying = tuple[int, int]


class Majority(NamedTuple):
    """C12, IC2: who has the most followers, where a large one counts as two."""

    followers: Counts
    large: Counts
    """The large ones among them; empty if there are none."""
    seats: tuple[int, ...]
    """The seats with the most."""


def majority_of(followers: Sequence[Follower], seats: int) -> Majority:
    if not followers:
        return Majority((0,) * seats, (), ())
    counts = count_followers(followers, seats)
    heavy = [follower for follower in followers if follower.weight > 1]
    if not heavy:
        return Majority(counts, (), most(counts))
    large = count_followers(heavy, seats)
    return Majority(counts, large, most(add_counts(counts, large)))


def segments_of(board: Board, feature: Feature) -> list[Lying]:
    """In the order of laying."""
    laid = tuple(board.laid)
    return [(laid[segment // SEGMENTS], segment % SEGMENTS) for segment in bits(feature.segments)]


def cells_of(board: Board, feature: Feature) -> tuple[Cell, ...]:
    """In the order of laying."""
    cells = board.grid.cells
    return tuple(dict.fromkeys([cells[cell] for cell, _ in segments_of(board, feature)]))


def missing_cells(board: Board, feature: Feature) -> list[int]:
    """List the empty cells that keep a feature incomplete."""
    if feature.kind == "cloister":
        [cell] = bits(feature.cells)
        return [near for near in cells_around(board, cell) if near not in board.laid]
    neighbours = board.grid.neighbours
    beyond = [neighbours[spot // PORTS][spot % PORTS // 3] for spot in feature.open]
    return list(dict.fromkeys(beyond))


def cloisters_on(cell: int, tile: TurnedTile) -> int:
    """A bit set holding the cell, if the tile on it has a cloister."""
    return (1 << cell) * any(segment.kind == "cloister" for segment in tile.segments)


def cells_around(board: Board, cell: int) -> list[int]:
    (x, y) = board.grid.cells[cell]
    numbers = board.grid.numbers
    return [numbers[x + dx, y + dy] for dx, dy in AROUND]


def tiles_around(board: Board, cell: int) -> int:
    laid = board.laid
    return sum(near in laid for near in cells_around(board, cell))


def completed_cloisters(board: Board, cloisters: int, cell: int) -> list[Feature]:
    """List the cloisters that the tile on this cell completes, of those on a bit set of cells."""
    if not cloisters:
        return []
    completed = [
        near
        for near in (cell, *cells_around(board, cell))
        if cloisters >> near & 1 and tiles_around(board, near) == len(AROUND)
    ]
    return [cloister_at(board, near) for near in completed]


def cloister_at(board: Board, cell: int) -> Feature:
    return next(
        feature
        for feature in board.closed.values()
        if feature.kind == "cloister" and feature.cells == 1 << cell
    )
