"""The rules: play a card from your hand, and draw another one unseen; it ends when a hand is empty.

The seed is the deal itself, so that a test decides who holds what.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from engine.errors import IllegalMove
from engine.recorded import Recorded

KIND = "hands"
DEAL = "walnut juniper hawthorn sycamore tamarisk mulberry magnolia hornbeam"
"""Two cards for the first seat, two for the second, and then the cards to draw, in this order."""
Event = tuple[str, int, str | None]
"""What happened, to which seat, and with which card; None for those who may not see it."""


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


class Hands:
    """The parts of `engine.game.Game` that a table needs without orders and predictions."""

    rules_version = "hands/1"
    seat_counts: Sequence[int] = (2,)
    option_values: Mapping[str, Sequence[str]] = {}
    presets: Mapping[str, Mapping[str, str]] = {"usual": {}}
    predictable_steps: Sequence[str] = ("card",)
    has_supply = False
    takes_orders = False
    longest_move = 200
    may_leave = False
    earlier_events_text = None

    def settle_options(
        self, changes: Mapping[str, str], preset: str | None = None
    ) -> Mapping[str, str]:
        return {}

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
    ) -> tuple[State, tuple[Event, ...]]:
        cards = tuple(seed.split())
        return State(seed, first or 0, (cards[:2], cards[2:4]), cards[4:]), ()

    def commitment(self, state: State) -> str:
        return sha256(state.seed.encode()).hexdigest()

    def final_steps(self, state: State) -> tuple[str, ...]:
        return ()

    def to_act(self, state: State) -> int | None:
        return None if state.over else state.seat

    def apply(self, state: State, seat: int, move: str) -> tuple[State, tuple[Event, ...]]:
        if move not in state.hands[seat]:
            raise IllegalMove("not_in_hand")
        drawn, deck = state.deck[:1], state.deck[1:]
        hands = list(state.hands)
        hands[seat] = tuple(card for card in state.hands[seat] if card != move) + drawn
        after = replace(
            state,
            seat=1 - seat,
            hands=tuple(hands),
            deck=deck,
            played=(*state.played, move),
        )
        return after, (("played", seat, move), *(("drew", seat, card) for card in drawn))

    def kinds(self, state: State) -> Sequence[str]:
        return ()

    def in_hand(self, state: State) -> str | None:
        return None

    def view(self, state: State, seat: int | None) -> View:
        return View(
            seat=seat,
            hand=() if seat is None else state.hands[seat],
            counts=tuple(map(len, state.hands)),
            left=len(state.deck),
            played=state.played,
            to_act=self.to_act(state),
        )

    def scores(self, state: State) -> tuple[int, ...]:
        return (0, 0)

    def winners(self, state: State) -> tuple[int, ...]:
        return (0, 1) if state.over else ()

    def places(self, state: State) -> tuple[int, ...]:
        return (1, 1)

    def events_for(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        return tuple(
            event if event[0] == "played" or event[1] == seat else (event[0], event[1], None)
            for event in events
        )

    def points(self, events: Sequence[Event]) -> tuple[int, ...]:
        return (0, 0)

    def tally(self, told: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
        return ({}, {})

    def reveals(self, events: Sequence[Event]) -> bool:
        return any(what == "drew" for what, *_ in events)

    def turn_order_leaks(self, events: Sequence[Event]) -> bool:
        return False

    def events_text(self, events: Sequence[Event]) -> str:
        return json.dumps(events)

    def parse_events(self, text: str) -> tuple[Event, ...]:
        return tuple((what, seat, card) for what, seat, card in json.loads(text))

    def move_text(self, move: str) -> str:
        return move

    def parse_move(self, text: str) -> str:
        return text

    def parts(self, move: str) -> tuple[tuple[str, str], ...]:
        return (("card", move),)

    def encode(self, state: State) -> str:
        return json.dumps([state.seed, state.seat, state.hands, state.deck, state.played])

    def decode(self, text: str) -> State:
        seed, seat, hands, deck, played = json.loads(text)
        return State(seed, seat, tuple(map(tuple, hands)), tuple(deck), tuple(played))

    def write_record(self, recorded: Recorded) -> str:
        told: dict[str, Any] = {"players": recorded.players, "moves": recorded.moves}
        return json.dumps(told if recorded.ended is None else {**told, "seed": recorded.seed})
