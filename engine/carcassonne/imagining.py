"""The tiles to come, as a player may imagine them: in another order, a certain one in hand, and
what they can still do."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.bag import shuffle
from engine.carcassonne.events import Cells
from engine.carcassonne.features import LaidFeature, cells_around
from engine.carcassonne.state import State, tiles_left, unseen_tiles
from engine.tiles.grid import bits
from engine.tiles.tile import PORTS, TurnedTile


def resample(state: State, seat: int, seed: str) -> State:
    """The tiles to come, reshuffled by this seed: a position that looks the same to a player."""
    setup = state.setup
    to_come = shuffle(unseen_tiles(state), seed, "carcassonne tiles")[: tiles_left(state)]
    deck = (*setup.deck[: state.dealt], *to_come)
    return state._replace(setup=replace(setup, seed="", deck=deck, unknown=0))


def kinds(state: State) -> tuple[str, ...]:
    """The types that a player could draw next, in lower-case letters."""
    return tuple(dict.fromkeys(tile.lower() for tile in unseen_tiles(state)))


def in_hand(state: State) -> str | None:
    """The type of the tile that the player to act has drawn."""
    return None if state.drawn is None else state.drawn.lower()


def suppose(state: State, seat: int, kind: str) -> State:
    """The current table with this seat to act and a tile of this type drawn; the tiles after it are
    in the order of the catalogue."""
    left = list(unseen_tiles(state))
    tile = next(tile for tile in left if tile.lower() == kind)
    left.remove(tile)
    setup, dealt = state.setup, state.dealt
    deck = (*setup.deck[:dealt], tile, *left)
    return state._replace(
        setup=replace(setup, seed="", deck=deck, unknown=0),
        phase="place",
        seat=seat,
        drawn=tile,
        discarded=(),
        dealt=dealt + 1,
    )


def dead_cells(state: State) -> Cells:
    """The empty cells next to a tile that no tile fits any longer."""
    board = state.board
    dead = board.frontier
    for tile in {*unseen_tiles(state), *([state.drawn] if state.drawn else [])}:
        for turned in _rotations_of(state, tile):
            dead &= ~board.room_for(turned)
    return tuple(board.grid.cells[cell] for cell in bits(dead))


def closing_tiles(state: State, features: Sequence[LaidFeature]) -> dict[int, int]:
    """For each feature that a single tile can complete, how many of the remaining tiles would."""
    left = Counter(unseen_tiles(state))
    counts = {}
    for index, feature in enumerate(features):
        cell = None if feature.kind == "field" or feature.complete else _last_cell(state, feature)
        if cell is not None:
            counts[index] = sum(
                count for tile, count in left.items() if _closes(state, feature, cell, tile)
            )
    return counts


def _last_cell(state: State, feature: LaidFeature) -> int | None:
    """The one empty cell that keeps a feature incomplete."""
    board = state.board
    if feature.kind == "cloister":
        faced = {cell for cell in cells_around(board, feature.cells[0]) if cell not in board.laid}
    else:
        faced = {board.grid.across[spot // PORTS][spot % PORTS] // PORTS for spot in feature.open}
    return faced.pop() if len(faced) == 1 else None


def _closes(state: State, feature: LaidFeature, cell: int, tile: str) -> bool:
    """True if a tile of this type, laid there in some rotation, completes the feature."""
    if feature.kind == "cloister":
        return any(
            state.board.room_for(turned) >> cell & 1 for turned in _rotations_of(state, tile)
        )
    spot = feature.open[0]
    board = state.board
    port = board.grid.across[spot // PORTS][spot % PORTS] % PORTS
    for turned in _rotations_of(state, tile):
        if board.room_for(turned) >> cell & 1:
            owner = turned.owners[port]
            if owner is not None and not board.meet(cell, turned).joined[owner].open:
                return True
    return False


def _rotations_of(state: State, tile: str) -> list[TurnedTile]:
    catalogue = state.setup.catalogue
    return [catalogue.turned[tile][rotation] for rotation in catalogue.rotations[tile]]
