"""What is stored of a game: the events of a move as one line of JSON, for the log, and a state as
text.

A text of events is accepted only if it is exactly how they would be written, by this version or by
an earlier one, whose events lacked some of the facts. The moves are the truth: a state is only a
cache, to avoid replaying them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields
from functools import reduce
from json import dumps, loads
from operator import or_
from typing import Annotated, Any, Generic, TypeVar

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder, Encoder
from pydantic import Discriminator, Tag, TypeAdapter, ValidationError

from engine.errors import EngineError, SnapshotError

E = TypeVar("E")
S = TypeVar("S")
B = TypeVar("B")
D = TypeVar("D", bound=Struct)


def _kind(event: object) -> object:
    return event.get("event") if isinstance(event, dict) else None


def _nothing(event: Mapping[str, Any]) -> Mapping[str, Any]:
    return {}


class EventLog(Generic[E]):
    """Writes and reads the events of one game, which are dataclasses of these kinds."""

    def __init__(
        self,
        kinds: Sequence[type[Any]],
        missing: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _nothing,
    ) -> None:
        """`missing` works out the facts that an earlier version did not write with an event."""
        tagged: list[Any] = [Annotated[kind, Tag(kind.__name__)] for kind in kinds]
        one: Any = Annotated[reduce(or_, tagged), Discriminator(_kind)]
        self._events = TypeAdapter[tuple[E, ...]](tuple[one, ...])
        self._missing = missing

    def text(self, events: Sequence[Any]) -> str:
        return _written(
            [
                {"event": type(event).__name__}
                | {field.name: getattr(event, field.name) for field in fields(event)}
                for event in events
            ]
        )

    def parse(self, text: str) -> tuple[E, ...]:
        """The events in a text. Raises SnapshotError."""
        try:
            return self._parse(text)
        except SnapshotError:
            completed = self._completed(text)
            if completed == text:
                raise
            return self._parse(completed)

    def _parse(self, text: str) -> tuple[E, ...]:
        try:
            events = self._events.validate_json(text, strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ", ".join(map(str, first["loc"])) or "the text"
            raise SnapshotError(f"not the events of a move: {place}: {first['msg']}") from None
        if self.text(events) != text:
            raise SnapshotError("not the events of a move: more or other things stand beside them")
        return events

    def _completed(self, text: str) -> str:
        """The text of an earlier version as this one writes it."""
        with suppress(ArithmeticError, AttributeError, RecursionError, TypeError, ValueError):
            events = loads(text)
            if _written(events) == text:
                return _written(
                    [
                        event | {k: v for k, v in self._missing(event).items() if k not in event}
                        for event in events
                    ]
                )
        return text


def _written(events: Sequence[Mapping[str, Any]]) -> str:
    return dumps(events, separators=(",", ":"))


class Snapshots(Generic[S, D, B]):
    """Writes and reads the states of one game. What the game is played with, such as a catalogue of
    tiles, is not stored with them."""

    def __init__(
        self,
        model: type[D],
        store: Callable[[S], D],
        restore: Callable[[D, B], S],
        standard: Callable[[], B],
    ) -> None:
        self._encoder, self._decoder = Encoder(), Decoder(model)
        self._store, self._restore, self._standard = store, restore, standard

    def encode(self, state: S) -> str:
        return self._encoder.encode(self._store(state)).decode()

    def decode(self, text: str, box: B | None = None) -> S:
        """The state, played with the standard set unless it says otherwise. A text that is damaged,
        or of another set, raises SnapshotError."""
        with snapshot_errors():
            return self._restore(self._decoder.decode(text), box or self._standard())


@contextmanager
def snapshot_errors() -> Iterator[None]:
    """Turn whatever error a damaged text causes into a SnapshotError."""
    try:
        yield
    except (MsgspecError, KeyError, IndexError, ValueError, EngineError) as error:
        raise SnapshotError(f"not a stored state: {error}") from error
