"""The castle wall: its inside cells, the score track, and the corner towers (R1, R2, R18)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.errors import DataError
from engine.tiles.grid import Cell
from engine.tiles.tile import STEPS

SPACES = 100


@dataclass(frozen=True)
class CastleWall:
    inside: tuple[Cell, ...]
    """The cells within the wall, in reading order."""
    ring: tuple[Cell, ...]
    """The wall cells clockwise; the one at index k carries spaces 2k and 2k + 1."""
    corner_towers: tuple[int, ...]
    """The first space of each corner tower."""
    tower_at: tuple[int | None, ...]
    """For each space the first space of the corner tower it belongs to."""


@cache
def castle_wall() -> CastleWall:
    """The wall of the game."""
    return wall_from(json.loads((files(__package__) / "data" / "wall.json").read_text("utf-8")))


def wall_from(data: Mapping[str, object]) -> CastleWall:
    """The wall described by a data file; refused if it is not a closed ring."""
    try:
        rows, ring = data["inside"], [(x, y) for x, y in data["wall"]]  # type: ignore[attr-defined]
        towers = tuple(int(space) for space in data["corner_towers"])  # type: ignore[attr-defined]
        inside = tuple(
            (x, y)
            for y, row in enumerate(map(str, rows))  # type: ignore[call-overload]
            for x, mark in enumerate(row)
            if mark == "."
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"castle wall: not readable ({error})") from error
    _check_ring(inside, ring)
    tower_at: list[int | None] = [None] * SPACES
    for space in towers:
        if space not in range(0, SPACES, 2):
            raise DataError(f"castle wall: corner tower {space} is not the first space of a cell")
        tower_at[space] = tower_at[space + 1] = space
    return CastleWall(inside, tuple(ring), towers, tuple(tower_at))


def _check_ring(inside: tuple[Cell, ...], ring: list[Cell]) -> None:
    if 2 * len(ring) != SPACES or len(set(ring)) != len(ring):
        raise DataError(f"castle wall: {SPACES // 2} different wall cells are needed")
    for index, (x, y) in enumerate(ring):
        if abs(x - ring[index - 1][0]) + abs(y - ring[index - 1][1]) != 1:
            raise DataError(f"castle wall: wall cell {index} does not touch the one before it")
    closed = set(ring) | set(inside)
    for x, y in inside:
        for dx, dy in STEPS:
            if (x + dx, y + dy) not in closed:
                raise DataError(f"castle wall: there is a gap in the wall at {x + dx}, {y + dy}")
