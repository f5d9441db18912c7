"""What is stored of a game: a state as text, and the public records, `harvest-record/1`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.json import Decoder, Encoder
from pydantic import Field

from engine.errors import NotationError, RecordError, RunningRecord
from engine.recorded import Ply
from engine.texts.records import AnyRecord, Name, PlayedGame, RecordFormat, TurnOrLeaving
from engine.texts.stored import snapshot_errors
from engine.texts.strict import StrictData
from tests.harvest.rules.events import Event
from tests.harvest.rules.moves import LONGEST, Turn, move_text, parse_move
from tests.harvest.rules.state import OPTIONS, SEATS, Options, Setup, State, new_setup
from tests.harvest.rules.turn import apply, leave, places, start

RULES_VERSION = "harvest/1"


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


Seat = Annotated[int, Field(ge=0, lt=max(SEATS))]
Points = Annotated[int, Field(ge=0, le=1000)]


class TurnData(StrictData):
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


def turn_data(before: State, ply: Ply[State, Turn, Event], later: object) -> Mapping[str, Any]:
    assert isinstance(ply.done, tuple)
    return {"seat": before.seat, "move": move_text(ply.done)}


def end_data(played: PlayedGame[State, Turn, Event], read: object) -> Mapping[str, Any]:
    return {
        "scores": played.state.scores,
        "result": played.result,
        "winners": played.winners,
    }


def read_setup(data: RecordData, options: Options) -> Setup:
    if data.seed is None:
        raise RunningRecord
    setup = new_setup(data.seed, options, data.first, len(data.players))
    return replace(setup, commitment=data.commitment)


def turn_move(state: State, data: TurnData, place: str) -> Turn:
    try:
        return parse_move(data.move)
    except NotationError as error:
        raise RecordError(f"{place}, move", str(error)) from None


SNAPSHOTS = Snapshots()
RECORDS: RecordFormat[State, Turn, Event, RecordData, TurnData] = RecordFormat(
    name="harvest-record/1",
    rules_version=RULES_VERSION,
    model=RecordData,
    entries={},
    options=OPTIONS,
    new_setup=new_setup,
    start=start,
    apply=apply,
    places=places,
    leave=leave,
    move_text=move_text,
    parse_move=parse_move,
    box=lambda setup: {},
    box_place="players",
    secrets=lambda setup: {"seed": setup.seed},
    turn_data=turn_data,
    end_data=end_data,
    read_setup=read_setup,
    turn_move=turn_move,
    order_fault="it does not give this commitment",
)
