"""Imagining the tiles to come: in another order or one in hand, and what they can still do."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.bag import shuffle
from engine.carcassonne.events import Cells
from engine.carcassonne.features import missing_cells
from engine.carcassonne.state import State, unseen_piles, unseen_tiles
from engine.rules import OrderRules
from engine.tiles.board import Board
from engine.tiles.draws import tiles_left
from engine.tiles.feature import Feature
from engine.tiles.grid import bit_set, bits
from engine.tiles.tile import FACING, PORTS, TurnedTile


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


# For each type of tile its rotations that look different, each with the bit set of the cells where
# it fits.
Rooms = Mapping[str, Sequence[tuple[TurnedTile, int]]]


def find_rooms(state: State, tiles: Iterable[str]) -> Rooms:
    catalogue = state.setup.catalogue
    rooms = {}
    for tile in tiles:
        rotations = [catalogue.turned[tile][number] for number in catalogue.rotations[tile]]
        rooms[tile] = [(turned, state.board.room_for(turned)) for turned in rotations]
    return rooms


def dead_cells(state: State, rooms: Rooms) -> Cells:
    """List the empty cells next to a tile that neither the drawn tile nor any of these fits."""
    board = state.board
    dead = board.frontier
    drawn = find_rooms(state, [] if state.drawn is None else [state.drawn])
    for rotations in (*rooms.values(), *drawn.values()):
        for _, room in rotations:
            dead &= ~room
    return tuple(board.grid.cells[cell] for cell in bits(dead))


def closing_tiles(
    state: State, unseen: Mapping[str, int], rooms: Rooms, features: Iterable[Feature]
) -> dict[int, int]:
    """For each of the features that a single tile can complete, by its first segment, how many of
    the remaining tiles would."""
    board = state.board
    counts: dict[int, int] = {}
    lacking: dict[int, list[Feature]] = {}
    for feature in features:
        missing = missing_cells(board, feature)
        if len(missing) == 1:
            counts[feature.first] = 0
            lacking.setdefault(missing[0], []).append(feature)
    lacked = bit_set(lacking)
    for tile, count in unseen.items():
        closed = set[int]()
        for turned, room in rooms[tile]:
            for cell in bits(room & lacked):
                for feature in lacking[cell]:
                    if feature.first not in closed and _closes(board, feature, cell, turned):
                        closed.add(feature.first)
        for first in closed:
            counts[first] += count
    return counts


def _closes(board: Board, feature: Feature, cell: int, tile: TurnedTile) -> bool:
    """True if the tile, which fits on this cell, completes a feature that faces no other cell.

    That is so if nothing that it joins to the feature faces another cell either. Followed port by
    port, since this is asked for dozens of tiles, and `Board.meet` works out much more.
    """
    touching = board.grid.touching[cell]
    across = board.grid.across[cell]
    reached = [feature]
    joined = set[int]()
    for other in reached:
        for spot in other.open:
            owner = tile.owners[FACING[spot % PORTS]]
            if owner is None or owner in joined:
                continue
            joined.add(owner)
            for port in tile.segments[owner].ports:
                beyond = board.facing.get(across[port])
                if beyond is feature:
                    continue
                if beyond is None or not touching.issuperset(beyond.open):
                    return False
                reached.append(beyond)
    return True
