"""The text of a record: parsed into the model of a game's records, and written. Knows no game."""

from collections.abc import Mapping
from contextlib import suppress
from json import dumps, loads
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, from_json

from engine.errors import RecordError

Form = TypeVar("Form", bound=BaseModel)

Name = Annotated[str, Field(max_length=100)]
Secret = Annotated[str, Field(max_length=200)]
RulesVersion = Annotated[str, Field(max_length=40)]
"""Of the rules by which a record was written. Records from before it was recorded have none."""
Result = Literal["win", "shared", "resigned", "agreed", "timeout"]

LONGEST = 500_000
"""In bytes; a whole game takes 30,000 to 40,000."""
MOST_KEYS = 200
"""In one object of a record: twice as many as there can be tiles in a catalogue."""


def _stop_at_first_fault(schema: Any) -> None:
    """Mark all lists in a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "list":
            schema["fail_fast"] = True
        for part in schema.values():
            _stop_at_first_fault(part)
    elif isinstance(schema, list):
        for part in schema:
            _stop_at_first_fault(part)


class RecordPart(BaseModel):
    """A part of a record, with nothing in it but what it describes. Its lists are read up to the
    first fault: collecting thousands of them would hold up every thread."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        schema = handler(source)
        _stop_at_first_fault(schema)
        return schema


def read_form(form: type[Form], text: str) -> Form:
    """The record in a text; the error names the first invalid place."""
    size = len(text.encode("utf-8", "replace"))
    if size > LONGEST:
        raise RecordError("record", f"{size:,} bytes are more than the {LONGEST:,} allowed")
    _check_keys(text)
    try:
        # Not from the text at once: then each fault would copy all that it is found in.
        return form.model_validate(from_json(text.encode()))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise RecordError(_place(first["loc"]), first["msg"]) from None
    except ValueError as error:
        raise RecordError("record", f"Invalid JSON: {error}") from None


def _check_keys(text: str) -> None:
    """Refuse an object with more keys than any has, each of which would be a fault of its own."""

    def few(pairs: list[tuple[str, Any]]) -> None:
        if len(pairs) > MOST_KEYS:
            raise RecordError("record", f"more than {MOST_KEYS} keys in one object")

    with suppress(ValueError, RecursionError):  # of what is no JSON, the reader says why
        loads(text, object_pairs_hook=few)


def _place(loc: tuple[int | str, ...]) -> str:
    """Where in the record, with turns counted from 1 as people count them."""
    parts: list[Any] = list(loc)
    if len(parts) > 1 and parts[0] == "turns":
        parts[:2] = [f"turn {int(parts[1]) + 1}"]
    return ", ".join(str(part)[:40] for part in parts) or "record"


def write_form(data: Mapping[str, Any]) -> str:
    """As one line."""
    return dumps(data, ensure_ascii=False, separators=(",", ":"))
