"""The text of a record: parsed into the model of a game's records, and written. Knows no game."""

from collections.abc import Mapping
from json import dumps
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import RecordError

Form = TypeVar("Form", bound=BaseModel)

Name = Annotated[str, Field(max_length=100)]
Secret = Annotated[str, Field(max_length=200)]
RulesVersion = Annotated[str, Field(max_length=40)]
"""Of the rules by which a record was written. Records from before it was recorded have none."""
Result = Literal["win", "shared", "resigned", "agreed", "timeout"]

LONGEST = 500_000
"""In bytes; a whole game takes 30,000 to 40,000."""


class RecordPart(BaseModel):
    """A part of a record, with nothing in it but what it describes."""

    model_config = ConfigDict(extra="forbid", strict=True)


def read_form(form: type[Form], text: str) -> Form:
    """The record in a text; the error names the first invalid place."""
    size = len(text.encode("utf-8", "replace"))
    if size > LONGEST:
        raise RecordError("record", f"{size:,} bytes are more than the {LONGEST:,} allowed")
    try:
        return form.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise RecordError(_place(first["loc"]), first["msg"]) from None


def _place(loc: tuple[int | str, ...]) -> str:
    """Where in the record, with turns counted from 1 as people count them."""
    parts: list[Any] = list(loc)
    if len(parts) > 1 and parts[0] == "turns":
        parts[:2] = [f"turn {int(parts[1]) + 1}"]
    return ", ".join(str(part)[:40] for part in parts) or "record"


def write_form(data: Mapping[str, Any]) -> str:
    """As one line."""
    return dumps(data, ensure_ascii=False, separators=(",", ":"))
