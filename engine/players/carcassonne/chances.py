"""Prospects of the tiles still unseen: how likely a feature is to be completed in time, what it
promises, and what followers are worth."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import NamedTuple

from engine.carcassonne.catalogue import FOLLOWERS, Catalogue
from engine.carcassonne.features import AROUND
from engine.carcassonne.scoring import (
    SCORING_KINDS,
    points_for,
    points_incomplete,
    thing_on,
)
from engine.carcassonne.state import State
from engine.seats import active_seats
from engine.tiles.board import Board
from engine.tiles.feature import Feature
from engine.tiles.grid import NOWHERE, bits
from engine.tiles.tile import PORTS, TurnedTile, opposite

# The label of a side that has no tile next to it.
NOTHING = 7
# The bits for the label of a side.
BITS = 3
# The surroundings of a cell with no tile next to it: the labels of its sides, the north lowest.
FREE = 0o7777
# The share of the draws that are free for completing a certain feature, or for joining two fields.
USED = 0.5
# The draws are divided among the cells that a feature still needs: by their number to this power.
SHARED = 0.7
# A cell around a cloister is as likely to be filled as not if the number of tiles left that fit
# there, to the second of these powers, is the first.
FILLED = 2.0
BY_FITTING = 0.7
# The worth of the first follower in the supply, of the second, and so on, early in the game.
A_FOLLOWER = (16.0, 8.5, 5.0, 3.8, 3.2, 2.6, 2.2)
IN_SUPPLY = (0.0, *accumulate(A_FOLLOWER))
# The worth of a follower that a completed feature will return, early in the game.
RETURNED = 4.0
# With this many tiles left, followers could count on no points of an open feature: others join
# it, or it is left behind.
DOUBTFUL = 80.0
# The cost of a farmer beyond that of other followers, early in the game: it never comes back.
STAYS = 4.0
# The further cost of farmers, times the square of their number: the fewer followers are left that
# come back, the more each farmer is missed.
MISSED = 1.0
# The worth of a large follower in the supply, early in the game: as much as the last small one and
# a little more, so that it is kept for where it decides.
A_LARGE_FOLLOWER = 18.0
# Of more tiles to come than the base game has, the further ones are no more doubtful.
FARTHEST_SEEN = 71
# With this many draws left to a player, followers are worth half.
LATE = 8.0


class Crowd(NamedTuple):
    """Numbers that depend on how many play."""

    followers: float = 1.0
    """The share of their worth that followers have in the supply: with fewer draws each, they
    last."""
    monks: float = 0.0
    """The share, per tile to come, by which a cloister is worth less to its monk."""
    farmers: float = 0.0
    """The same for a field, on which others may come to have the most farmers."""
    doubtful: float = DOUBTFUL


# For the numbers of players whose games differ from those of two; for more, the last.
CROWDS: Mapping[int, Crowd] = {
    4: Crowd(followers=0.7, monks=0.0043, farmers=0.0018, doubtful=94.0),
    5: Crowd(followers=0.4, monks=0.0086, farmers=0.0036, doubtful=109.0),
}


@lru_cache(8192)
def closing_types(catalogue: Catalogue, around: int, side: int) -> tuple[str, ...]:
    """List the types that fit a cell and end what enters from a side, or lead it to a tile."""
    types = []
    for tile, rotations in catalogue.rotations.items():
        for rotation in rotations:
            turned = catalogue.turned[tile][rotation]
            owner = turned.owners[3 * side + 1]
            if fits(around, turned.edges) and all(
                around >> BITS * (port // 3) & NOTHING != NOTHING
                for port in turned.segments[owner].ports  # type: ignore[index]
            ):
                types.append(tile)
                break
    return tuple(types)


@lru_cache(8192)
def fitting_types(catalogue: Catalogue, around: int) -> tuple[str, ...]:
    """List the types that fit a cell with these surroundings."""
    return tuple(
        tile
        for tile, rotations in catalogue.rotations.items()
        if any(fits(around, catalogue.turned[tile][rotation].edges) for rotation in rotations)
    )


@lru_cache(32768)
def joining_types(catalogue: Catalogue, around: int, ports: int, others: int) -> tuple[str, ...]:
    """List the types that fit a cell and join what enters through one of these ports, as a bit set,
    with what enters through one of the others."""
    return tuple(
        tile
        for tile in fitting_types(catalogue, around)
        if any(
            fits(around, turned.edges)
            and not _segments_at(turned, ports).isdisjoint(_segments_at(turned, others))
            for turned in catalogue.turned[tile]
        )
    )


def _segments_at(tile: TurnedTile, ports: int) -> set[int | None]:
    return {tile.owners[port] for port in bits(ports)}


def fits(around: int, edges: tuple[int, ...]) -> bool:
    return all(
        around >> BITS * side & NOTHING in (NOTHING, label) for side, label in enumerate(edges)
    )


def surroundings(board: Board) -> dict[int, int]:
    """Map each empty cell next to a tile to its surroundings: for each side a label."""
    laid = board.laid
    neighbours = board.grid.neighbours
    around = {}
    for cell in bits(board.frontier):
        north, east, south, west = neighbours[cell]
        around[cell] = (
            (laid[north].edges[2] if north in laid else NOTHING)
            | (laid[east].edges[3] if east in laid else NOTHING) << BITS
            | (laid[south].edges[0] if south in laid else NOTHING) << 2 * BITS
            | (laid[west].edges[1] if west in laid else NOTHING) << 3 * BITS
        )
    return around


def surroundings_after(
    board: Board, around: Mapping[int, int], cell: int, edges: tuple[int, ...]
) -> dict[int, int]:
    """Map the empty cells next to this one to their new surroundings, once it has a tile."""
    changed = {}
    for side, beyond in enumerate(board.grid.neighbours[cell]):
        if beyond != NOWHERE and beyond not in board.laid:
            shift = BITS * opposite(side)
            before = around.get(beyond, FREE)
            changed[beyond] = before & ~(NOTHING << shift) | edges[side] << shift
    return changed


class Promise(NamedTuple):
    """Points expected of a feature for the seat with the most followers on it."""

    points: float
    chance: float
    """The chance that it is completed and returns its followers."""


class DrawChances:
    """Chances in a position in which these tiles are still to be laid, given as a number for each
    type, and what follows from them."""

    def __init__(self, state: State, left: Mapping[str, int]) -> None:
        self.catalogue = state.setup.catalogue
        self.options = state.setup.options
        self.grid = state.board.grid
        self.left = left
        self.tiles = sum(left.values())
        seats = len(active_seats(state))
        crowd = CROWDS.get(min(seats, max(CROWDS)), Crowd())
        to_come = min(self.tiles, FARTHEST_SEEN)
        self.draws = self.tiles / seats
        late = self.draws / (self.draws + LATE)
        self.late = crowd.followers * late
        """The share of their early worth that followers still have."""
        self.farmers_late = late
        """The share of their early cost that farmers still have."""
        self.certain = 1 - (to_come / crowd.doubtful) ** 2
        """The share of an open feature's points that its followers can count on."""
        self.monks_share = 1 - crowd.monks * to_come
        """The same for a monk."""
        self.farmers_share = 1 - crowd.farmers * to_come
        """The same for farmers."""
        self._closing: dict[tuple[int, int, int], float] = {}
        self._filled: dict[int, float] = {}
        self._apart: dict[tuple[int, int, int], float] = {}

    def closing(self, around: int, side: int, cells: int) -> float:
        """Chance that somebody who needs it draws, in time, a tile that closes a feature. The
        feature enters the cell from this side, and needs this many cells in all."""
        key = (around, side, cells)
        if key not in self._closing:
            fitting = sum(
                self.left.get(tile, 0) for tile in closing_types(self.catalogue, around, side)
            )
            missed = 1 - fitting / self.tiles if self.tiles else 1.0
            self._closing[key] = 1 - missed ** (USED * self.draws / cells**SHARED)
        return self._closing[key]

    def apart(self, around: int, ports: int, others: int) -> float:
        """Chance that nobody draws, in time, a tile that joins what enters a cell through one of
        these ports with what enters it through one of the others."""
        key = (around, ports, others)
        if key not in self._apart:
            types = joining_types(self.catalogue, around, ports, others)
            joining = sum([self.left.get(tile, 0) for tile in types])
            missed = 1 - joining / self.tiles if self.tiles else 1.0
            self._apart[key] = missed ** (USED * self.draws)
        return self._apart[key]

    def promise(self, feature: Feature, around: Callable[[int], int]) -> Promise:
        """Estimate what a road or city promises if the cells it faces have these surroundings."""
        kind = SCORING_KINDS[feature.kind]
        tiles = feature.size
        pennants = feature.marks
        thing = thing_on(feature)
        entered: dict[int, int] = {}
        for spot in feature.open:
            cell, port = divmod(spot, PORTS)
            if port % 3 == 1:
                entered[self.grid.neighbours[cell][port // 3]] = opposite(port // 3)
        chance = 1.0
        for cell, side in entered.items():
            chance *= self.closing(around(cell), side, len(entered))
        complete = points_for(self.options, kind, tiles + len(entered), pennants, thing)
        points = chance * complete + (1 - chance) * points_incomplete(tiles, pennants, thing)
        return Promise(points * self.certain if entered else points, chance)

    def filling_chance(self, around: int) -> float:
        """Chance that an empty cell with these surroundings is filled in time."""
        if around not in self._filled:
            tiles = sum(self.left.get(tile, 0) for tile in fitting_types(self.catalogue, around))
            likely = tiles**BY_FITTING
            self._filled[around] = likely / (likely + FILLED)
        return self._filled[around]

    def cloister_promise(self, empty: Sequence[int]) -> Promise:
        """Estimate what a cloister promises, by the surroundings of the empty cells around it."""
        filled = [self.filling_chance(around) for around in empty]
        points = points_incomplete(1 + len(AROUND) - len(empty), 0) + sum(filled)
        return Promise(points * self.monks_share if empty else points, prod(filled))

    def supply_worth(self, followers: int) -> float:
        return IN_SUPPLY[min(followers, FOLLOWERS)] * self.late

    def follower_worth(self, followers: int) -> float:
        """Worth of the last of this many followers in the supply."""
        return A_FOLLOWER[min(followers, FOLLOWERS) - 1] * self.late if followers else 0.0

    def farmers_cost(self, farmers: int) -> float:
        """Cost of this many farmers, who never come back."""
        return (STAYS + MISSED * farmers) * farmers * self.farmers_late

    def large_worth(self, followers: int) -> float:
        """Worth of this many large followers in the supply."""
        return A_LARGE_FOLLOWER * followers * self.late

    def returned_worth(self, promise: Promise) -> float:
        """Worth of each follower on a feature that may be completed."""
        return promise.chance * RETURNED * self.late
