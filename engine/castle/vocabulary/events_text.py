"""The events of a move as one line of JSON, for the log, and back. Knows no state.

A text is read only when it is exactly what its events are written as.
"""

from collections.abc import Sequence
from dataclasses import fields
from functools import reduce
from json import dumps
from operator import or_
from typing import Annotated, Any, get_args

from pydantic import Discriminator, Tag, TypeAdapter, ValidationError

from engine.castle.vocabulary.events import Event
from engine.errors import SnapshotError


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
    """The events that a text tells. Raises SnapshotError."""
    try:
        events = _EVENTS.validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ", ".join(map(str, first["loc"])) or "the text"
        raise SnapshotError(f"not the events of a move: {place}: {first['msg']}") from None
    if events_text(events) != text:
        raise SnapshotError("not the events of a move: more or other things stand beside them")
    return events
