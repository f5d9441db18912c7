"""The rules: play a card from your hand, and draw another one unseen; it ends when a hand is empty.

The seed is the deal itself, so that a test decides who holds what.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NoReturn

from engine.errors import IllegalMove, RecordError
from engine.game import Game
from engine.questions import Part, Question
from engine.recorded import Recorded
from engine.texts.options import OptionSet

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


@dataclass(frozen=True, slots=True)
class NoOptions:
    """There are none."""


def begin(
    seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
) -> tuple[State, tuple[Event, ...]]:
    cards = tuple(seed.split())
    return State(seed, first or 0, (cards[:2], cards[2:4]), cards[4:]), ()


def to_act(state: State) -> int | None:
    return None if state.over else state.seat


def question(state: State, parts: Sequence[Part]) -> Question | None:
    return None if parts or state.over else Question("card", state.hands[state.seat])


def apply(state: State, seat: int, move: str) -> tuple[State, tuple[Event, ...]]:
    if move not in state.hands[seat]:
        raise IllegalMove("not_in_hand")
    drawn, deck = state.deck[:1], state.deck[1:]
    hands = list(state.hands)
    hands[seat] = tuple(card for card in state.hands[seat] if card != move) + drawn
    played = (*state.played, move)
    after = replace(state, seat=1 - seat, hands=tuple(hands), deck=deck, played=played)
    return after, (("played", seat, move), *(("drew", seat, card) for card in drawn))


def view(state: State, seat: int | None) -> View:
    return View(
        seat=seat,
        hand=() if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        left=len(state.deck),
        played=state.played,
        to_act=to_act(state),
    )


def events_for(events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
    return tuple(
        event if event[0] == "played" or event[1] == seat else (event[0], event[1], None)
        for event in events
    )


def resample(state: State, seat: int, seed: str) -> State:
    """The hidden cards in the order of their names."""
    hidden = sorted((*state.hands[1 - seat], *state.deck))
    count, hands = len(state.hands[1 - seat]), list(state.hands)
    hands[1 - seat] = tuple(hidden[:count])
    return replace(state, hands=tuple(hands), deck=tuple(hidden[count:]))


def parse_events(text: str) -> tuple[Event, ...]:
    return tuple((what, seat, card) for what, seat, card in json.loads(text))


def encode(state: State) -> str:
    return json.dumps([state.seed, state.seat, state.hands, state.deck, state.played])


def decode(text: str) -> State:
    seed, seat, hands, deck, played = json.loads(text)
    return State(seed, seat, tuple(map(tuple, hands)), tuple(deck), tuple(played))


def write_record(recorded: Recorded) -> str:
    record: dict[str, Any] = {"players": recorded.players, "moves": recorded.moves}
    return json.dumps(record if recorded.ended is None else {**record, "seed": recorded.seed})


def read_record(text: str) -> NoReturn:
    raise RecordError("", "this game is never read")


hands: Game[State, str, Event, View] = Game(
    rules_version="hands/1",
    seat_counts=(2,),
    options=OptionSet({"usual": NoOptions()}),
    begin=begin,
    commitment=lambda state: sha256(state.seed.encode()).hexdigest(),
    to_act=to_act,
    question=question,
    apply=apply,
    longest_move=200,
    move_text=lambda move: move,
    parse_move=lambda text: text,
    parts=lambda move: (("card", move),),
    assemble=lambda parts: parts[0][1],
    scores=lambda state: (0, 0),
    places=lambda state: (1, 1),
    end_now=lambda state: replace(state, hands=((), ()), deck=()),
    most_turns=lambda seats: 99,
    tally=lambda positions: ({}, {}),
    view=view,
    events_for=events_for,
    reveals=lambda events: any(what == "drew" for what, *_ in events),
    known_in_advance=lambda events: tuple(one for one in events if one[0] == "played"),
    points=lambda events: (0, 0),
    resample=resample,
    predictable_steps=("card",),
    events_text=json.dumps,
    parse_events=parse_events,
    encode=encode,
    decode=decode,
    write_record=write_record,
    read_record=read_record,
)
