"""What happens in a game, in enough detail that every point explains itself. A closed union."""

from dataclasses import dataclass
from typing import Literal

from engine.carcassonne.vocabulary.moves import Role, Spot
from engine.tiles.grid import Cell

Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class GameBegan:
    first: int
    seats: int
    start: str
    """The tile on the table from the beginning (C2)."""


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    """The tile fits nowhere and leaves the game (C3)."""

    tile: str


@dataclass(frozen=True, slots=True)
class TileDrawn:
    seat: int
    tile: str
    left: int
    """How many tiles are left to draw."""


@dataclass(frozen=True, slots=True)
class TilePlaced:
    seat: int
    tile: str
    cell: Cell
    rotation: int
    scores: tuple[int, ...]
    """The scores before this move."""


@dataclass(frozen=True, slots=True)
class FollowerPlaced:
    seat: int
    role: Role
    spot: Spot


@dataclass(frozen=True, slots=True)
class FeatureScored:
    """A completed feature; `seats` is empty and `points` 0 if it has no followers."""

    kind: Literal["city", "road", "cloister"]
    spot: Spot
    cells: Cells
    """For a cloister only its own cell."""
    pennants: int
    followers: tuple[int, ...]
    """How many followers each seat has on it."""
    seats: tuple[int, ...]
    points: int
    """The points of each of `seats`."""
    each: int
    """What each tile and pennant gives; for a cloister, its own tile and each of those around."""
    small: bool
    """Whether it is a small city, whose pennants do not count (C9)."""


@dataclass(frozen=True, slots=True)
class FollowersReturned:
    followers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """The seat is skipped from now on (C21)."""

    seat: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TilePassed:
    """The tile in the hand of a player who left goes to this seat."""

    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class FinalScored:
    """An incomplete feature with followers, at the end (C17). A cloister gives a point for itself
    and one for each tile around it."""

    kind: Literal["city", "road", "cloister"]
    spot: Spot
    cells: Cells
    pennants: int
    followers: tuple[int, ...]
    seats: tuple[int, ...]
    points: int
    each: int
    """As for a completed feature."""


@dataclass(frozen=True, slots=True)
class FarmersScored:
    """What farmers serve, at the end: counted by city, one city and all fields that serve it (C18);
    by field, one field and all cities that it serves (C19)."""

    cities: tuple[Cells, ...]
    fields: tuple[Cells, ...]
    """Those with farmers."""
    followers: tuple[int, ...]
    seats: tuple[int, ...]
    points: int
    counted_by: Literal["city", "field"]
    each: int
    """What each city gives."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


Event = (
    GameBegan
    | TileDiscarded
    | TileDrawn
    | TilePlaced
    | FollowerPlaced
    | FeatureScored
    | FollowersReturned
    | PlayerLeft
    | TilePassed
    | FinalScored
    | FarmersScored
    | GameEnded
)
