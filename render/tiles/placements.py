"""Where a tile fits, in few words. Knows no game."""

from collections.abc import Callable, Sequence

from engine.tiles.grid import Cell


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
