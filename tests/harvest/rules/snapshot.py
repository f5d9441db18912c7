"""A state converted to text and back."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.errors import SnapshotError
from tests.harvest.rules.state import State


class Snapshot(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["harvest-state/1"] = "harvest-state/1"
    state: State


def encode(state: State) -> str:
    return Snapshot(state=state).model_dump_json()


def decode(text: str) -> State:
    try:
        return Snapshot.model_validate_json(text).state
    except ValidationError as error:
        raise SnapshotError(f"not a stored state: {error.error_count()} fields are wrong") from None
