"""State of a game between two decisions. One value; nothing in it ever changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.castle.catalogue import Catalogue
from engine.castle.moves import Options, Spot
from engine.counts import Pair
from engine.tiles.board import Board
from engine.tiles.draws import TileSetup
from engine.tiles.feature import Feature
from engine.tiles.tile import PORTS

# Phases: a tile is to be placed; "another turn?" is to be answered; the game is over.
Phase = Literal["place", "again", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(TileSetup[Catalogue, Options]):
    seats: int = field(default=2, repr=False)
    wall_tiles: Mapping[int, int] = field(repr=False)
    """Kind by first space of the corner tower, 0 where it is unknown. They are secret too."""


class Keep(NamedTuple):
    tiles: int
    """The size of the house that it stands on."""
    cell: int


class State(NamedTuple):
    setup: Setup
    board: Board
    closed_courts: tuple[Feature, ...]
    phase: Phase
    seat: int
    """The seat to act; the one that acted last when the game is over."""
    extra: bool
    """This turn was won by wall tile 1."""
    drawn: str | None
    """The tile on show, in phase `place`."""
    discarded: tuple[str, ...]
    """The tiles discarded just before this tile was drawn."""
    dealt: int
    """The number of tiles drawn from the deck so far, including discarded ones."""
    scores: Pair
    supply: Pair
    wall: Mapping[int, int]
    """Face-down wall tiles still on their corner towers."""
    held: tuple[tuple[int, ...], tuple[int, ...]]
    """Wall tiles face up before each player, sorted."""
    keeps: tuple[Keep | None, Keep | None]

    @property
    def gone(self) -> tuple[int, ...]:
        """A game for two does not continue without a player who leaves it."""
        return ()

    def __repr__(self) -> str:
        """Short, and without anything secret."""
        return f"<State {self.phase} seat={self.seat} dealt={self.dealt} scores={self.scores}>"


def unseen_tiles(state: State) -> tuple[str, ...]:
    """List the ids of the tiles not drawn yet, sorted."""
    seen = state.setup.deck[: state.dealt]
    return tuple(sorted({tile.id for tile in state.setup.catalogue.tiles}.difference(seen)))


def spot_of(state: State, spot: int) -> Spot:
    """A spot of the board as moves and events name it."""
    return Spot(state.board.grid.cells[spot // PORTS], spot % PORTS)
