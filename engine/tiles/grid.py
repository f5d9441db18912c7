"""Cells of a board, numbered, and how they touch: with a fixed border, or without edges.

A place on a board where two tiles can touch is a spot: cell number * 12 + port.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from engine.tiles.tile import FACING, PORTS, SIDES, STEPS, opposite

# x grows east, y grows south.
Cell = tuple[int, int]


class Placement(NamedTuple):
    """Place of a tile, and its quarter turns clockwise."""

    cell: Cell
    rotation: int


# No cell of the grid, and no spot.
NOWHERE = -1

FACING_BY_SIDE = tuple(FACING[3 * side : 3 * side + 3] for side in range(len(SIDES)))


@dataclass(frozen=True)
class ClosedGrid:
    """A fixed set of cells, and border cells that each touch one of them along a single side.
    Nothing can be laid beyond them, and features end there.

    A cell's number is its place in `cells`; border cells follow.
    """

    cells: tuple[Cell, ...]
    borders: tuple[tuple[Cell, int], ...] = ()
    """For each border cell the inside cell that it touches, and the side of that inside cell."""

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        beyond = [list(neighbours_of(cell, self.numbers)) for cell in self.cells]
        for number, (cell, side) in enumerate(self.borders, len(self.cells)):
            beyond[self.numbers[cell]][side] = number
            touching = [NOWHERE] * len(SIDES)
            touching[opposite(side)] = self.numbers[cell]
            beyond.append(touching)
        return tuple(tuple(four) for four in beyond)

    @cached_property
    def across(self) -> tuple[tuple[int, ...], ...]:
        return tuple(spots_across(four) for four in self.neighbours)

    @cached_property
    def touching(self) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(spots) - {NOWHERE} for spots in self.across)

    @cached_property
    def inside(self) -> int:
        return (1 << len(self.cells)) - 1

    def around(self, number: int) -> Self:
        return self


def neighbours_of(cell: Cell, numbers: Mapping[Cell, int]) -> tuple[int, ...]:
    """List the numbers of the four cells around a cell, NOWHERE where there is none."""
    x, y = cell
    return tuple([numbers.get((x + dx, y + dy), NOWHERE) for dx, dy in STEPS])


def spots_across(neighbours: tuple[int, ...]) -> tuple[int, ...]:
    """For each port of a cell with these neighbours the spot that touches it, or NOWHERE."""
    spots: list[int] = []
    for near, (first, middle, last) in zip(neighbours, FACING_BY_SIDE, strict=True):
        if near == NOWHERE:
            spots += UNKNOWN_SPOTS
        else:
            base = near * PORTS
            spots += (base + first, base + middle, base + last)
    return tuple(spots)


def bits(numbers: int) -> list[int]:
    """List the numbers in a bit set, smallest first."""
    result = []
    while numbers:
        low = numbers & -numbers
        result.append(low.bit_length() - 1)
        numbers ^= low
    return result


def bit_set(numbers: Iterable[int]) -> int:
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


def connected_part(numbers: int, start: int, grid: "Grid") -> int:
    """Find the part of a bit set of cells, joined side by side, that contains a given cell."""
    part = 0
    edge = 1 << start
    while edge:
        part |= edge
        beyond = bit_set(
            near for cell in bits(edge) for near in grid.neighbours[cell] if near != NOWHERE
        )
        edge = beyond & numbers & ~part
    return part


UNKNOWN_SPOTS = (NOWHERE,) * 3
UNKNOWN_NEIGHBOURS = (NOWHERE,) * len(STEPS)
UNKNOWN_ACROSS = (NOWHERE,) * PORTS
NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class OpenGrid:
    """A table without edges: the cells that tiles have come near to, in that order.

    A cell gets its number when a tile is laid within two steps of it, so the numbers stay as small
    as the board, however far it extends: bit sets of cells stay short, in memory and as text. The
    same tiles laid in the same order give the same numbers.

    Every cell next to a tile knows all four of its neighbours; those further out know none yet.
    """

    cells: tuple[Cell, ...]
    numbers: Mapping[Cell, int]
    neighbours: tuple[tuple[int, ...], ...]
    """For each cell number the neighbours to the N, E, S and W, or NOWHERE."""
    across: tuple[tuple[int, ...], ...]
    """For each cell number and port the spot that touches it, or NOWHERE."""
    touching: tuple[frozenset[int], ...]
    """For each cell number all spots that touch it."""

    @classmethod
    def start(cls, cell: Cell = (0, 0)) -> Self:
        """Before the first tile, which is to lie on this cell, number 0."""
        columns = _Columns([cell], {cell: 0}, [UNKNOWN_NEIGHBOURS], [UNKNOWN_ACROSS], [NOTHING])
        columns.reach([0])
        return cls._of(columns)

    @classmethod
    def with_tiles_on(cls, cells: Iterable[Cell]) -> Self:
        """Once tiles have been laid on these cells, in this order."""
        first, *others = cells
        columns = cls.start(first)._columns()
        columns.reach(_edge_beside(0, columns.neighbours))
        for cell in others:
            columns.reach(_edge_beside(columns.numbers[cell], columns.neighbours))
        return cls._of(columns)

    @property
    def inside(self) -> int:
        """Bit set of all cells that are not border cells."""
        return (1 << len(self.cells)) - 1

    def around(self, number: int) -> Self:
        """Grow the grid around this cell, on which a tile has been laid."""
        edge = _edge_beside(number, self.neighbours)
        if not edge:
            return self
        columns = self._columns()
        columns.reach(edge)
        return self._of(columns)

    @classmethod
    def _of(cls, columns: "_Columns") -> Self:
        cells, numbers, neighbours, across, touching = columns
        return cls(tuple(cells), numbers, tuple(neighbours), tuple(across), tuple(touching))

    def _columns(self) -> "_Columns":
        return _Columns(
            list(self.cells),
            dict(self.numbers),
            list(self.neighbours),
            list(self.across),
            list(self.touching),
        )


class _Columns(NamedTuple):
    """Cells of an open grid as columns of a table, while more of them are added."""

    cells: list[Cell]
    numbers: dict[Cell, int]
    neighbours: list[tuple[int, ...]]
    across: list[tuple[int, ...]]
    touching: list[frozenset[int]]

    def reach(self, edge: Iterable[int]) -> None:
        """Number all neighbours of these cells."""
        cells, numbers, neighbours, across, touching = self
        for number in edge:
            x, y = cells[number]
            beside = []
            for dx, dy in STEPS:
                near = (x + dx, y + dy)
                if near not in numbers:
                    numbers[near] = len(cells)
                    cells.append(near)
                    neighbours.append(UNKNOWN_NEIGHBOURS)
                    across.append(UNKNOWN_ACROSS)
                    touching.append(NOTHING)
                beside.append(numbers[near])
            neighbours[number] = tuple(beside)
            across[number] = spots_across(neighbours[number])
            touching[number] = frozenset(across[number])


def _edge_beside(number: int, neighbours: Sequence[tuple[int, ...]]) -> list[int]:
    """List the cells beside this one that do not know their own neighbours yet."""
    return [near for near in neighbours[number] if neighbours[near] is UNKNOWN_NEIGHBOURS]


# Cells by number. A cell keeps its number whatever is laid.
Grid = ClosedGrid | OpenGrid
