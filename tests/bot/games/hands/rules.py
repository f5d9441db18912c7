"""The rules: play a card from your hand, and draw another one unseen; it ends when a hand is empty.

The seed is the deal itself, so that a test decides who holds what.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NoReturn

from engine.errors import IllegalMove, RecordError
from engine.questions import Part, Question
from engine.recorded import Recorded
from engine.rules import Rules
from engine.texts.options import OptionSet
from engine.texts.stored import EventLog

KIND = "hands"
# Two cards for the first seat, two for the second, and then the cards to draw, in this order.
DEAL = "walnut juniper hawthorn sycamore tamarisk mulberry magnolia hornbeam"


@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int
    card: str | None
    """None for those who may not see it."""


Event = Played | Drew


@dataclass(frozen=True, slots=True)
class State:
    seed: str
    seat: int
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    played: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return not self.hands[self.seat]


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    left: int
    played: tuple[str, ...]
    to_act: int | None


@dataclass(frozen=True, slots=True)
class NoOptions:
    """There are none."""


class Snapshots:
    def encode(self, state: State) -> str:
        return json.dumps([state.seed, state.seat, state.hands, state.deck, state.played])

    def decode(self, text: str) -> State:
        seed, seat, hands, deck, played = json.loads(text)
        return State(seed, seat, tuple(map(tuple, hands)), tuple(deck), tuple(played))


class Records:
    def write_record(self, recorded: Recorded) -> str:
        record: dict[str, Any] = {"players": recorded.players, "moves": recorded.moves}
        return json.dumps(record if recorded.ended is None else {**record, "seed": recorded.seed})

    def read_record(self, text: str) -> NoReturn:
        raise RecordError("", "this game is never read")


class Hands(Rules[State, str, Event, View]):
    rules_version = "hands/1"
    seat_counts = (2,)
    options = OptionSet({"usual": NoOptions()})
    longest_move = 200
    event_log = EventLog[Event]((Played, Drew))
    snapshots = Snapshots()
    records = Records()

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
    ) -> tuple[State, tuple[Event, ...]]:
        cards = tuple(seed.split())
        return State(seed, first or 0, (cards[:2], cards[2:4]), cards[4:]), ()

    def commitment(self, state: State) -> str:
        return sha256(state.seed.encode()).hexdigest()

    def to_act(self, state: State) -> int | None:
        return None if state.over else state.seat

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return None if chosen or state.over else Question("card", state.hands[state.seat])

    def apply(self, state: State, seat: int, move: str) -> tuple[State, tuple[Event, ...]]:
        if move not in state.hands[seat]:
            raise IllegalMove("not_in_hand")
        drawn = state.deck[:1]
        deck = state.deck[1:]
        hands = list(state.hands)
        hands[seat] = tuple(card for card in state.hands[seat] if card != move) + drawn
        played = (*state.played, move)
        after = replace(state, seat=1 - seat, hands=tuple(hands), deck=deck, played=played)
        return after, (Played(seat, move), *(Drew(seat, card) for card in drawn))

    def move_text(self, move: str) -> str:
        return move

    def parse_move(self, text: str) -> str:
        return text

    def parts(self, move: str) -> tuple[Part, ...]:
        return (("card", move),)

    def assemble(self, chosen: Sequence[Part]) -> str:
        return chosen[0][1]

    def scores(self, state: State) -> tuple[int, ...]:
        return (0, 0)

    def places(self, state: State) -> tuple[int, ...]:
        return (1, 1)

    def end_now(self, state: State) -> State:
        return replace(state, hands=((), ()), deck=())

    def most_turns(self, seats: int) -> int:
        return 99

    def tally(
        self, positions: Iterable[tuple[State, Sequence[Event]]]
    ) -> tuple[Mapping[str, int], ...]:
        return ({}, {})

    def view(self, state: State, seat: int | None) -> View:
        return View(
            seat=seat,
            hand=() if seat is None else state.hands[seat],
            counts=tuple(map(len, state.hands)),
            left=len(state.deck),
            played=state.played,
            to_act=self.to_act(state),
        )

    def events_for(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        return tuple(
            Drew(event.seat, None) if isinstance(event, Drew) and event.seat != seat else event
            for event in events
        )

    def reveals(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, Drew) for event in events)

    def known_in_advance(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(event for event in events if isinstance(event, Played))

    def points(self, events: Sequence[Event]) -> tuple[int, ...]:
        return (0, 0)

    def resample(self, state: State, seat: int, seed: str) -> State:
        """The hidden cards in the order of their names."""
        hidden = sorted((*state.hands[1 - seat], *state.deck))
        count = len(state.hands[1 - seat])
        hands = list(state.hands)
        hands[1 - seat] = tuple(hidden[:count])
        return replace(state, hands=tuple(hands), deck=tuple(hidden[count:]))


hands = Hands()
