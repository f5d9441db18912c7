"""Castellan, for two to four players."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.castellan import building, imagining, moves, scoring, turn
from engine.castellan.cards import CARDS, SEATS
from engine.castellan.events import EVENTS, Event, events_for, known_in_advance, points, reveals
from engine.castellan.moves import Turn
from engine.castellan.record import CastellanRecords
from engine.castellan.snapshot import SNAPSHOTS
from engine.castellan.state import State
from engine.castellan.view import View, view
from engine.counts import Counts
from engine.errors import DataError
from engine.questions import Part, Question
from engine.rules import LeavingRules, Rules


class Leaving(LeavingRules[State, Event]):
    def continue_without(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        return turn.leave(state, seat)


class Castellan(Rules[State, Turn, Event, View]):
    rules_version = "castellan/2"
    seat_counts = SEATS
    options = moves.OPTIONS
    longest_move = moves.LONGEST
    event_log = EVENTS
    snapshots = SNAPSHOTS
    has_supply = True
    leaving = Leaving()
    predictions = building.Predictions()

    @cached_property
    def records(self) -> CastellanRecords:
        return CastellanRecords(self)

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
    ) -> tuple[State, tuple[Event, ...]]:
        """With four cards in every hand."""
        if seats not in SEATS:
            raise DataError(f"{seats} players are not possible; Castellan is for two to four")
        return turn.start(turn.new_setup(seed, self.options.parse(options), first, seats))

    def commitment(self, state: State) -> str:
        return state.setup.commitment

    def to_act(self, state: State) -> int | None:
        return None if state.phase == "over" else state.seat

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return building.question(state, chosen)

    def apply(self, state: State, seat: int, move: Turn) -> tuple[State, tuple[Event, ...]]:
        return turn.apply(state, seat, move)

    def final_steps(self, state: State) -> Sequence[str]:
        """K13: without trial building, a piece that is placed stays."""
        return ("place",) if state.setup.options.trial_building == "off" else ()

    def move_text(self, move: Turn) -> str:
        return moves.move_text(move)

    def parse_move(self, text: str) -> Turn:
        return moves.parse_move(text)

    def parts(self, move: Turn) -> tuple[Part, ...]:
        return moves.parts(move)

    def assemble(self, chosen: Sequence[Part]) -> Turn:
        return moves.assemble(chosen)

    def scores(self, state: State) -> Counts:
        return scoring.scores(state)

    def places(self, state: State) -> Counts:
        return scoring.places(state)

    def end_now(self, state: State) -> State:
        return state._replace(phase="over")

    def most_turns(self, seats: int) -> int:
        return CARDS * seats

    def tally(
        self, positions: Iterable[tuple[State, Sequence[Event]]]
    ) -> tuple[Mapping[str, int], ...]:
        return scoring.tally(positions)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def events_for(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        return events_for(events, seat)

    def reveals(self, events: Sequence[Event]) -> bool:
        return reveals(events)

    def known_in_advance(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return known_in_advance(events)

    def points(self, events: Sequence[Event]) -> Counts:
        return points(events)

    def resample(self, state: State, seat: int, seed: str) -> State:
        return imagining.resample(state, seat, seed)


castellan = Castellan()
