"""Events of a game, in enough detail that every point explains itself. A closed union."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal, get_args

from engine.castle.moves import Role, Spot
from engine.texts.stored import EventLog
from engine.tiles.draws import DrawEvent, LastRoundBegan, TileDiscarded, TileDrawn
from engine.tiles.grid import Cell


@dataclass(frozen=True, slots=True)
class TilePlaced:
    seat: int
    tile: str
    cell: Cell
    rotation: int


@dataclass(frozen=True, slots=True)
class FollowerPlaced:
    seat: int
    role: Role
    spot: Spot


@dataclass(frozen=True, slots=True)
class WallTilePlayed:
    """Wall tile 1, 2 or 3. `target` is the feature; None for kind 1, or when spent for nothing."""

    seat: int
    kind: int
    target: Spot | None
    spent_for_nothing: bool = False


@dataclass(frozen=True, slots=True)
class FeatureScored:
    """A completed feature; `seat` is None and `points` 0 when nobody has the majority."""

    kind: str
    spot: Spot
    cells: tuple[Cell, ...]
    starts: tuple[int, ...]
    """Indices of the start spaces in it; cells and start spaces together are its tiles."""
    fountain: bool
    followers: tuple[int, int]
    seat: int | None
    wall_tiles: int
    """The number of wall tiles 2 or 3 that increased its points."""
    points: int
    space: int | None
    """The space on which the marker stopped, 0 to 99."""
    tower: int | None
    """The corner tower whose wall tile was taken there."""
    took: int | None
    """The kind of that wall tile."""
    each: int
    """The points for each tile, before wall tiles (R14)."""


@dataclass(frozen=True, slots=True)
class FeaturesJoined:
    """A tile united features that belonged to different players (R13)."""

    seat: int
    """Who laid the tile."""
    kind: str
    cells: tuple[Cell, ...]
    followers: tuple[int, int]
    owner: int | None
    """Who has the majority on the feature that they became; None if nobody has."""


@dataclass(frozen=True, slots=True)
class LeadChanged:
    """Others lead after a turn than before it."""

    seats: tuple[int, ...]
    """The seats that lead now."""
    scores: tuple[int, int]


@dataclass(frozen=True, slots=True)
class KeepMoved:
    seat: int
    cell: Cell
    tiles: int


@dataclass(frozen=True, slots=True)
class FollowersReturned:
    followers: tuple[int, int]


FinalKind = Literal["keep", "court", "wall4", "wall5", "wall6", "wall7", "wall9"]


@dataclass(frozen=True, slots=True)
class FinalScored:
    """Points at the end of the game. `count` is what the points depend on: empty cells for the
    keep, markets for a court and wall tile 7, tiles for wall tiles 4 to 6."""

    what: FinalKind
    seat: int
    points: int
    cells: tuple[Cell, ...] = ()
    starts: tuple[int, ...] = ()
    count: int = 0
    fountain: bool = False
    followers: tuple[int, int] = (0, 0)
    wall_tiles: int = 0
    """The number of wall tiles of the kind used."""
    each: int = 1
    """The points for each of `count`; more than a court gives already, for wall tile 7; or each of
    the wall tiles 9."""
    fountain_counts: bool = False
    """The fountain raises the points of the path."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    scores: tuple[int, int]
    winner: int | None
    """None when the win is shared (R28)."""


Event = (
    TileDiscarded
    | TileDrawn
    | TilePlaced
    | FollowerPlaced
    | WallTilePlayed
    | FeaturesJoined
    | FeatureScored
    | KeepMoved
    | FollowersReturned
    | LeadChanged
    | LastRoundBegan
    | FinalScored
    | GameEnded
)


def reveals(events: Sequence[Event]) -> bool:
    """True if a tile was drawn or a wall tile turned up."""
    drawn = any(isinstance(event, TileDrawn | TileDiscarded) for event in events)
    return drawn or turn_order_leaks(events)


def turn_order_leaks(events: Sequence[Event]) -> bool:
    """True if a wall tile was turned up: another turn is only possible if its kind is 1 (R22)."""
    return any(isinstance(event, FeatureScored) and event.took is not None for event in events)


def known_in_advance(events: Sequence[Event]) -> tuple[Event, ...]:
    """Up to the first draw, and without the kind of a wall tile that lay face down."""
    unknown = DrawEvent | FinalScored | GameEnded
    return tuple(
        replace(event, took=None) if isinstance(event, FeatureScored) else event
        for event in takewhile(lambda event: not isinstance(event, unknown), events)
    )


def points(events: Sequence[Event]) -> tuple[int, int]:
    gained = [0, 0]
    for event in events:
        if isinstance(event, FeatureScored | FinalScored) and event.seat is not None:
            gained[event.seat] += event.points
    return gained[0], gained[1]


EVENTS = EventLog[Event](get_args(Event))
