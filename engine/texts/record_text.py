"""Parsing the text of a record into the model of a game's records. Knows no game."""

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from engine.errors import RecordError

Form = TypeVar("Form", bound=BaseModel)


def read_form(form: type[Form], text: str, longest: int) -> Form:
    """The record in a text of at most this many bytes; the error names the first invalid place."""
    size = len(text.encode("utf-8", "replace"))
    if size > longest:
        raise RecordError("record", f"{size:,} bytes are more than the {longest:,} allowed")
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
