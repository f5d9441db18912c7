"""Imagining the tiles to come: in another order or one in hand, and what they can still do."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from engine.bag import shuffle
from engine.carcassonne.events import Cells
from engine.carcassonne.features import missing_cells
from engine.carcassonne.state import State, unseen_piles, unseen_tiles
from engine.rules import OrderRules
from engine.tiles.board import Board
from engine.tiles.draws import tiles_left
from engine.tiles.feature import Feature
from engine.tiles.grid import bits
from engine.tiles.tile import PORTS, TurnedTile


def resample(state: State, seat: int, seed: str) -> State:
    """Reshuffle the tiles to come by this seed, pile by pile: the position looks the same to a
    player."""
    setup = state.setup
    piles = [shuffle(pile, seed, "carcassonne tiles") for pile in unseen_piles(state)]
    to_come = [tile for pile in piles for tile in pile][: tiles_left(state)]
    deck = (*setup.deck[: state.dealt], *to_come)
    return state._replace(setup=replace(setup, seed="", deck=deck, unknown=0))


class Orders(OrderRules[State]):
    """Kinds are the types of tiles, in lower-case letters."""

    def kinds(self, state: State) -> tuple[str, ...]:
        """RV7: without tiles of the river. They all lie at its open end, and whoever plays before
        lays one there, so that no order for another could be carried out."""
        catalogue = state.setup.catalogue
        tiles = [tile for tile in unseen_tiles(state) if not catalogue.river_sides(tile)]
        return tuple(dict.fromkeys(tile.lower() for tile in tiles))

    def in_hand(self, state: State) -> str | None:
        return None if state.drawn is None else state.drawn.lower()

    def suppose(self, state: State, seat: int, kind: str) -> State:
        """Suppose the current table with this seat to act and a tile of this type drawn; the tiles
        after it are in the order of the catalogue."""
        left = list(unseen_tiles(state))
        tile = next(tile for tile in left if tile.lower() == kind)
        left.remove(tile)
        setup = state.setup
        dealt = state.dealt
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
    """List the empty cells next to a tile that no tile fits any longer."""
    board = state.board
    dead = board.frontier
    tiles = set(unseen_tiles(state))
    if state.drawn is not None:
        tiles.add(state.drawn)
    for tile in tiles:
        for turned in _rotations_of(state, tile):
            dead &= ~board.room_for(turned)
    return tuple(board.grid.cells[cell] for cell in bits(dead))


def closing_tiles(state: State, features: Iterable[Feature]) -> dict[int, int]:
    """For each of the features that a single tile can complete, by its first segment, how many of
    the remaining tiles would."""
    board = state.board
    lacking = [(feature, missing_cells(board, feature)) for feature in features]
    nearly = [(feature, cells[0]) for feature, cells in lacking if len(cells) == 1]
    counts = {feature.first: 0 for feature, _ in nearly}
    for tile, count in Counter(unseen_tiles(state)).items():
        rooms = [(turned, board.room_for(turned)) for turned in _rotations_of(state, tile)]
        for feature, cell in nearly:
            fitting = [turned for turned, room in rooms if room >> cell & 1]
            if any(_closes(board, feature, cell, turned) for turned in fitting):
                counts[feature.first] += count
    return counts


def _across(board: Board, spot: int) -> int:
    return board.grid.across[spot // PORTS][spot % PORTS]


def _closes(board: Board, feature: Feature, cell: int, tile: TurnedTile) -> bool:
    """True if the tile, which fits on this cell, completes a feature that faces no other cell.

    That is so if nothing that it joins to the feature faces another cell either. Followed port by
    port, since this is asked for dozens of tiles, and `Board.meet` works out much more.
    """
    if feature.kind == "cloister":
        return True
    touching = board.grid.touching[cell]
    across = board.grid.across[cell]
    waiting = list(feature.open)
    joined = set[int]()
    while waiting:
        owner = tile.owners[_across(board, waiting.pop()) % PORTS]
        if owner is None or owner in joined:
            continue
        joined.add(owner)
        for port in tile.segments[owner].ports:
            other = board.facing.get(across[port])
            if other is None or not touching.issuperset(other.open):
                return False
            waiting += other.open
    return True


def _rotations_of(state: State, tile: str) -> list[TurnedTile]:
    catalogue = state.setup.catalogue
    return [catalogue.turned[tile][rotation] for rotation in catalogue.rotations[tile]]
