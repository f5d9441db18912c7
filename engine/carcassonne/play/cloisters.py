"""Cloisters: they have no sides, and are completed by the tiles around them (C10)."""

from engine.tiles.board import Board
from engine.tiles.tile import TurnedTile

AROUND = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


def cloisters_on(cell: int, tile: TurnedTile) -> int:
    """A bit set holding the cell, if the tile on it has a cloister."""
    return (1 << cell) * any(not segment.ports for segment in tile.segments)


def cells_around(board: Board, cell: int) -> list[int]:
    """The eight cells around a tile."""
    (x, y), numbers = board.grid.cells[cell], board.grid.numbers
    return [numbers[x + dx, y + dy] for dx, dy in AROUND]


def tiles_around(board: Board, cell: int) -> int:
    """How many of the eight cells around a tile hold tiles."""
    laid = board.laid
    return sum(near in laid for near in cells_around(board, cell))


def completed_cloisters(board: Board, cloisters: int, cell: int) -> list[int]:
    """The cells with cloisters that the tile on this cell completes."""
    if not cloisters:
        return []
    return [
        near
        for near in (cell, *cells_around(board, cell))
        if cloisters >> near & 1 and tiles_around(board, near) == len(AROUND)
    ]
