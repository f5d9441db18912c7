"""Events of a game, in enough detail that every point explains itself. A closed union."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import get_args

from engine.castellan.cards import Deck
from engine.castellan.pieces import Cell, Piece, Pieces
from engine.seats import PlayerLeft
from engine.texts.stored import EventLog


@dataclass(frozen=True, slots=True)
class GameBegan:
    first: int
    seats: int


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    seat: int
    cards: tuple[str, ...]
    received: Pieces
    """The pieces passed on to this seat in the turn before (K14)."""
    pieces: Pieces
    """All pieces of the turn: those that the cards show, and those received."""
    scores: tuple[int, ...]
    """The scores before this turn."""


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    seat: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class CourtyardMade:
    """A courtyard made in this turn, as it is at its end (K10, K11)."""

    seat: int
    cells: tuple[Cell, ...]
    towers: int
    double: bool
    points: int
    divided: bool
    """It is part of a courtyard that existed before the turn."""


@dataclass(frozen=True, slots=True)
class CourtyardGrew:
    """A courtyard that existed before the turn, and gained towers inside it."""

    seat: int
    cells: tuple[Cell, ...]
    towers: int
    double: bool
    points: int
    gained: int
    """The number of towers that it gained."""
    more: int
    """The number of points that it gained."""


@dataclass(frozen=True, slots=True)
class TurnScored:
    """Change in the points of the player of a turn, if there is one. Dividing a courtyard with a
    double keep can cost points."""

    seat: int
    points: int
    scores: tuple[int, ...]
    """The scores after the change."""


@dataclass(frozen=True, slots=True)
class LeadChanged:
    """Others lead after a turn than before it."""

    seats: tuple[int, ...]
    """The seats that lead now."""
    scores: tuple[int, ...]
    by_keeps: bool
    """K19: another seat has as many points, and fewer keeps."""


@dataclass(frozen=True, slots=True)
class PiecesPassed:
    """Pieces that found no place (K14). After the very last turn they leave the game (K17)."""

    seat: int
    to: int | None
    """The seat that has to build them; None when they leave the game."""
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class CardDrawn:
    seat: int
    deck: Deck
    card: str | None
    """None to everybody else."""
    left: int
    """The number of cards left in that deck."""


@dataclass(frozen=True, slots=True)
class LastTurnsBegan:
    """K17: this seat has no card left. The others draw all of theirs and have one more turn."""

    seat: int
    order: tuple[int, ...]
    """Who has a last turn, in order."""


@dataclass(frozen=True, slots=True)
class PiecesHandedOn:
    """This seat gets the pieces that a player who left would have had to build (K21)."""

    seat: int
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class GameEnded:
    scores: tuple[int, ...]
    keeps: tuple[int, ...]
    """K19: the keeps of each seat, a double keep being two."""
    winners: tuple[int, ...]


Event = (
    GameBegan
    | CardsPlayed
    | PiecePlaced
    | CourtyardMade
    | CourtyardGrew
    | TurnScored
    | LeadChanged
    | PiecesPassed
    | CardDrawn
    | LastTurnsBegan
    | PlayerLeft
    | PiecesHandedOn
    | GameEnded
)


def events_for(events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
    """All of them, but without the faces of the cards that others draw."""
    return tuple(
        replace(event, card=None) if isinstance(event, CardDrawn) and event.seat != seat else event
        for event in events
    )


def reveals(events: Sequence[Event]) -> bool:
    return any(isinstance(event, CardDrawn) for event in events)


def known_in_advance(events: Sequence[Event]) -> tuple[Event, ...]:
    """Everything that is built, enclosed and passed on: up to the first draw, or the end."""
    unknown = CardDrawn | LastTurnsBegan | GameEnded
    return tuple(takewhile(lambda event: not isinstance(event, unknown), events))


def points(events: Sequence[Event]) -> tuple[int, ...]:
    gained: list[int] = []
    for event in events:
        match event:
            case GameBegan():
                gained = [0] * event.seats
            case CardsPlayed() | PlayerLeft():
                gained = gained or [0] * len(event.scores)
            case TurnScored():
                gained[event.seat] += event.points
            case _:
                pass
    return tuple(gained)


EVENTS = EventLog[Event](get_args(Event))
