"""Random castle tiles and start spaces. Independent of scenarios and printed tiles."""

import json
from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.castle.catalogue import START_SPACES, castle_wall
from engine.tiles.grid import Cell
from engine.tiles.tile import SIDES, STEPS, opposite

Segments = list[dict[str, object]]

CORNERS = ((11, 0), (2, 3), (5, 6), (8, 9))


def catalogue_file(tiles: dict[str, Segments], chance: Random, paths: float = 0.4) -> str:
    """A catalogue file of these tiles and of random start spaces."""
    starts = [
        {"cell": list(cell), "side": SIDES[side], "segments": _start_space(chance, side, paths)}
        for cell, side in chance.sample(_wall_sides(), START_SPACES)
    ]
    return json.dumps({"name": "made by chance", "tiles": tiles, "start_spaces": starts})


def _wall_sides() -> list[tuple[Cell, int]]:
    """Sides of inside cells along wall cells that touch no other inside cell."""
    inside = castle_wall().inside
    beyond = [
        ((x + dx, y + dy), (x, y), side)
        for x, y in inside
        for side, (dx, dy) in enumerate(STEPS)
        if (x + dx, y + dy) not in inside
    ]
    touched = Counter(wall_cell for wall_cell, _, _ in beyond)
    return [(cell, side) for wall_cell, cell, side in beyond if touched[wall_cell] == 1]


def _start_space(chance: Random, side: int, paths: float) -> Segments:
    first = 3 * opposite(side)
    segments = [_segment(chance, [first]), _segment(chance, [first + 2])]
    return segments + [_path(chance, [first + 1])] * (chance.random() < paths)


def hamlet(chance: Random, paths: Sequence[int] = (0, 0, 0, 2)) -> Segments:
    segments = [_segment(chance, list(ports), "tower", "house", "house") for ports in CORNERS]
    ends = chance.choice(paths)
    return segments + [_path(chance, chance.sample((1, 4, 7, 10), ends))] * bool(ends)


def block(chance: Random) -> Segments:
    houses = chance.sample(range(4), chance.choice((1, 2, 2, 3)))
    sides = {"house": houses, "tower": [side for side in range(4) if side not in houses]}
    return [
        {"kind": kind, "ports": [port for side in on for port in (3 * side, 3 * side + 2)]}
        for kind, on in sides.items()
    ]


def street(chance: Random) -> Segments:
    """One or two paths from side to side, through a court."""
    ends = chance.sample((1, 4, 7, 10), 4)
    court: dict[str, object] = {"kind": "court", "ports": [p for p in range(12) if p % 3 != 1]}
    paths = [_path(chance, ends[:2], 0.15), _path(chance, ends[2:], 0.15)]
    return [court, *chance.sample(paths, chance.choice((1, 2)))]


def any_tile(chance: Random) -> Segments:
    """A random mixture of halves and paths."""
    groups: dict[tuple[str, int], list[int]] = {}
    paths: dict[int, list[int]] = {}
    for port in range(12):
        if port % 3 != 1:
            kind = chance.choice(("tower", "house", "court", "court"))
            groups.setdefault((kind, chance.randrange(2)), []).append(port)
        elif chance.random() < 0.5:
            paths.setdefault(chance.randrange(2), []).append(port)
    made = [_segment(chance, ports, kind) for (kind, _), ports in groups.items()]
    return made + [_path(chance, ports) for ports in paths.values()]


def _segment(chance: Random, ports: list[int], *kinds: str) -> dict[str, object]:
    kind = chance.choice(kinds or ("tower", "house", "court"))
    markets = chance.randrange(3) if kind == "court" else 0
    return {"kind": kind, "ports": ports, "markets": markets}


def _path(chance: Random, ports: list[int], fountains: float = 0.3) -> dict[str, object]:
    return {"kind": "path", "ports": ports, "fountain": chance.random() < fountains}
