"""The events of a move as one line of JSON, for the log, and back. Knows no game.

A text is accepted only if it is exactly how its events would be written.
"""

from collections.abc import Sequence
from dataclasses import fields
from functools import reduce
from json import dumps
from operator import or_
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Discriminator, Tag, TypeAdapter, ValidationError

from engine.errors import SnapshotError

E = TypeVar("E")


def _kind(told: object) -> object:
    return told.get("event") if isinstance(told, dict) else None


class EventLog(Generic[E]):
    """Writes and reads the events of one game, which are dataclasses of these kinds."""

    def __init__(self, kinds: Sequence[type[Any]]) -> None:
        tagged: list[Any] = [Annotated[kind, Tag(kind.__name__)] for kind in kinds]
        one: Any = Annotated[reduce(or_, tagged), Discriminator(_kind)]
        self._events = TypeAdapter[tuple[E, ...]](tuple[one, ...])

    def text(self, events: Sequence[Any]) -> str:
        told = [
            {"event": type(event).__name__}
            | {field.name: getattr(event, field.name) for field in fields(event)}
            for event in events
        ]
        return dumps(told, separators=(",", ":"))

    def parse(self, text: str) -> tuple[E, ...]:
        """The events in a text. Raises SnapshotError."""
        try:
            events = self._events.validate_json(text, strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ", ".join(map(str, first["loc"])) or "the text"
            raise SnapshotError(f"not the events of a move: {place}: {first['msg']}") from None
        if self.text(events) != text:
            raise SnapshotError("not the events of a move: more or other things stand beside them")
        return events
