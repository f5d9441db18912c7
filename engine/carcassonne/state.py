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
    gone: tuple[int, ...]
    """The seats whose players have left the game, in the order in which they left (C21)."""

    def __repr__(self) -> str:
        """Short, and without anything secret."""
        return f"<State {self.phase} seat={self.seat} dealt={self.dealt} scores={self.scores}>"


def unseen_tiles(state: State) -> tuple[str, ...]:
    """List the types of the tiles not drawn yet, each as often as it is left, in the order of the
    catalogue."""
    left = list(state.setup.catalogue.stack)
    for tile in state.setup.deck[: state.dealt]:
        left.remove(tile)
    return tuple(left)


def spot_of(state: State, cell: int, segment: int) -> Spot:
    """A segment of a laid tile as moves and events name it."""
    ports = state.board.laid[cell].segments[segment].ports
    return Spot(state.board.grid.cells[cell], naming_port(ports))
