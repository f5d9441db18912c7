"""Drawing tiles from a shuffled deck, of which those that fit nowhere are discarded, and what
happens then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Protocol, TypeVar

from engine.tiles.board import Board
from engine.tiles.tile import TurnedTile


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    """A tile fits nowhere and leaves the game (C3, R7)."""

    tile: str


@dataclass(frozen=True, slots=True)
class TileDrawn:
    seat: int
    tile: str
    left: int
    """The number of tiles left to draw."""


@dataclass(frozen=True, slots=True)
class LastRoundBegan:
    """No more tiles are left than there are players, with the one that was just drawn (C16)."""

    tiles: int


DrawEvent = TileDiscarded | TileDrawn | LastRoundBegan


class TileCatalogue(Protocol):
    @property
    def turned(self) -> Mapping[str, Sequence[TurnedTile]]: ...


C_co = TypeVar("C_co", bound=TileCatalogue, covariant=True)
O_co = TypeVar("O_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSetup(Generic[C_co, O_co]):
    """Decisions made before the first turn. Seed and deck are secret, so they are not in its repr,
    which may end up in a log."""

    catalogue: C_co = field(repr=False)
    options: O_co
    seats: int
    seed: str = field(repr=False)
    commitment: str
    deck: tuple[str, ...] = field(repr=False)
    """The tiles in draw order."""
    first: int
    unknown: int = 0
    """The number of tiles still to draw, when the game is known only from the record of an
    unfinished game."""


class TileState(Protocol):
    """Part of a state that says what is drawn next."""

    @property
    def setup(self) -> TileSetup[TileCatalogue, object]: ...
    @property
    def board(self) -> Board: ...
    @property
    def dealt(self) -> int: ...


def tiles_left(state: TileState) -> int:
    return len(state.setup.deck) + state.setup.unknown - state.dealt


def fits_somewhere(board: Board, catalogue: TileCatalogue, tile: str) -> bool:
    """True if the tile has a legal placement in any rotation (C3, R7)."""
    return any(board.room_for(turned) for turned in catalogue.turned[tile])


class Draw(NamedTuple):
    drawn: str | None
    """None if none of the tiles fits anywhere."""
    discarded: tuple[str, ...]
    dealt: int
    events: Sequence[DrawEvent]


def draw_tile(state: TileState, seat: int, players: int) -> Draw:
    """Draw for this seat, one of so many that play, until a tile fits."""
    setup = state.setup
    discarded = list[str]()
    events: list[DrawEvent] = []
    left = tiles_left(state)
    for tile in setup.deck[state.dealt :]:
        left -= 1
        if fits_somewhere(state.board, setup.catalogue, tile):
            events.append(TileDrawn(seat, tile, left))
            if left < players <= left + 1 + len(discarded):
                events.append(LastRoundBegan(left + 1))
            return Draw(tile, tuple(discarded), state.dealt + len(discarded) + 1, events)
        discarded.append(tile)
        events.append(TileDiscarded(tile))
    return Draw(None, tuple(discarded), state.dealt + len(discarded), events)
