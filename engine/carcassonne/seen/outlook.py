"""What the remaining tiles can still do: complete a feature, or fit a cell at all."""

from collections import Counter
from collections.abc import Sequence

from engine.carcassonne.play.cloisters import cells_around
from engine.carcassonne.play.survey import Surveyed
from engine.carcassonne.state import State, unseen
from engine.carcassonne.vocabulary.events import Cells
from engine.tiles.grid import bits
from engine.tiles.ports import PORTS
from engine.tiles.tile import TurnedTile


def dead_cells(state: State) -> Cells:
    """The empty cells next to a tile that no tile fits any longer."""
    board = state.board
    dead = board.frontier
    for tile in {*unseen(state), *([state.drawn] if state.drawn else [])}:
        for turned in _turned(state, tile):
            dead &= ~board.room_for(turned)
    return tuple(board.grid.cells[cell] for cell in bits(dead))


def closing_tiles(state: State, features: Sequence[Surveyed]) -> dict[int, int]:
    """For each feature that a single tile can complete, how many of the remaining tiles would."""
    left = Counter(unseen(state))
    counts = {}
    for index, feature in enumerate(features):
        cell = None if feature.kind == "field" or feature.complete else _last_cell(state, feature)
        if cell is not None:
            counts[index] = sum(
                count for tile, count in left.items() if _closes(state, feature, cell, tile)
            )
    return counts


def _last_cell(state: State, feature: Surveyed) -> int | None:
    """The one empty cell that keeps a feature incomplete."""
    board = state.board
    if feature.kind == "cloister":
        faced = {cell for cell in cells_around(board, feature.cells[0]) if cell not in board.laid}
    else:
        faced = {board.grid.across[spot // PORTS][spot % PORTS] // PORTS for spot in feature.open}
    return faced.pop() if len(faced) == 1 else None


def _closes(state: State, feature: Surveyed, cell: int, tile: str) -> bool:
    """Whether a tile of this type, laid there in some rotation, completes the feature."""
    if feature.kind == "cloister":
        return any(state.board.room_for(turned) >> cell & 1 for turned in _turned(state, tile))
    spot = feature.open[0]
    board = state.board
    port = board.grid.across[spot // PORTS][spot % PORTS] % PORTS
    for turned in _turned(state, tile):
        if board.room_for(turned) >> cell & 1:
            owner = turned.owners[port]
            if owner is not None and not board.meet(cell, turned).joined[owner].open:
                return True
    return False


def _turned(state: State, tile: str) -> list[TurnedTile]:
    catalogue = state.setup.catalogue
    return [catalogue.turned[tile][rotation] for rotation in catalogue.rotations[tile]]
