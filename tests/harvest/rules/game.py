"""Harvest, a game for two to four players that exists only for tests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.game import Game, LeavingRules
from engine.questions import Part, Question
from tests.harvest.rules import events as happened
from tests.harvest.rules import moves, seen, turn
from tests.harvest.rules.events import EVENTS, Event
from tests.harvest.rules.moves import Turn
from tests.harvest.rules.record import RECORDS
from tests.harvest.rules.seen import View
from tests.harvest.rules.snapshot import SNAPSHOTS
from tests.harvest.rules.state import COPIES, OPTIONS, SEAT_COUNTS, State, dealt


class Leaving(LeavingRules[State, Event]):
    def continue_without(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        return turn.leave(state, seat)


class Harvest(Game[State, Turn, Event, View]):
    rules_version = "harvest/1"
    seat_counts = SEAT_COUNTS
    options = OPTIONS
    longest_move = moves.LONGEST
    event_log = EVENTS
    snapshots = SNAPSHOTS
    records = RECORDS
    has_supply = True
    leaving = Leaving()
    orders = seen.Orders()
    predictions = turn.Predictions()

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 3
    ) -> tuple[State, tuple[Event, ...]]:
        return turn.begun(dealt(seed, options, first, seats))

    def commitment(self, state: State) -> str:
        return state.setup.commitment

    def to_act(self, state: State) -> int | None:
        return None if state.over else state.seat

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return turn.question(state, chosen)

    def apply(self, state: State, seat: int, move: Turn) -> tuple[State, tuple[Event, ...]]:
        return turn.apply(state, seat, move)

    def move_text(self, move: Turn) -> str:
        return moves.move_text(move)

    def parse_move(self, text: str) -> Turn:
        return moves.parse_move(text)

    def parts(self, move: Turn) -> tuple[Part, ...]:
        return moves.parts(move)

    def assemble(self, chosen: Sequence[Part]) -> Turn:
        return moves.assemble(chosen)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def places(self, state: State) -> tuple[int, ...]:
        return turn.places(state)

    def end_now(self, state: State) -> State:
        return replace(state, over=True)

    def most_turns(self, seats: int) -> int:
        return COPIES * len(moves.NUMBERS)

    def tally(
        self, positions: Iterable[tuple[State, Sequence[Event]]]
    ) -> tuple[Mapping[str, int], ...]:
        return seen.tally(positions)

    def view(self, state: State, seat: int | None) -> View:
        return seen.view(state, seat)

    def events_for(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        return happened.events_for(events, seat)

    def reveals(self, events: Sequence[Event]) -> bool:
        return happened.reveals(events)

    def known_in_advance(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return happened.known_in_advance(events)

    def points(self, events: Sequence[Event]) -> tuple[int, ...]:
        return happened.points(events)

    def resample(self, state: State, seat: int, seed: str) -> State:
        return seen.resample(state, seat, seed)


harvest = Harvest()
