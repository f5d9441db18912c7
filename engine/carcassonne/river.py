"""The River: its tiles continue it at its one open end (RV3), without an immediate U-turn (RV4)."""

from dataclasses import dataclass

from engine.carcassonne.moves import Reason
from engine.tiles.board import Board
from engine.tiles.tile import FACING, PORTS, TurnedTile, opposite

# The label of a side with a river, after those of the base game.
RIVER = 3


@dataclass(frozen=True, slots=True)
class RiverBoard(Board):
    """A board of a set with a river."""

    def room_for(self, tile: TurnedTile) -> int:
        room = Board.room_for(self, tile)
        if RIVER not in tile.edges:
            return room
        end = river_end(self)
        if end is None or _turns_back(self, end, tile):
            return 0
        return room & 1 << cell_beyond(self, end)


def river_end(board: Board) -> int | None:
    """Find the spot where the river goes on; None once the lake is laid."""
    return next((spot for spot, feature in board.facing.items() if feature.kind == "river"), None)


def cell_beyond(board: Board, spot: int) -> int:
    return board.grid.neighbours[spot // PORTS][spot % PORTS // 3]


def river_fault(board: Board, cell: int, tile: TurnedTile) -> Reason | None:
    """Find out what forbids a tile on this cell even where its sides fit."""
    if RIVER not in tile.edges:
        return None
    end = river_end(board)
    if end is None or cell_beyond(board, end) != cell:
        return Reason.RIVER_ELSEWHERE
    return Reason.RIVER_TURNS_BACK if _turns_back(board, end, tile) else None


def _turns_back(board: Board, end: int, tile: TurnedTile) -> bool:
    """RV4: true if this bend follows a bend that turns the same way."""
    cell, port = divmod(end, PORTS)
    last = board.laid[cell]
    entered = next((other for other in _river_ports(last) if other != port), None)
    if entered is None or FACING[port] not in _river_ports(tile):
        return False
    bend = _bend(last, entered)
    return bend != 0 and bend == _bend(tile, FACING[port])


def _bend(tile: TurnedTile, entered: int) -> int:
    """Quarter turns clockwise that a river makes on a tile; 0 if it goes straight or ends there."""
    ahead = opposite(entered // 3)
    ways = [port // 3 for port in _river_ports(tile) if port != entered]
    return (ways[0] - ahead) % len(tile.edges) if ways else 0


def _river_ports(tile: TurnedTile) -> tuple[int, ...]:
    return next(segment.ports for segment in tile.segments if segment.kind == "river")
