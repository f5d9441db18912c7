"""Every feature on the table, complete or not, computed from the tiles as they lie.

The board keeps track of what the turns need to know about features. Fields and the cities that they
touch are needed less often: on request, and at the end. Cloisters have no sides: they are completed
by the tiles around them (C10).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.carcassonne.catalogue import EDGE_LABELS
from engine.carcassonne.state import State
from engine.tiles.board import Board
from engine.tiles.feature import Feature
from engine.tiles.grid import bits
from engine.tiles.tile import FACING, PORTS, Segment, TurnedTile

AROUND = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


def cloisters_on(cell: int, tile: TurnedTile) -> int:
    """A bit set holding the cell, if the tile on it has a cloister."""
    return (1 << cell) * any(not segment.ports for segment in tile.segments)


def cells_around(board: Board, cell: int) -> list[int]:
    (x, y), numbers = board.grid.cells[cell], board.grid.numbers
    return [numbers[x + dx, y + dy] for dx, dy in AROUND]


def tiles_around(board: Board, cell: int) -> int:
    laid = board.laid
    return sum(near in laid for near in cells_around(board, cell))


def completed_cloisters(board: Board, cloisters: int, cell: int) -> list[Feature]:
    """The cloisters that the tile on this cell completes, of those on a bit set of cells."""
    if not cloisters:
        return []
    completed = [
        near
        for near in (cell, *cells_around(board, cell))
        if cloisters >> near & 1 and tiles_around(board, near) == len(AROUND)
    ]
    return [cloister_at(board, near) for near in completed]


def cloister_at(board: Board, cell: int) -> Feature:
    return next(
        feature
        for feature in board.closed.values()
        if feature.kind == "cloister" and feature.cells == 1 << cell
    )


Lying = tuple[int, int]
"""A cell, and the index of a segment of the tile on it."""


class LaidFeature(NamedTuple):
    kind: str
    segments: tuple[Lying, ...]
    """In the order of placing."""
    cells: tuple[int, ...]
    """In the order of placing."""
    open: tuple[int, ...]
    """Its spots that face an empty cell."""
    pennants: int
    standing: tuple[int, ...]
    """The cells on which its followers stand."""
    complete: bool
    touching: tuple[int, ...]
    """For a field, the indices of the cities that it touches, in the order of their first tiles."""


ROAD = EDGE_LABELS.index("road")
THIRDS = tuple((3 * side, 3 * side + 1, 3 * side + 2) for side in range(4))
MIDDLE = tuple((3 * side + 1,) for side in range(4))
"""The ports of each side, and the one in its middle."""


def survey(state: State, *, counting: bool = False) -> tuple[LaidFeature, ...]:
    """All features in the order of their first segments; or only those that can count at the end:
    cities, and features with followers."""
    board = state.board
    segments = [
        (cell, index) for cell, tile in board.laid.items() for index in range(len(tile.segments))
    ]
    first_of: dict[int, int] = {}
    for number, (cell, _) in enumerate(segments):
        first_of.setdefault(cell, number)
    held = {first_of[cell] + one.segment for cell, one in state.standing.items()}
    groups = _groups(board, first_of, len(segments))
    if counting:
        groups = [
            group
            for group in groups
            if not held.isdisjoint(group) or _segment(board, segments[group[0]]).kind == "city"
        ]
    group_of = {number: index for index, group in enumerate(groups) for number in group}
    touching = _touching(state, first_of, group_of)
    return tuple(
        [
            _laid_feature(
                board,
                [segments[number] for number in group],
                [segments[number][0] for number in group if number in held],
                tuple(sorted(touching.get(index, ()))),
            )
            for index, group in enumerate(groups)
        ]
    )


def _groups(board: Board, first_of: Mapping[int, int], count: int) -> list[list[int]]:
    """The numbers of the connected segments, by feature (union-find)."""
    root = list(range(count))
    for here, there in _joints(board, first_of):
        one, other = _root(root, here), _root(root, there)
        root[max(one, other)] = min(one, other)
    groups: dict[int, list[int]] = {}
    for number in range(count):
        groups.setdefault(_root(root, number), []).append(number)
    return list(groups.values())


def _root(root: list[int], number: int) -> int:
    """The first segment of a group; shortens the path on the way."""
    while (above := root[number]) != number:
        root[number] = root[above]
        number = above
    return number


def _joints(board: Board, first_of: Mapping[int, int]) -> list[tuple[int, int]]:
    """The pairs of segments that touch. Each side between two tiles is visited once, and unless a
    road divides it (C7), a single segment owns all of it."""
    laid, neighbours, joints = board.laid, board.grid.neighbours, []
    for cell, tile in laid.items():
        for side in (1, 2):
            beyond = neighbours[cell][side]
            if beyond in laid:
                owners, others = tile.owners, laid[beyond].owners
                for port in THIRDS[side] if tile.edges[side] == ROAD else MIDDLE[side]:
                    here, there = owners[port], others[FACING[port]]
                    if here is not None and there is not None:
                        joints.append((first_of[cell] + here, first_of[beyond] + there))
    return joints


def _touching(
    state: State, first_of: Mapping[int, int], group_of: Mapping[int, int]
) -> dict[int, set[int]]:
    """C18: for each field, the cities that it touches on any tile."""
    touching: dict[int, set[int]] = {}
    for cell, tile in state.board.laid.items():
        first = first_of[cell]
        for index, cities in enumerate(tile.tile.beside):
            if cities and (field := group_of.get(first + index)) is not None:
                found = touching.setdefault(field, set())
                found.update([group_of[first + city] for city in bits(cities)])
    return touching


def _laid_feature(
    board: Board, lying: Sequence[Lying], standing: Sequence[int], touching: tuple[int, ...]
) -> LaidFeature:
    kind = _segment(board, lying[0]).kind
    still_open = [
        cell * PORTS + port
        for cell, index in lying
        for port in board.laid[cell].segments[index].ports
        if board.grid.neighbours[cell][port // 3] not in board.laid
    ]
    full = kind != "cloister" or tiles_around(board, lying[0][0]) == len(AROUND)
    return LaidFeature(
        kind=kind,
        segments=tuple(lying),
        cells=tuple(dict.fromkeys([cell for cell, _ in lying])),
        open=tuple(still_open),
        pennants=sum([_segment(board, one).marks for one in lying]),
        standing=tuple(standing),
        complete=not still_open and full,
        touching=touching,
    )


def _segment(board: Board, one: Lying) -> Segment:
    cell, index = one
    return board.laid[cell].segments[index]
