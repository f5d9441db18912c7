"""Texts that are stored of a game: the events of a move as one line of JSON, for the log, and a
state.

A text of events is accepted only if it is exactly how they would be written. The moves are the
truth: a state is only a cache, to avoid replaying them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields
from functools import cache, reduce
from json import JSONEncoder
from operator import or_
from typing import Annotated, Any, Generic, Protocol, TypeVar

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder, Encoder
from pydantic import Discriminator, Tag, TypeAdapter, ValidationError

from engine.errors import EngineError, SnapshotError
from engine.texts.options import OptionSet
from engine.texts.strict import first_fault

_JSON = JSONEncoder(separators=(",", ":"))

E = TypeVar("E")
S = TypeVar("S")


class Fingerprinted(Protocol):
    @property
    def fingerprint(self) -> str: ...


B = TypeVar("B", bound=Fingerprinted)


def _kind(event: object) -> object:
    return event.get("event") if isinstance(event, dict) else None


class EventLog(Generic[E]):
    """Writes and reads the events of one game, which are dataclasses of these kinds."""

    def __init__(self, kinds: Sequence[type[Any]]) -> None:
        tagged: list[Any] = [Annotated[kind, Tag(kind.__name__)] for kind in kinds]
        event: Any = Annotated[reduce(or_, tagged), Discriminator(_kind)]
        self._events = TypeAdapter[tuple[E, ...]](tuple[event, ...])

    def text(self, events: Sequence[Any]) -> str:
        return _JSON.encode([_object(event) for event in events])

    def parse(self, text: str) -> tuple[E, ...]:
        """Read the events in a text. Raises SnapshotError."""
        try:
            events = self._events.validate_json(text, strict=True)
        except ValidationError as error:
            loc, problem = first_fault(error)
            place = ", ".join(map(str, loc)) or "the text"
            raise SnapshotError(f"not the events of a move: {place}: {problem}") from None
        if self.text(events) != text:
            raise SnapshotError("not the events of a move: more or other things stand beside them")
        return events


class Extended:
    """An event that has gained fields with defaults: where a field has its default, it is left out,
    so that what could happen before is told as before."""

    __slots__ = ()

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in _values(self).items())
        return f"{type(self).__name__}({values})"


def _object(event: Any) -> dict[str, Any]:
    return {"event": type(event).__name__} | _values(event)


def _values(event: Any) -> dict[str, Any]:
    kind: Any = type(event)
    values = {name: getattr(event, name) for name in _names(kind)}
    if not issubclass(kind, Extended):
        return values
    usual = _defaults(kind)
    return {name: value for name, value in values.items() if usual.get(name, MISSING) != value}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    return {field.name: field.default for field in fields(kind) if field.default is not MISSING}


class Snapshots(ABC, Generic[S, B]):
    """Writes and reads the states of one game, as messages of one model.

    What the model names like a field of the state or its set-up is copied. `store` gives what is
    stored in another form, and `restore` turns it back. The box, which is what the game is played
    with, is not stored, but has a fingerprint.
    """

    model: type[Struct]
    state: type[S]
    setup: type[Any]
    options: OptionSet[Any]
    box: str
    """The name of the box in the set-up and in the model."""
    another_box: str
    """The words for the box of a state that was stored with another one."""

    def __init__(self) -> None:
        self._encoder = Encoder()
        self._decoder = Decoder(self.model)
        stored = set(self.model.__struct_fields__) - {"format", "options", self.box}
        setup_names = [field.name for field in fields(self.setup)]
        self._setup_fields = [name for name in setup_names if name in stored]
        self._state_names = self.state.__annotations__
        self._state_fields = [name for name in self._state_names if name in stored]

    @abstractmethod
    def standard(self, options: Any) -> B:
        """Box of a game with these options that does not say otherwise."""

    @abstractmethod
    def store(self, state: S) -> dict[str, Any]: ...

    @abstractmethod
    def restore(self, data: Any, box: B) -> dict[str, Any]: ...

    def encode(self, state: S) -> str:
        setup: Any = getattr(state, "setup")  # noqa: B009  # every state has one
        values = {name: getattr(setup, name) for name in self._setup_fields}
        for name in self._state_fields:
            values[name] = getattr(state, name)
        values[self.box] = getattr(setup, self.box).fingerprint
        values["options"] = self.options.to_dict(setup.options)
        values |= self.store(state)
        return self._encoder.encode(self.model(**values)).decode()

    def decode(self, text: str, box: B | None = None) -> S:
        """Read a state, played with the standard box unless it says otherwise. A text that is
        damaged, or of another box, raises SnapshotError."""
        with snapshot_errors():
            data: Any = self._decoder.decode(text)
            options = self.options.parse(data.options)
            box = box or self.standard(options)
            if getattr(data, self.box) != box.fingerprint:
                raise SnapshotError(f"the state was stored with {self.another_box}")
            changed = self.restore(data, box)
            setup = {name: getattr(data, name) for name in self._setup_fields}
            setup |= {self.box: box, "options": options}
            state = {name: getattr(data, name) for name in self._state_fields}
            for name, value in changed.items():
                if name in self._state_names:
                    state[name] = value
                else:
                    setup[name] = value
            make: Callable[..., S] = self.state
            return make(setup=self.setup(**setup), **state)


@contextmanager
def snapshot_errors() -> Iterator[None]:
    """Turn whatever error a damaged text causes into a SnapshotError."""
    try:
        yield
    except (MsgspecError, KeyError, IndexError, ValueError, EngineError) as error:
        raise SnapshotError(f"not a stored state: {error}") from error
