"""The plan: the towers and walls of the castle, and its courtyards. One value, without edges.

Building on a plan gives a new one; whether a piece may go there is decided in `plan.places`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from engine.castellan.vocabulary.pieces import Cell, Piece, Point, Stretch, cells_around


class Courtyard(NamedTuple):
    """An enclosed set of cells, and who owns it."""

    seat: int
    cells: frozenset[Cell]
    double: bool = False

    @property
    def name(self) -> Cell:
        """The cell by which it is named: its westernmost, and of those the southernmost."""
        return min(self.cells)


@dataclass(frozen=True)
class Plan:
    """The pieces and courtyards. Equal plans may have been built in different orders."""

    towers: frozenset[Point] = frozenset()
    walls: frozenset[Piece] = frozenset()
    courtyards: tuple[Courtyard, ...] = ()
    """Sorted by name."""
    stretches: Mapping[Stretch, Piece] = field(default_factory=dict, compare=False, repr=False)
    """The wall on each stretch that has one."""
    middles: Mapping[Point, Piece] = field(default_factory=dict, compare=False, repr=False)
    """The long walls by their middles."""
    ends: Mapping[Point, int] = field(default_factory=dict, compare=False, repr=False)
    """How many walls end on each point, with or without a tower there."""

    @cached_property
    def owned(self) -> Mapping[Cell, Courtyard]:
        """The courtyard of each cell that is in one."""
        return {cell: courtyard for courtyard in self.courtyards for cell in courtyard.cells}

    @cached_property
    def is_empty(self) -> bool:
        return not self.towers and not self.walls

    @property
    def open_ends(self) -> list[Point]:
        """K4: the points on which walls end without a tower."""
        return [point for point in self.ends if point not in self.towers]

    def with_piece(self, piece: Piece) -> "Plan":
        """The plan with one more piece, and the same courtyards."""
        if piece.kind == "tower":
            towers = self.towers | {piece.at}
            return Plan(
                towers, self.walls, self.courtyards, self.stretches, self.middles, self.ends
            )
        stretches = {**self.stretches, **dict.fromkeys(piece.stretches, piece)}
        middles = self.middles if piece.middle is None else {**self.middles, piece.middle: piece}
        ends = dict(self.ends)
        for point in (piece.at, piece.to):
            ends[point] = ends.get(point, 0) + 1
        return Plan(self.towers, self.walls | {piece}, self.courtyards, stretches, middles, ends)

    def with_courtyards(self, courtyards: Iterable[Courtyard]) -> "Plan":
        ordered = tuple(sorted(courtyards, key=lambda one: one.name))
        return Plan(self.towers, self.walls, ordered, self.stretches, self.middles, self.ends)

    def towers_around(self, cells: frozenset[Cell]) -> int:
        """K18: how many towers are around these cells or inside them."""
        return sum(not cells.isdisjoint(cells_around(at)) for at in self.towers)

    def towers_of(self, courtyard: Courtyard) -> int:
        return self.towers_around(courtyard.cells)

    def worth(self, courtyard: Courtyard) -> int:
        return self.towers_of(courtyard) * (2 if courtyard.double else 1)

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """The worth of each of the courtyards."""
        return tuple(map(self.worth, self.courtyards))


EMPTY = Plan()


def built(towers: Iterable[Point], walls: Iterable[Piece], courtyards: Iterable[Courtyard]) -> Plan:
    """The plan of these pieces and courtyards, as read from a snapshot."""
    standing = frozenset(walls)
    return Plan(
        frozenset(towers),
        standing,
        (),
        {stretch: one for one in standing for stretch in one.stretches},
        {one.middle: one for one in standing if one.middle is not None},
        Counter(end for one in standing for end in (one.at, one.to)),
    ).with_courtyards(courtyards)
