"""What happens in a game, also as one line of JSON, and what each player may know of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

from engine.texts.stored import EventLog


@dataclass(frozen=True, slots=True)
class CardSown:
    seat: int
    field: str
    card: int


@dataclass(frozen=True, slots=True)
class FieldHarvested:
    seat: int
    field: str
    cards: tuple[int, ...]
    points: tuple[int, ...]
    """The cards that each seat gets."""


@dataclass(frozen=True, slots=True)
class HandFilled:
    seat: int
    cards: tuple[int, ...] | None
    """What was drawn; None for everybody else."""
    hands: tuple[int, ...]
    """How many cards each seat holds afterwards."""


@dataclass(frozen=True, slots=True)
class WeatherTurned:
    seat: int
    weather: str
    left: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    seat: int
    hands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


Event = CardSown | FieldHarvested | HandFilled | WeatherTurned | PlayerLeft | GameEnded


EVENTS = EventLog[Event](get_args(Event))


def events_for(events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
    """Everything except the numbers on the cards that somebody else drew."""
    return tuple(
        replace(event, cards=None)
        if isinstance(event, HandFilled) and event.seat != seat
        else event
        for event in events
    )


def known_in_advance(events: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if isinstance(event, CardSown | FieldHarvested))


def reveals(events: Sequence[Event]) -> bool:
    """Whether cards were drawn or the weather was turned up."""
    return any(
        isinstance(event, WeatherTurned) or (isinstance(event, HandFilled) and event.cards != ())
        for event in events
    )


def points(events: Sequence[Event]) -> tuple[int, ...]:
    given = [one.points for one in events if isinstance(one, FieldHarvested)]
    hands = [one.hands for one in events if isinstance(one, HandFilled | PlayerLeft)]
    seats = max(map(len, (*given, *hands)), default=0)
    return tuple(map(sum, zip((0,) * seats, *given, strict=True)))
