"""Carcassonne for two to five players, and for six with Inns & Cathedrals."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.carcassonne import imagining, moves, placing, scoring, turn
from engine.carcassonne.catalogue import SEATS, read_catalogue, seat_counts, standard_catalogue
from engine.carcassonne.events import EVENTS, Event, known_in_advance, points, reveals
from engine.carcassonne.moves import Move
from engine.carcassonne.record import CarcassonneRecords
from engine.carcassonne.snapshot import SNAPSHOTS
from engine.carcassonne.state import State
from engine.carcassonne.view import View, view
from engine.counts import Counts
from engine.errors import DataError
from engine.questions import Part, Question
from engine.rules import LeavingRules, Rules


class Leaving(LeavingRules[State, Event]):
    def continue_without(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        return turn.leave(state, seat)


class Carcassonne(Rules[State, Move, Event, View]):
    rules_version = "carcassonne/1"
    seat_counts = SEATS
    options = moves.OPTIONS
    longest_move = moves.LONGEST
    event_log = EVENTS
    snapshots = SNAPSHOTS
    has_supply = True
    leaving = Leaving()
    orders = imagining.Orders()
    predictions = placing.Predictions()

    @cached_property
    def records(self) -> CarcassonneRecords:
        return CarcassonneRecords(self)

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
    ) -> tuple[State, tuple[Event, ...]]:
        """With the first tile drawn."""
        chosen = self.options.parse(options)
        if seats not in seat_counts(chosen):
            raise DataError(
                f"{seats} players are not possible; Carcassonne is for two to five, "
                f"and for six with inns=on"
            )
        return turn.start(turn.new_setup(seed, chosen, first, seats))

    def commitment(self, state: State) -> str:
        return state.setup.commitment

    def to_act(self, state: State) -> int | None:
        return None if state.phase == "over" else state.seat

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return placing.question(state, chosen)

    def apply(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Event, ...]]:
        return turn.apply(state, seat, move)

    def move_text(self, move: Move) -> str:
        return moves.move_text(move)

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)

    def parts(self, move: Move) -> tuple[Part, ...]:
        return moves.parts(move)

    def assemble(self, chosen: Sequence[Part]) -> Move:
        return moves.assemble(chosen)

    def scores(self, state: State) -> Counts:
        return state.scores

    def places(self, state: State) -> Counts:
        return scoring.places(state)

    def end_now(self, state: State) -> State:
        return scoring.finish(state._replace(phase="over"), [])[0]

    def most_turns(self, seats: int) -> int:
        return len(standard_catalogue().stack)

    def tally(
        self, positions: Iterable[tuple[State, Sequence[Event]]]
    ) -> tuple[Mapping[str, int], ...]:
        return scoring.tally(positions)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def events_for(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        """Everybody sees everything that happens."""
        return tuple(events)

    def reveals(self, events: Sequence[Event]) -> bool:
        return reveals(events)

    def known_in_advance(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return known_in_advance(events)

    def points(self, events: Sequence[Event]) -> Counts:
        return points(events)

    def resample(self, state: State, seat: int, seed: str) -> State:
        return imagining.resample(state, seat, seed)

    def seat_counts_with(self, options: Mapping[str, str]) -> Sequence[int]:
        return seat_counts(self.options.parse(options))

    def has_expansions(self, options: Mapping[str, str]) -> bool:
        return bool(self.options.parse(options).expansions)

    def most_turns_with(self, options: Mapping[str, str], seats: int) -> int:
        return len(read_catalogue(*self.options.parse(options).expansions).stack)


carcassonne = Carcassonne()
