"""A table without edges, on which a board may run any distance in any direction.

A cell gets its number when the tiles come within two steps of it, so the numbers stay as small as
the board, however far it runs: bit sets of cells stay short, in memory and as text. The same tiles
laid in the same order give the same numbers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from engine.tiles.grid import NOWHERE, Cell, neighbours_of, spots_across
from engine.tiles.ports import STEPS


@dataclass(frozen=True, slots=True)
class OpenGrid:
    """The cells that the tiles have come near to, in the order in which they did.

    Every cell beside a tile knows all four of its neighbours.
    """

    cells: tuple[Cell, ...]
    numbers: Mapping[Cell, int]
    neighbours: tuple[tuple[int, ...], ...]
    across: tuple[tuple[int, ...], ...]
    touching: tuple[frozenset[int], ...]

    @classmethod
    def start(cls, cell: Cell = (0, 0)) -> Self:
        """Before the first tile, which is to lie on this cell, number 0."""
        return cls((), {}, (), (), ())._with([cell, *_around(cell)])

    @classmethod
    def with_tiles_on(cls, cells: Iterable[Cell]) -> Self:
        """Once tiles lie on these cells, laid in this order."""
        first, *others = cells
        grid = cls.start(first).around(0)
        for cell in others:
            grid = grid.around(grid.numbers[cell])
        return grid

    @property
    def inside(self) -> int:
        return (1 << len(self.cells)) - 1

    def around(self, number: int) -> Self:
        new: list[Cell] = []
        for beyond in self.neighbours[number]:
            if NOWHERE in self.neighbours[beyond]:
                new += [
                    cell
                    for cell in _around(self.cells[beyond])
                    if cell not in self.numbers and cell not in new
                ]
        return self._with(new) if new else self

    def _with(self, new: list[Cell]) -> Self:
        """With more cells; those that were there learn of them."""
        numbers = dict(self.numbers)
        for number, cell in enumerate(new, len(self.cells)):
            numbers[cell] = number
        neighbours = [*self.neighbours, *[()] * len(new)]
        across = [*self.across, *[()] * len(new)]
        touching = [*self.touching, *[frozenset[int]()] * len(new)]
        beside = [cell for one in new for cell in _around(one) if cell in self.numbers]
        for cell in {*new, *beside}:
            number = numbers[cell]
            neighbours[number] = neighbours_of(cell, numbers)
            across[number] = spots_across(neighbours[number])
            touching[number] = frozenset(across[number]) - {NOWHERE}
        return type(self)(
            (*self.cells, *new), numbers, tuple(neighbours), tuple(across), tuple(touching)
        )


def _around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in STEPS]
