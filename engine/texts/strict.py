"""Data from outside, such as a record or a file with the tiles of a game, read strictly: with
nothing in it but what its model describes."""

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema

from engine.errors import DataError


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


class StrictData(BaseModel):
    """Its lists are read up to the first fault: collecting thousands of them would hold up every
    thread."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        schema = handler(source)
        _stop_at_first_fault(schema)
        return schema


D = TypeVar("D", bound=StrictData)


def read_file(model: type[D], text: str, what: str) -> D:
    """Read the data in the text of a file; `what` it is. Raises DataError."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        loc, problem = first_fault(error)
        place = ".".join(map(str, loc)) or "file"
        raise DataError(f"{what}, {place}: {problem}") from None


def first_fault(error: ValidationError) -> tuple[tuple[int | str, ...], str]:
    """Find where the first fault is, and what it is."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return first["loc"], first["msg"]
