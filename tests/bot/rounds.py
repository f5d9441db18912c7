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
from engine.game import Game, all_events
from engine.questions import Part, Question
from engine.recorded import Recorded
from engine.texts.options import OptionSet

KIND = "rounds"
TURNS = 12
KINDS = ("even", "odd")
Event = tuple[int, int]
"""A seat, and how many points it took."""
View = tuple[int, ...]
"""Everybody's points."""


class Expected(StrEnum):
    POINTS = "points"


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
        there = [n % len(self.scores) for n in range(self.seat + 1, self.seat + 6)]
        seat = next(seat for seat in there if seat not in self.left)
        return replace(self, turn=self.turn + 1, seat=seat)


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    begins = int(sha256(seed.encode()).hexdigest(), 16) % seats if first is None else first
    return State(seed, begins, (0,) * seats, seat=begins), ()


def to_act(state: State) -> int | None:
    return None if state.turn >= TURNS else state.seat


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    return None if chosen else Question("points", ("1", "2", "3"))


def apply(state: State, seat: int, move: int) -> tuple[State, tuple[Event, ...]]:
    if state.seat != seat:
        raise IllegalMove("turn")
    scores = tuple(one + move * (n == seat) for n, one in enumerate(state.scores))
    return replace(state, scores=scores).on(), ((seat, move),)


def leave(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    gone = replace(state, left=(*state.left, seat))
    return (gone.on() if state.seat == seat else gone), ()


def places(state: State) -> tuple[int, ...]:
    ranks = [(1, 0) if n in state.left else (0, -score) for n, score in enumerate(state.scores)]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def tally(played: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
    *_, (last, _) = played
    return tuple({"points.taken": score} for score in last.scores)


def parse_move(text: str) -> int:
    if text not in {"1", "2", "3"}:
        raise NotationError(text, text, Expected.POINTS)
    return int(text)


def decode(text: str) -> State:
    stored: dict[str, Any] = loads(text)
    pairs = {name: tuple(stored[name]) for name in ("scores", "left")}
    return State(**{**stored, **pairs})


def read_record(text: str) -> Recorded:
    stored: dict[str, Any] = loads(text)
    if stored.pop("format", None) != "rounds-record/1":
        raise RecordError("format", "another game's")
    lists = {name: tuple(stored[name]) for name in ("players", "moves", "winners")}
    return Recorded(**{**stored, **lists})


ROUNDS: Game[State, int, Event, View] = Game(
    rules_version="rounds/1",
    seat_counts=(3, 2, 4, 5),
    options=OptionSet({"usual": NoOptions()}),
    begin=begin,
    commitment=lambda state: sha256(state.seed.encode()).hexdigest(),
    to_act=to_act,
    question=question,
    apply=apply,
    longest_move=200,
    move_text=str,
    parse_move=parse_move,
    parts=lambda move: (("points", str(move)),),
    assemble=lambda parts: int(parts[0][1]),
    scores=lambda state: state.scores,
    places=places,
    end_now=lambda state: replace(state, turn=TURNS),
    most_turns=lambda seats: TURNS,
    tally=tally,
    may_leave=True,
    leave=leave,
    view=lambda state, seat: state.scores,
    events_for=all_events,
    reveals=lambda events: any(points == 3 for _, points in events),
    known_in_advance=tuple,
    points=lambda events: tuple(sum(gain for seat, gain in events if seat == n) for n in range(5)),
    has_supply=True,
    resample=lambda state, seat, seed: replace(state, seed=seed),
    predictable_steps=("points",),
    predictable=question,
    takes_orders=True,
    kinds=lambda state: KINDS,
    in_hand=lambda state: KINDS[state.turn % 2] if state.turn < TURNS else None,
    suppose=lambda state, seat, kind: replace(state, seat=seat),
    events_text=dumps,
    parse_events=lambda text: tuple((seat, points) for seat, points in loads(text)),
    encode=lambda state: dumps(asdict(state)),
    decode=decode,
    write_record=lambda recorded: dumps({"format": "rounds-record/1", **asdict(recorded)}),
    read_record=read_record,
)
