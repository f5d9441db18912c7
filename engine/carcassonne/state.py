"""State of a game between two decisions. One value; nothing in it ever changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.carcassonne.catalogue import Catalogue
from engine.carcassonne.moves import Options, Spot, naming_port
from engine.counts import Counts
from engine.tiles.board import Board
from engine.tiles.draws import TileSetup

# Phases: a tile is to be placed; the game is over.
Phase = Literal["place", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(TileSetup[Catalogue, Options]):
    """Its deck is without the start tile."""


class PlacedFollower(NamedTuple):
    """Whose follower it is, and on which segment of its tile it stands."""

    seat: int
    segment: int
    weight: int = 1
    """As how many it counts where majorities are counted."""

    @property
    def large(self) -> bool:
        """IC2: it is the large follower."""
        return self.weight > 1


class State(NamedTuple):
    setup: Setup
    board: Board
    followers: Mapping[int, PlacedFollower]
    """The followers on the table by cell number: a tile never carries two."""
    cloisters: int
    """Bit set of the cells with an incomplete cloister."""
    phase: Phase
    seat: int
    """The seat to act; the one that acted last when the game is over."""
    drawn: str | None
    """The tile on show, in phase `place`."""
    discarded: tuple[str, ...]
    """The tiles discarded just before this tile was drawn."""
    dealt: int
    """The number of tiles drawn from the deck so far, including discarded ones."""
    scores: Counts
    supply: Counts
    """The followers of each seat that are not on the table, without the large one."""
    gone: tuple[int, ...]
    """The seats whose players have left the game, in the order in which they left (C21)."""

    def __repr__(self) -> str:
        """Short, and without anything secret."""
        return f"<State {self.phase} seat={self.seat} dealt={self.dealt} scores={self.scores}>"


def large_supply(state: State) -> Counts:
    """IC2: the large followers of each seat that are not on the table."""
    each = state.setup.options.large_followers
    left = [each] * state.setup.seats
    if each:
        for seat, _, weight in state.followers.values():
            if weight > 1:
                left[seat] -= 1
    return tuple(left)


def unseen_tiles(state: State) -> tuple[str, ...]:
    """List the types of the tiles not drawn yet, each as often as it is left, in the order of the
    piles and in each of the catalogue."""
    left = list(state.setup.catalogue.stack)
    for tile in state.setup.deck[: state.dealt]:
        left.remove(tile)
    return tuple(left)


def unseen_piles(state: State) -> list[tuple[str, ...]]:
    """List these tiles by the piles that are drawn one after the other (RV1), those that are used
    up left out."""
    unseen = unseen_tiles(state)
    piles = [{*pile.tiles} for pile in state.setup.catalogue.piles]
    left = [tuple([tile for tile in unseen if tile in pile]) for pile in piles]
    return [pile for pile in left if pile]


def spot_of(state: State, cell: int, segment: int) -> Spot:
    """A segment of a laid tile as moves and events name it."""
    ports = state.board.laid[cell].segments[segment].ports
    return Spot(state.board.grid.cells[cell], naming_port(ports))
