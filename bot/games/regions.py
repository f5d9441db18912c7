"""Regions of a board: more cells than one page offers, in groups by place."""

from collections.abc import Iterable, Iterator, Sequence

from engine.tiles.grid import Cell

# The most cells that share one screen of a phone with their picture.
MOST = 15


def in_reading_order(cells: Iterable[Cell]) -> list[Cell]:
    """Sort cells from top to bottom, and from left to right."""
    return sorted(cells, key=lambda cell: cell[::-1])


def group_by_place(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Divide cells into as few groups of at most `MOST` as possible: each in reading order, and so
    are the groups by their first cells. The same cells are always grouped alike."""
    groups = [in_reading_order(group) for group in _split(sorted(set(cells)))]
    return sorted(groups, key=lambda group: group[0][::-1])


# A way to divide cells in two: whether it goes between two columns, or two rows; the distance of
# the cells on both sides; the extent of all across it; how many are on the smaller side; its
# axis; and both parts. The best is the greatest.
_Cut = tuple[bool, int, int, int, int, tuple[Sequence[Cell], Sequence[Cell]]]


def _split(cells: Sequence[Cell]) -> Iterator[Sequence[Cell]]:
    if len(cells) <= MOST:
        yield cells
        return
    *_, parts = max(cut for axis in (0, 1) for cut in _cuts(cells, axis))
    for part in parts:
        yield from _split(part)


def _cuts(cells: Sequence[Cell], axis: int) -> Iterator[_Cut]:
    """Find the cuts across an axis that need no more groups than necessary."""
    along = sorted(cells, key=lambda cell: (cell[axis], cell[1 - axis]))
    extent = along[-1][axis] - along[0][axis]
    fewest = -(-len(along) // MOST)
    for at in range(1, len(along)):
        if -(-at // MOST) - (at - len(along)) // MOST == fewest:
            gap = along[at][axis] - along[at - 1][axis]
            balance = min(at, len(along) - at)
            yield gap > 0, gap, extent, balance, axis, (along[:at], along[at:])
