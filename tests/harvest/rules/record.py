"""Games as `harvest-record/1`: the moves as texts, and their results. The seed is included once the
game is over."""

from json import dumps
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import DataError, IllegalMove, NotationError, RecordError, RunningRecord
from engine.recorded import LEAVES, Early, Recorded, leaving_seat
from tests.harvest.rules.moves import move_text, parse_move
from tests.harvest.rules.state import OPTIONS, SEAT_COUNTS, State, dealt, still_play
from tests.harvest.rules.turn import apply, leave, winners

Seat = Annotated[int, Field(ge=0, lt=max(SEAT_COUNTS))]
Text = Annotated[str, Field(max_length=200)]


class Record(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["harvest-record/1"]
    rules: dict[Text, Text]
    players: Annotated[list[Text], Field(min_length=2, max_length=max(SEAT_COUNTS))]
    first: Seat
    seed: Text | None
    commitment: Text
    moves: Annotated[list[Text], Field(max_length=100)]
    scores: Annotated[list[int], Field(max_length=max(SEAT_COUNTS))]
    result: Literal["win", "shared", "resigned", "agreed", "timeout"] | None
    winners: Annotated[list[Seat], Field(max_length=max(SEAT_COUNTS))]


def write_record(recorded: Recorded) -> str:
    """The record as one line of JSON. While the game runs, it contains nothing hidden."""
    state = _played(recorded)
    won = recorded.winners if recorded.ended else winners(state)
    result = recorded.ended or (("win" if len(won) == 1 else "shared") if state.over else None)
    record = Record(
        format="harvest-record/1",
        rules=dict(recorded.options),
        players=list(recorded.players),
        first=recorded.first,
        seed=None if result is None else recorded.seed,
        commitment=state.setup.commitment,
        moves=list(recorded.moves),
        scores=list(state.scores),
        result=result,
        winners=list(won),
    )
    return dumps(record.model_dump(), ensure_ascii=False, separators=(",", ":"))


def read_record(text: str) -> Recorded:
    record = _parsed(text)
    if record.result is None or record.seed is None:
        raise RunningRecord
    ended: Early | None = None
    if record.result in ("resigned", "agreed", "timeout"):
        ended = record.result
    recorded = Recorded(
        options=record.rules,
        seed=record.seed,
        first=record.first,
        players=tuple(record.players),
        moves=tuple(record.moves),
        ended=ended,
        winners=() if ended is None else tuple(record.winners),
    )
    _check(record, recorded)
    return recorded


def _parsed(text: str) -> Record:
    try:
        return Record.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise RecordError(", ".join(map(str, first["loc"])) or "record", first["msg"]) from None


def _check(record: Record, recorded: Recorded) -> None:
    """Checks that the record's results are those of its moves."""
    seats = len(record.players)
    if record.first >= seats or any(seat >= seats for seat in record.winners):
        raise RecordError("players", "there is no such seat")
    try:
        if OPTIONS.to_dict(OPTIONS.parse(record.rules)) != record.rules:
            raise RecordError("rules", "an option is missing")
        state = _played(recorded)
    except DataError as error:
        raise RecordError("rules", str(error)) from None
    if state.over is not (recorded.ended is None):
        raise RecordError("result", "it is not how the moves end")
    if json_of(write_record(recorded)) != record:
        raise RecordError("record", "the moves come to something else")


def json_of(text: str) -> Record:
    return Record.model_validate_json(text)


def _played(recorded: Recorded) -> State:
    """The position after all moves. Raises RecordError."""
    state = dealt(recorded.seed, recorded.options, recorded.first, len(recorded.players))
    for number, text in enumerate(recorded.moves, 1):
        place = f"move {number}"
        try:
            state = _moved(state, text)
        except (IllegalMove, NotationError, ValueError) as error:
            raise RecordError(place, str(error)[:200]) from None
    return state


def _moved(state: State, text: str) -> State:
    if text.startswith(LEAVES):
        seat = leaving_seat(text)
        if state.over or seat not in still_play(state) or len(still_play(state)) < 3:
            raise IllegalMove("nobody_can_leave")
        return leave(state, seat)[0]
    move = parse_move(text)
    if move_text(move) != text:
        raise ValueError(f"it is written {move_text(move)}")
    return apply(state, state.seat, move)[0]


class Records:
    def write_record(self, recorded: Recorded) -> str:
        return write_record(recorded)

    def read_record(self, text: str) -> Recorded:
        return read_record(text)


RECORDS = Records()
