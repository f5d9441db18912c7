"""Harvest, a game for two to four players that exists only for tests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from engine.questions import Part, Question
from engine.rules import Rules
from engine.seats import PlayerLeft, rank_seats
from tests.harvest.rules import moves, seen, turn
from tests.harvest.rules.events import (
    EVENTS,
    CardSown,
    Event,
    FieldHarvested,
    HandFilled,
    WeatherTurned,
)
from tests.harvest.rules.moves import Turn
from tests.harvest.rules.seen import View
from tests.harvest.rules.state import COPIES, OPTIONS, SEATS, State, new_setup
from tests.harvest.rules.stored import SNAPSHOTS, HarvestRecords

COUNTS = ("points.own", "points.shared", "cards", "most.harvest")


class Harvest(Rules[State, Turn, Event, View]):
    rules_version = "harvest/1"
    seat_counts = SEATS
    options = OPTIONS
    longest_move = moves.LONGEST
    event_log = EVENTS
    snapshots = SNAPSHOTS
    has_supply = True
    leaving = turn.Leaving()
    orders = seen.Orders()
    predictions = turn.Predictions()

    @cached_property
    def records(self) -> HarvestRecords:
        return HarvestRecords(self)

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 3
    ) -> tuple[State, tuple[Event, ...]]:
        return turn.start(new_setup(seed, self.options.parse(options), first, seats))

    def commitment(self, state: State) -> str:
        return state.setup.commitment

    def to_act(self, state: State) -> int | None:
        return None if state.phase == "over" else state.seat

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
        return rank_seats(state, state.scores)

    def end_now(self, state: State) -> State:
        return replace(state, phase="over")

    def most_turns(self, seats: int) -> int:
        return COPIES * len(moves.NUMBERS)

    def tally(
        self, positions: Iterable[tuple[State, Sequence[Event]]]
    ) -> tuple[Mapping[str, int], ...]:
        """The points for one's own harvests and for those of others, the cards sown, and the best
        harvest."""
        counts: list[dict[str, int]] = []
        for state, events in positions:
            counts = counts or [dict.fromkeys(COUNTS, 0) for _ in range(state.setup.seats)]
            for event in events:
                match event:
                    case CardSown(seat=sower):
                        counts[sower]["cards"] += 1
                    case FieldHarvested(seat=reaper, points=given):
                        own = counts[reaper]
                        own["most.harvest"] = max(own["most.harvest"], given[reaper])
                        for seat, number in enumerate(given):
                            source = "points.own" if seat == reaper else "points.shared"
                            counts[seat][source] += number
                    case _:
                        pass
        return tuple(counts)

    def view(self, state: State, seat: int | None) -> View:
        return seen.view(state, seat)

    def events_for(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        """Everything except the numbers on the cards that somebody else drew."""
        return tuple(
            replace(event, cards=None)
            if isinstance(event, HandFilled) and event.seat != seat
            else event
            for event in events
        )

    def reveals(self, events: Sequence[Event]) -> bool:
        """True if cards were drawn or the weather was turned up."""
        return any(
            isinstance(event, WeatherTurned)
            or (isinstance(event, HandFilled) and event.cards != ())
            for event in events
        )

    def known_in_advance(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(event for event in events if isinstance(event, CardSown | FieldHarvested))

    def points(self, events: Sequence[Event]) -> tuple[int, ...]:
        sums: list[int] = []
        for event in events:
            match event:
                case HandFilled(hands=seats) | PlayerLeft(scores=seats):
                    sums = sums or [0] * len(seats)
                case FieldHarvested(points=given):
                    sums = sums or [0] * len(given)
                    sums = [before + more for before, more in zip(sums, given, strict=True)]
                case _:
                    pass
        return tuple(sums)

    def resample(self, state: State, seat: int, seed: str) -> State:
        return seen.resample(state, seat, seed)


harvest = Harvest()
