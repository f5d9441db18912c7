"""What happens in a game."""

from dataclasses import dataclass
from typing import get_args

from engine.seats import PlayerLeft
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
    """The points that each seat gets."""


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


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last card of the deck was drawn."""


Event = CardSown | FieldHarvested | HandFilled | WeatherTurned | PlayerLeft | GameEnded
EVENTS = EventLog[Event](get_args(Event))
