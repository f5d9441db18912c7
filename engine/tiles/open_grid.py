"""A table without edges, on which a board can extend any distance in any direction.

A cell gets its number when a tile is laid within two steps of it, so the numbers stay as small as
the board, however far it extends: bit sets of cells stay short, in memory and as text. The same
tiles laid in the same order give the same numbers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from engine.tiles.grid import NOWHERE, Cell, neighbours_of, spots_across
from engine.tiles.ports import PORTS, STEPS

UNKNOWN_NEIGHBOURS = (NOWHERE,) * len(STEPS)
UNKNOWN_ACROSS = (NOWHERE,) * PORTS
NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class OpenGrid:
    """The cells that tiles have come near to, in that order.

    Every cell next to a tile knows all four of its neighbours; those further out know none yet.
    """

    cells: tuple[Cell, ...]
    numbers: Mapping[Cell, int]
    neighbours: tuple[tuple[int, ...], ...]
    across: tuple[tuple[int, ...], ...]
    touching: tuple[frozenset[int], ...]

    @classmethod
    def start(cls, cell: Cell = (0, 0)) -> Self:
        """Before the first tile, which is to lie on this cell, number 0."""
        one = cls((cell,), {cell: 0}, (UNKNOWN_NEIGHBOURS,), (UNKNOWN_ACROSS,), (NOTHING,))
        return one._reaching([0])

    @classmethod
    def with_tiles_on(cls, cells: Iterable[Cell]) -> Self:
        """Once tiles have been laid on these cells, in this order."""
        first, *others = cells
        grid = cls.start(first).around(0)
        for cell in others:
            grid = grid.around(grid.numbers[cell])
        return grid

    @property
    def inside(self) -> int:
        return (1 << len(self.cells)) - 1

    def around(self, number: int) -> Self:
        beside = self.neighbours[number]
        edge = [near for near in beside if self.neighbours[near] is UNKNOWN_NEIGHBOURS]
        return self._reaching(edge) if edge else self

    def _reaching(self, edge: list[int]) -> Self:
        """The grid with all neighbours of these cells."""
        cells, numbers = list(self.cells), dict(self.numbers)
        for number in edge:
            for near in _around(cells[number]):
                if near not in numbers:
                    numbers[near] = len(cells)
                    cells.append(near)
        new = len(cells) - len(self.cells)
        neighbours = [*self.neighbours, *[UNKNOWN_NEIGHBOURS] * new]
        across = [*self.across, *[UNKNOWN_ACROSS] * new]
        touching = [*self.touching, *[NOTHING] * new]
        for number in edge:
            neighbours[number] = neighbours_of(cells[number], numbers)
            across[number] = spots_across(neighbours[number])
            touching[number] = frozenset(across[number])
        return type(self)(tuple(cells), numbers, tuple(neighbours), tuple(across), tuple(touching))


def _around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in STEPS]
