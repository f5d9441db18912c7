"""The tables of a catalogue for thinking: tiles and cells in a form that is fast to look up. Made
once per catalogue."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.castle.material.catalogue import Catalogue
from engine.tiles.grid import NOWHERE, Grid
from engine.tiles.tile import TurnedTile

KINDS = ("path", "tower", "house", "court")
PATH, TOWER, HOUSE, COURT = range(len(KINDS))


class Part(NamedTuple):
    """A segment of a turned tile."""

    kind: int
    ports: tuple[int, ...]
    marks: int
    sides: int
    """Bit set of the sides that it reaches."""


class Ground(NamedTuple):
    catalogue: Catalogue
    parts: Mapping[str, tuple[tuple[Part, ...], ...]]
    """The parts of each tile in each rotation."""
    grid: Grid
    beyond: Sequence[tuple[int, ...]]
    """For each inside cell and bit set of sides the bit set of the cells beyond them."""


@cache
def ground_of(catalogue: Catalogue) -> Ground:
    neighbours = catalogue.grid.neighbours[: len(catalogue.grid.cells)]
    return Ground(
        catalogue,
        {
            name: tuple(_parts(tile) for tile in rotations)
            for name, rotations in catalogue.turned.items()
        },
        catalogue.grid,
        [tuple(_beyond(four, sides) for sides in range(1 << len(four))) for four in neighbours],
    )


def _parts(tile: TurnedTile) -> tuple[Part, ...]:
    return tuple(
        Part(KINDS.index(kind), ports, marks, sum({1 << port // 3 for port in ports}))
        for kind, ports, marks in tile.segments
    )


def _beyond(neighbours: tuple[int, ...], sides: int) -> int:
    return sum(
        1 << near for side, near in enumerate(neighbours) if sides >> side & 1 and near != NOWHERE
    )


def plain(kind: int, tiles: int, marks: int) -> int:
    """The points for a completed path, tower or house, without wall tiles."""
    return 2 * tiles if kind == TOWER or (kind == PATH and marks) else tiles
