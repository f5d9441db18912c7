"""Rounds: the smallest game for two to five players that some can leave, for testing the table.

Players take one, two or three points in turn, until the fixed number of turns is over. Taking three
turns up something hidden; the player to act has drawn an odd or an even number, alternately.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from hashlib import sha256
from json import dumps, loads
from typing import Any

from engine.errors import IllegalMove, NotationError, RecordError
from engine.questions import Part, Question
from engine.recorded import Recorded
from engine.rules import LeavingRules, OrderRules, PredictionRules, Rules
from engine.texts.options import OptionSet
from engine.texts.stored import EventLog

KIND = "rounds"
TURNS = 12
KINDS = ("even", "odd")
# Everybody's points.
View = tuple[int, ...]


class Expected(StrEnum):
    POINTS = "points"


@dataclass(frozen=True)
class Event:
    """A seat took points."""

    seat: int
    points: int


@dataclass(frozen=True)
class NoOptions: ...


@dataclass(frozen=True)
class State:
    seed: str
    first: int
    scores: tuple[int, ...]
    left: tuple[int, ...] = ()
    turn: int = 0
    seat: int = 0

    def on(self) -> "State":
        """Move on to the next turn of somebody who still plays."""
        order = [n % len(self.scores) for n in range(self.seat + 1, self.seat + 6)]
        seat = next(seat for seat in order if seat not in self.left)
        return replace(self, turn=self.turn + 1, seat=seat)


def question(chosen: Sequence[Part]) -> Question | None:
    return None if chosen else Question("points", ("1", "2", "3"))


class Snapshots:
    def encode(self, state: State) -> str:
        return dumps(asdict(state))

    def decode(self, text: str) -> State:
        stored: dict[str, Any] = loads(text)
        pairs = {name: tuple(stored[name]) for name in ("scores", "left")}
        return State(**{**stored, **pairs})


class Records:
    def write_record(self, recorded: Recorded) -> str:
        return dumps({"format": "rounds-record/1", **asdict(recorded)})

    def read_record(self, text: str) -> Recorded:
        stored: dict[str, Any] = loads(text)
        if stored.pop("format", None) != "rounds-record/1":
            raise RecordError("format", "another game's")
        lists = {name: tuple(stored[name]) for name in ("players", "moves", "winners")}
        return Recorded(**{**stored, **lists})


class Leaving(LeavingRules[State, Event]):
    def continue_without(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        gone = replace(state, left=(*state.left, seat))
        return (gone.on() if state.seat == seat else gone), ()


class Predictions(PredictionRules[State]):
    steps = ("points",)

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return question(chosen)


class Orders(OrderRules[State]):
    def kinds(self, state: State) -> Sequence[str]:
        return KINDS

    def in_hand(self, state: State) -> str | None:
        return KINDS[state.turn % 2] if state.turn < TURNS else None

    def suppose(self, state: State, seat: int, kind: str) -> State:
        return replace(state, seat=seat)


class Rounds(Rules[State, int, Event, View]):
    rules_version = "rounds/1"
    seat_counts = (3, 2, 4, 5)
    options = OptionSet({"usual": NoOptions()})
    longest_move = 200
    event_log = EventLog[Event]((Event,))
    snapshots = Snapshots()
    records = Records()
    has_supply = True
    leaving = Leaving()
    orders = Orders()
    predictions = Predictions()

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
    ) -> tuple[State, tuple[Event, ...]]:
        begins = int(sha256(seed.encode()).hexdigest(), 16) % seats if first is None else first
        return State(seed, begins, (0,) * seats, seat=begins), ()

    def commitment(self, state: State) -> str:
        return sha256(state.seed.encode()).hexdigest()

    def to_act(self, state: State) -> int | None:
        return None if state.turn >= TURNS else state.seat

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return question(chosen)

    def apply(self, state: State, seat: int, move: int) -> tuple[State, tuple[Event, ...]]:
        if state.seat != seat:
            raise IllegalMove("turn")
        scores = tuple(score + move * (n == seat) for n, score in enumerate(state.scores))
        return replace(state, scores=scores).on(), (Event(seat, move),)

    def move_text(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        if text not in {"1", "2", "3"}:
            raise NotationError(text, text, Expected.POINTS)
        return int(text)

    def parts(self, move: int) -> tuple[Part, ...]:
        return (("points", str(move)),)

    def assemble(self, chosen: Sequence[Part]) -> int:
        return int(chosen[0][1])

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def places(self, state: State) -> tuple[int, ...]:
        ranks = [(1, 0) if n in state.left else (0, -score) for n, score in enumerate(state.scores)]
        return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)

    def end_now(self, state: State) -> State:
        return replace(state, turn=TURNS)

    def most_turns(self, seats: int) -> int:
        return TURNS

    def tally(
        self, positions: Iterable[tuple[State, Sequence[Event]]]
    ) -> tuple[Mapping[str, int], ...]:
        *_, (last, _) = positions
        return tuple({"points.taken": score} for score in last.scores)

    def view(self, state: State, seat: int | None) -> View:
        return state.scores

    def events_for(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        return tuple(events)

    def reveals(self, events: Sequence[Event]) -> bool:
        return any(event.points == 3 for event in events)

    def known_in_advance(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(events)

    def points(self, events: Sequence[Event]) -> tuple[int, ...]:
        return tuple(sum(event.points for event in events if event.seat == n) for n in range(5))

    def resample(self, state: State, seat: int, seed: str) -> State:
        return replace(state, seed=seed)


ROUNDS = Rounds()
