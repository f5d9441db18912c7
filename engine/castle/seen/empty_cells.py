"""What everybody can compute about the empty cells: the largest region, whose keep would score it,
and where no tile to come fits."""

from dataclasses import dataclass

from engine.castle.play.final import keep_leader, largest_empty_region
from engine.castle.state import State, tiles_left, unseen
from engine.tiles.grid import Cell, bits


@dataclass(frozen=True, slots=True)
class EmptyRegion:
    """The largest region of empty cells."""

    cells: tuple[Cell, ...]
    counted: int
    """What it scores; with the option `empty_starts_count`, more than its cells (R27)."""
    seat: int | None
    """Whose keep would score it now."""


def empty_region(state: State) -> EmptyRegion:
    region, counted = largest_empty_region(state)
    cells = tuple(state.board.grid.cells[cell] for cell in bits(region))
    return EmptyRegion(cells, counted, keep_leader(state))


def tiles_to_come(state: State) -> tuple[str, ...]:
    """The ids of the tiles that can be laid after the drawn one. If the deck is not known (a game
    resumed from an unfinished record), every tile that is not on the board."""
    left = unseen(state)
    if len(left) == tiles_left(state):
        return left
    laid = [lying.tile.id for lying in state.board.laid.values()]
    gone = {*laid, *state.discarded, state.drawn}
    return tuple(tile.id for tile in state.setup.catalogue.tiles if tile.id not in gone)


def dead_cells(state: State) -> tuple[Cell, ...]:
    """The empty cells where neither the drawn tile nor any tile to come fits, in any rotation
    (R9)."""
    board, turned = state.board, state.setup.catalogue.turned
    left = [*tiles_to_come(state), *([] if state.drawn is None else [state.drawn])]
    shapes = {tile.edges: tile for name in left for tile in turned[name]}
    if not shapes:
        return ()
    room = 0
    for tile in shapes.values():
        room |= board.room_for(tile)
    return tuple(board.grid.cells[cell] for cell in bits(board.frontier & ~room))
