"""Looking at a placement: what it would do, remembered for the move that may follow immediately."""

from engine.tiles.board import Board, Meeting
from engine.tiles.tile import TurnedTile

_last_look: tuple[Board, Meeting] | None = None
"""The last meeting, kept because a player looks at a placement just before playing it."""


def look(board: Board, cell: int, tile: TurnedTile) -> Meeting:
    """What the tile would do to the regions on this cell."""
    global _last_look  # noqa: PLW0603  # one reference, swapped whole: safe in any thread
    last = _last_look
    if last is None or last[0] is not board or last[1].cell != cell or last[1].tile is not tile:
        last = _last_look = (board, board.meet(cell, tile))
    return last[1]
