"""The surroundings of an empty cell, and what each part of a tile would join there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import NamedTuple

from engine.players.castle.board.ground import Part
from engine.players.castle.board.position import Area, Position
from engine.tiles.ports import PORTS

NOTHING = (0,) * PORTS


class Joined(NamedTuple):
    """Several areas around a cell combined, once the cell is taken."""

    cells: int
    faces: int
    marks: int
    first: int
    second: int


NOTHING_JOINED = Joined(0, 0, 0, 0, 0)


@dataclass(slots=True)
class Around:
    cell: int
    bit: int
    """The cell as a bit set."""
    touched: list[Area] = field(default_factory=list)
    """The areas that face the cell."""
    rows: list[Sequence[int]] = field(default_factory=lambda: [NOTHING] * 4)
    """For each kind and port, the bit of the touched area of this kind at that port."""
    known: dict[int, Joined] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position, cell: int) -> "Around":
        found, owners = cls(cell, 1 << cell), position.owners
        touched, rows = found.touched, found.rows
        numbers: dict[int, int] = {}
        for port, spot in enumerate(position.ground.grid.across[cell]):
            area = owners[spot]
            if area is not None:
                number = numbers.setdefault(id(area), len(touched))
                if number == len(touched):
                    touched.append(area)
                if rows[area[0]] is NOTHING:
                    rows[area[0]] = [0] * PORTS
                rows[area[0]][port] = 1 << number  # type: ignore[index]
        return found

    def join(self, kind: int, ports: Sequence[int]) -> int:
        """The bits of the touched areas that a part of a tile joins."""
        row, found = self.rows[kind], 0
        for port in ports:
            found |= row[port]
        return found

    def joined(self, numbers: int) -> Joined:
        """The touched areas with these numbers as one."""
        known = self.known.get(numbers)
        if known is None:
            cells = faces = marks = first = second = 0
            for number, area in enumerate(self.touched):
                if numbers >> number & 1:
                    cells |= area.cells
                    faces |= area.faces
                    marks += area.marks
                    first += area.first
                    second += area.second
            known = self.known[numbers] = Joined(cells, faces & ~self.bit, marks, first, second)
        return known


class Group(NamedTuple):
    """Connected parts of a tile."""

    number: int
    """The lowest number of the parts."""
    part: Part
    join: int
    """The bits of the touched areas that the parts join."""


def united(parts: Sequence[Part], joins: Sequence[int]) -> list[Group]:
    """The parts of a tile, with those that join a common area as one."""
    groups: list[Group] = []
    for group in map(Group, range(len(parts)), parts, joins):
        common = [other for other in groups if other.join & group.join]
        groups = [other for other in groups if not other.join & group.join]
        groups.append(reduce(_one, common, group))
    return groups


def _one(group: Group, other: Group) -> Group:
    part = group.part._replace(
        ports=(*other.part.ports, *group.part.ports),
        marks=group.part.marks + other.part.marks,
        sides=group.part.sides | other.part.sides,
    )
    return Group(min(group.number, other.number), part, group.join | other.join)
