"""What the tiles still unseen can do: how likely a feature is to be completed in time."""

from collections.abc import Mapping
from functools import lru_cache

from engine.carcassonne.material.catalogue import Catalogue
from engine.tiles.board import Board
from engine.tiles.grid import NOWHERE, bits
from engine.tiles.ports import opposite

NOTHING = 3
"""The label of a side that has no tile next to it."""
FREE = 0xFF
"""The surroundings of a cell with no tile next to it: two bits for the label of each side."""
USED = 0.5
"""The share of the draws that are free for completing a certain feature."""
SHARED = 0.7
"""The draws are divided among the cells that a feature still needs: by their number to this
power."""
AROUND_CLOISTER = 22.0
"""With this many tiles left, a cell around a cloister is as likely to be filled as not."""


@lru_cache(8192)
def closers(catalogue: Catalogue, around: int, side: int) -> tuple[str, ...]:
    """The types that fit a cell and end there what enters from a side, or lead it to a tile."""
    return tuple(
        tile
        for tile, rotations in catalogue.rotations.items()
        if any(
            _fits(catalogue.turned[tile][rotation].edges, around)
            and _ends(catalogue, tile, rotation, around, side)
            for rotation in rotations
        )
    )


def _fits(edges: tuple[int, ...], around: int) -> bool:
    return all(around >> 2 * side & 3 in (NOTHING, label) for side, label in enumerate(edges))


def _ends(catalogue: Catalogue, tile: str, rotation: int, around: int, side: int) -> bool:
    turned = catalogue.turned[tile][rotation]
    owner = turned.owners[3 * side + 1]
    assert owner is not None
    return all(around >> 2 * (port // 3) & 3 != NOTHING for port in turned.segments[owner].ports)


def surroundings(board: Board) -> dict[int, int]:
    """The surroundings of each empty cell next to a tile: two bits for the label of each side."""
    laid, neighbours = board.laid, board.grid.neighbours
    found = {}
    for cell in bits(board.frontier):
        north, east, south, west = neighbours[cell]
        found[cell] = (
            (laid[north].edges[2] if north in laid else NOTHING)
            | (laid[east].edges[3] if east in laid else NOTHING) << 2
            | (laid[south].edges[0] if south in laid else NOTHING) << 4
            | (laid[west].edges[1] if west in laid else NOTHING) << 6
        )
    return found


def surroundings_after(
    board: Board, around: Mapping[int, int], cell: int, edges: tuple[int, ...]
) -> dict[int, int]:
    """The new surroundings of the empty cells next to this one, once it has a tile."""
    changed = {}
    for side, beyond in enumerate(board.grid.neighbours[cell]):
        if beyond != NOWHERE and beyond not in board.laid:
            shift = 2 * opposite(side)
            before = around.get(beyond, FREE)
            changed[beyond] = before & ~(3 << shift) | edges[side] << shift
    return changed


class Chances:
    """The chances for a number of players and the tiles left, given as a number for each type."""

    def __init__(self, catalogue: Catalogue, left: Mapping[str, int], players: int) -> None:
        self.catalogue, self.left = catalogue, left
        self.tiles = sum(left.values())
        self.draws = self.tiles / players
        self.filled = self.tiles / (self.tiles + AROUND_CLOISTER)
        """How likely an empty cell around a cloister is to be filled in time."""
        self._closing: dict[tuple[int, int, int], float] = {}

    def closing(self, around: int, side: int, cells: int) -> float:
        """How likely somebody who needs it is to draw, in time, a tile that closes a feature. The
        feature enters the cell from this side, and needs this many cells in all."""
        key = (around, side, cells)
        if key not in self._closing:
            fitting = sum(self.left.get(tile, 0) for tile in closers(self.catalogue, around, side))
            missed = 1 - fitting / self.tiles if self.tiles else 1.0
            self._closing[key] = 1 - missed ** (USED * self.draws / cells**SHARED)
        return self._closing[key]
