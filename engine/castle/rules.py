"""Carcassonne: The Castle, for two players."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.castle import choices, imagining, moves, scoring, turn
from engine.castle.catalogue import standard_catalogue
from engine.castle.events import EVENTS, Event, known_in_advance, points, reveals, turn_order_leaks
from engine.castle.moves import Move
from engine.castle.record import CastleRecords
from engine.castle.snapshot import SNAPSHOTS
from engine.castle.state import State
from engine.castle.tally import tally
from engine.castle.view import View, view
from engine.counts import Counts
from engine.errors import DataError
from engine.questions import Part, Question
from engine.rules import Rules


class Castle(Rules[State, Move, Event, View]):
    rules_version = "castle/2"
    seat_counts = (2,)
    options = moves.OPTIONS
    longest_move = moves.LONGEST
    event_log = EVENTS
    snapshots = SNAPSHOTS
    has_supply = True
    orders = imagining.Orders()
    predictions = choices.Predictions()

    @cached_property
    def records(self) -> CastleRecords:
        return CastleRecords(self)

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
    ) -> tuple[State, tuple[Event, ...]]:
        """With the first tile drawn."""
        if seats != 2:
            raise DataError(f"{seats} players are not possible; The Castle is for two")
        return turn.start(turn.new_setup(seed, self.options.parse(options), first))

    def commitment(self, state: State) -> str:
        return state.setup.commitment

    def to_act(self, state: State) -> int | None:
        return None if state.phase == "over" else state.seat

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return choices.question(state, chosen)

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
        return len(standard_catalogue().tiles)

    def tally(
        self, positions: Iterable[tuple[State, Sequence[Event]]]
    ) -> tuple[Mapping[str, int], ...]:
        return tally(positions)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def events_for(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        """Everybody sees everything that happens."""
        return tuple(events)

    def reveals(self, events: Sequence[Event]) -> bool:
        return reveals(events)

    def turn_order_leaks(self, events: Sequence[Event]) -> bool:
        return turn_order_leaks(events)

    def known_in_advance(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return known_in_advance(events)

    def points(self, events: Sequence[Event]) -> Counts:
        return points(events)

    def resample(self, state: State, seat: int, seed: str) -> State:
        return imagining.resample(state, seat, seed)


castle = Castle()
