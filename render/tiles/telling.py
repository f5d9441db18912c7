"""Sentences about a board, in the words of its game: cells, and how much is told."""

from collections.abc import Callable, Iterable, Sequence

from engine.tiles.grid import Cell
from render.locale import Words, separated
from render.picture.names import LONGEST_ALT, shortened

MOST_CELLS = 24


def joined(lines: Iterable[str]) -> str:
    """One paragraph, as long as the description of a picture may be."""
    return shortened(" ".join(line for line in lines if line), LONGEST_ALT)


def cells_told(words: Words, names: Sequence[str]) -> str:
    """The names of cells; if there are many, the first ones, and how many more."""
    more = len(names) - MOST_CELLS
    if more > 0:
        return words("words.more_cells", cells=separated(names[:MOST_CELLS]), more=more)
    return words.listed(names)


def placements_told(
    placements: Sequence[tuple[Cell, int]], cell_name: Callable[[Cell], str]
) -> str:
    """The legal cells by rotation, or the rotations by cell, whichever is shorter."""
    cells: dict[int, list[str]] = {}
    turns: dict[Cell, str] = {}
    for cell, rotation in placements:
        cells.setdefault(rotation, []).append(cell_name(cell))
        turns[cell] = turns.get(cell, "") + str(rotation)
    rotations: dict[str, list[str]] = {}
    for rotation, named in sorted(cells.items()):
        rotations.setdefault(" ".join(named), []).append(f"r{rotation}")
    same: dict[str, list[str]] = {}
    for cell in sorted(turns):
        same.setdefault(turns[cell], []).append(cell_name(cell))
    by_rotation = "; ".join(f"{','.join(which)} {named}" for named, which in rotations.items())
    by_cell = "; ".join(f"r{which} {' '.join(named)}" for which, named in same.items())
    return min(by_rotation, by_cell, key=len)
