"""What happens in a game, also as one line of JSON, and what each player may know of it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from json import dumps
from operator import or_
from typing import Annotated, Any, get_args

from pydantic import Discriminator, Tag, TypeAdapter, ValidationError

from engine.errors import SnapshotError


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


def _kind(told: object) -> object:
    return told.get("event") if isinstance(told, dict) else None


_TAGGED = [Annotated[kind, Tag(kind.__name__)] for kind in get_args(Event)]
_ANY: Any = reduce(or_, _TAGGED)
_EVENTS = TypeAdapter[tuple[Event, ...]](tuple[Annotated[_ANY, Discriminator(_kind)], ...])


def events_text(events: Sequence[Event]) -> str:
    told = [
        {"event": type(event).__name__}
        | {field.name: getattr(event, field.name) for field in fields(event)}
        for event in events
    ]
    return dumps(told, separators=(",", ":"))


def parse_events(text: str) -> tuple[Event, ...]:
    try:
        events = _EVENTS.validate_json(text, strict=True)
    except ValidationError:
        raise SnapshotError("not the events of a move") from None
    if events_text(events) != text:
        raise SnapshotError("not the events of a move: more or other things stand beside them")
    return events


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


def turn_order_leaks(events: Sequence[Event]) -> bool:
    """The next seat plays, whatever is drawn."""
    return False


def points(events: Sequence[Event]) -> tuple[int, ...]:
    given = [one.points for one in events if isinstance(one, FieldHarvested)]
    hands = [one.hands for one in events if isinstance(one, HandFilled | PlayerLeft)]
    seats = max(map(len, (*given, *hands)), default=0)
    return tuple(map(sum, zip((0,) * seats, *given, strict=True)))
