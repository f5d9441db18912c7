"""A state converted to text and back."""

from typing import Literal

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from engine.texts.stored import snapshot_errors
from tests.harvest.rules.state import State


class Snapshot(Struct, forbid_unknown_fields=True):
    state: State
    format: Literal["harvest-state/1"] = "harvest-state/1"


class Snapshots:
    def __init__(self) -> None:
        self._encoder = Encoder()
        self._decoder = Decoder(Snapshot)

    def encode(self, state: State) -> str:
        return self._encoder.encode(Snapshot(state)).decode()

    def decode(self, text: str) -> State:
        with snapshot_errors():
            return self._decoder.decode(text).state


SNAPSHOTS = Snapshots()
