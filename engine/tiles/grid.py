"""The cells of a board, numbered, and how they touch. Knows nothing of what lies on them.

A cell's number is its place in reading order (row by row from the north), so that sorting numbers
sorts cells. A place on a board where two tiles can touch is a spot: cell number * 12 + port.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.tiles.ports import FACING, PORTS, SIDES, STEPS, opposite

Cell = tuple[int, int]
"""x grows east, y grows south."""

NOWHERE = -1
"""What lies beyond the border: nothing can ever be laid there, and features end there."""


@dataclass(frozen=True)
class Grid:
    """The cells of a board, and border cells that touch one of them along a single side."""

    cells: tuple[Cell, ...]
    borders: tuple[tuple[Cell, int], ...] = ()
    """For each border cell the inside cell that it touches, and the side of that inside cell."""

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell number, inside cells first, the four neighbours or NOWHERE."""
        beyond = [
            [self.numbers.get((x + dx, y + dy), NOWHERE) for dx, dy in STEPS] for x, y in self.cells
        ]
        for number, (cell, side) in enumerate(self.borders, len(self.cells)):
            beyond[self.numbers[cell]][side] = number
            touching = [NOWHERE] * len(SIDES)
            touching[opposite(side)] = self.numbers[cell]
            beyond.append(touching)
        return tuple(tuple(four) for four in beyond)

    @cached_property
    def across(self) -> tuple[tuple[int, ...], ...]:
        """For each cell number and port the spot that touches it, or NOWHERE."""
        return tuple(
            tuple(
                NOWHERE if four[port // 3] == NOWHERE else four[port // 3] * PORTS + FACING[port]
                for port in range(PORTS)
            )
            for four in self.neighbours
        )

    @cached_property
    def touching(self) -> tuple[frozenset[int], ...]:
        """For each cell number all spots that touch it."""
        return tuple(frozenset(spots) - {NOWHERE} for spots in self.across)

    @cached_property
    def inside(self) -> int:
        """The bit set of all inside cells."""
        return (1 << len(self.cells)) - 1


def bits(numbers: int) -> list[int]:
    """The numbers in a bit set, smallest first."""
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


def connected(numbers: int, start: int, grid: Grid) -> int:
    """The part of a bit set of cells that hangs together, side by side, with one of its cells."""
    found, edge = 0, 1 << start
    while edge:
        found |= edge
        beyond = bit_set(
            near for cell in bits(edge) for near in grid.neighbours[cell] if near != NOWHERE
        )
        edge = beyond & numbers & ~found
    return found
