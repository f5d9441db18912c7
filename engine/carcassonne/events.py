"""Events of a game, in enough detail that every point explains itself. A closed union."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, get_args

from engine.carcassonne.catalogue import Thing
from engine.carcassonne.moves import Role, Spot
from engine.counts import Counts
from engine.seats import PlayerLeft
from engine.texts.stored import EventLog, Extended
from engine.tiles.draws import DrawEvent, LastRoundBegan, TileDiscarded, TileDrawn
from engine.tiles.grid import Cell

Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class GameBegan:
    first: int
    seats: int
    start: str
    """The tile on the table from the beginning (C2)."""


@dataclass(frozen=True, slots=True)
class TilePlaced:
    seat: int
    tile: str
    cell: Cell
    rotation: int
    scores: tuple[int, ...]
    """The scores before this move."""


@dataclass(frozen=True, slots=True, repr=False)
class FollowerPlaced(Extended):
    seat: int
    role: Role
    spot: Spot
    large: bool = False
    """IC2: it is the large one."""


@dataclass(frozen=True, slots=True, repr=False)
class FeatureScored(Extended):
    """A completed feature; `seats` is empty and `points` 0 if it has no followers."""

    kind: Literal["city", "road", "cloister"]
    spot: Spot
    cells: Cells
    """For a cloister only its own cell."""
    pennants: int
    followers: tuple[int, ...]
    """The number of followers of each seat on it."""
    seats: tuple[int, ...]
    points: int
    """The points of each of `seats`."""
    each: int
    """The points for each tile and pennant; for a cloister, for its own tile and each of those
    around."""
    small: bool
    """It is a small city, whose pennants do not count (C9)."""
    thing: Thing | None = None
    """What is on it and changes `each` (IC3, IC4)."""
    large: Counts = ()
    """The number of large followers of each seat among its followers; empty if there are none
    (IC2)."""


@dataclass(frozen=True, slots=True, repr=False)
class FeaturesJoined(Extended):
    """A tile united features that belonged to different players (C12)."""

    seat: int
    """Who laid the tile."""
    kind: str
    cells: Cells
    followers: tuple[int, ...]
    """The number of followers of each seat on the feature that they became."""
    owners: tuple[int, ...]
    """The seats with the most followers on it."""
    former: tuple[int, ...]
    """The seats that had the most followers on one of them, and now have fewer than another."""
    large: Counts = ()
    """The large ones among the followers."""


@dataclass(frozen=True, slots=True)
class LeadChanged:
    """Others lead after a turn than before it."""

    seats: tuple[int, ...]
    """The seats that lead now."""
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class FollowersReturned(Extended):
    followers: tuple[int, ...]
    large: Counts = ()
    """The large ones among them."""


@dataclass(frozen=True, slots=True)
class TilePassed:
    """This seat gets the tile in the hand of a player who left."""

    seat: int
    tile: str


@dataclass(frozen=True, slots=True, repr=False)
class FinalScored(Extended):
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
    thing: Thing | None = None
    """What is on it and makes it worth nothing (IC3, IC4)."""
    large: Counts = ()
    """The large ones among its followers."""


@dataclass(frozen=True, slots=True, repr=False)
class FarmersScored(Extended):
    """Points for what farmers serve, at the end: counted by city, one city and all fields that
    serve it (C18); by field, one field and all cities that it serves (C19)."""

    cities: tuple[Cells, ...]
    fields: tuple[Cells, ...]
    """Those with farmers."""
    followers: tuple[int, ...]
    seats: tuple[int, ...]
    points: int
    counted_by: Literal["city", "field"]
    each: int
    """The points for each city."""
    large: Counts = ()
    """The large ones among the followers."""


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
    | FeaturesJoined
    | FeatureScored
    | FollowersReturned
    | LeadChanged
    | LastRoundBegan
    | PlayerLeft
    | TilePassed
    | FinalScored
    | FarmersScored
    | GameEnded
)


def reveals(events: Sequence[Event]) -> bool:
    """True if a tile was drawn."""
    return any(isinstance(event, TileDrawn | TileDiscarded) for event in events)


def known_in_advance(events: Sequence[Event]) -> tuple[Event, ...]:
    """Up to the first draw."""
    unknown = DrawEvent | FinalScored | FarmersScored | GameEnded
    return tuple(takewhile(lambda event: not isinstance(event, unknown), events))


def points(events: Sequence[Event]) -> tuple[int, ...]:
    gained: list[int] = []
    for event in events:
        match event:
            case GameBegan():
                gained = [0] * event.seats
            case TilePlaced() | PlayerLeft():
                gained = gained or [0] * len(event.scores)
            case FeatureScored() | FinalScored() | FarmersScored():
                gained = gained or [0] * len(event.followers)
                for seat in event.seats:
                    gained[seat] += event.points
            case _:
                pass
    return tuple(gained)


EVENTS = EventLog[Event](get_args(Event))
