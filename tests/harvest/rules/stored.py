"""What is stored of a game: a state as text, and the public records, `harvest-record/1`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.json import Decoder, Encoder
from pydantic import Field

from engine.errors import NotationError, RecordError, RunningRecord
from engine.recorded import Ply
from engine.records import AnyRecord, Name, OpenData, RecordFormat, TurnOrLeaving
from engine.texts.stored import snapshot_errors
from tests.harvest.rules.events import Event
from tests.harvest.rules.moves import LONGEST, Turn, move_text, parse_move
from tests.harvest.rules.state import SEATS, Options, Setup, State, new_setup
from tests.harvest.rules.turn import start


class Snapshot(Struct, forbid_unknown_fields=True):
    state: State
    format: Literal["harvest-state/1"] = "harvest-state/1"


class Snapshots:
    encoder = Encoder()
    decoder = Decoder(Snapshot)

    def encode(self, state: State) -> str:
        return self.encoder.encode(Snapshot(state)).decode()

    def decode(self, text: str) -> State:
        with snapshot_errors():
            return self.decoder.decode(text).state


SNAPSHOTS = Snapshots()

Seat = Annotated[int, Field(ge=0, lt=max(SEATS))]
Points = Annotated[int, Field(ge=0, le=1000)]


class TurnData(OpenData):
    part = "turns"

    seat: Seat
    move: Annotated[str, Field(max_length=LONGEST)]


class RecordData(AnyRecord):
    format: Literal["harvest-record/1"]
    players: Annotated[list[Name], Field(min_length=min(SEATS), max_length=max(SEATS))]
    first: Seat
    turns: Annotated[list[TurnOrLeaving[TurnData]], Field(max_length=100)]
    scores: Annotated[list[Points], Field(max_length=max(SEATS))]
    winners: Annotated[list[Seat], Field(max_length=max(SEATS))]

    @property
    def won(self) -> Sequence[int]:
        return self.winners


class HarvestRecords(RecordFormat[State, Turn, Event, RecordData, TurnData]):
    name = "harvest-record/1"
    model = RecordData

    def start(self, setup: Setup) -> tuple[State, tuple[Event, ...]]:
        return start(setup)

    def turn_data(
        self, before: State, ply: Ply[State, Turn, Event], later: object
    ) -> Mapping[str, Any]:
        assert isinstance(ply.done, tuple)
        return {"seat": before.seat, "move": move_text(ply.done)}

    def read_setup(self, data: RecordData, options: Options) -> Setup:
        if data.seed is None:
            raise RunningRecord
        setup = new_setup(data.seed, options, data.first, len(data.players))
        return replace(setup, commitment=data.commitment)

    def turn_move(self, state: State, data: TurnData, place: str) -> Turn:
        try:
            return parse_move(data.move)
        except NotationError as error:
            raise RecordError(f"{place}, move", str(error)) from None
