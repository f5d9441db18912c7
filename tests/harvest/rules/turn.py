"""A turn: the cards that are sown one at a time, what they bring in, and whose turn follows.

A card goes on any field on which its number does not lie yet. A field that holds 15 or more is
harvested: every card on it is a point for whoever sowed it, and the last one two more. Then the
hand is filled up. With the last card of the deck the game ends.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.counts import add_counts
from engine.errors import IllegalMove
from engine.questions import Part, Question
from engine.rules import LeavingRules, PredictionRules
from engine.seats import PlayerLeft, assert_may_leave, seats_after
from tests.harvest.rules.events import (
    CardSown,
    Event,
    FieldHarvested,
    GameEnded,
    HandFilled,
    WeatherTurned,
)
from tests.harvest.rules.moves import DONE, FIELDS, HAND, Sowing, Turn, assemble, step
from tests.harvest.rules.state import Field, Setup, Sown, State, deal

RIPE = 15
FOR_THE_LAST = 2

T = TypeVar("T")


def start(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    return begin_turn(deal(setup))


def begin_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """Begin the next turn, with the weather turned up on every other one; or end the game."""
    if not state.deck:
        return replace(state, phase="over", weather=None), (GameEnded(),)
    if state.turn % 2 == 0 or not state.weather_deck:
        return replace(state, weather=None), ()
    weather, *rest = state.weather_deck
    turned = replace(state, weather=weather, weather_deck=tuple(rest))
    return turned, (WeatherTurned(state.seat, weather),)


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    sown = assemble(chosen)
    for number, sowing in enumerate(sown):
        state, _ = sow(state, sown[:number], sowing)
    number = len(sown) + 1
    if len(chosen) % 2:
        field = chosen[-1][1]
        if field == DONE:
            return None
        return Question(step("card", number), _cards_for(state, sown, field))
    if number > HAND:
        return None
    fields = tuple(field for field in FIELDS if _cards_for(state, sown, field))
    if not sown:
        return Question("field", fields)
    return Question(step("field", number), (DONE, *fields), DONE)


def _cards_for(state: State, sown: Turn, field: str) -> tuple[str, ...]:
    cards = sorted(set(state.hands[state.seat]))
    return tuple(str(card) for card in cards if not refusal(state, sown, Sowing(field, card)))


class Predictions(PredictionRules[State]):
    """Any field can be the first, as far as somebody knows who does not see the hand."""

    steps = ("field",)

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return None if chosen else Question("field", FIELDS)


def apply(state: State, seat: int, turn: Turn) -> tuple[State, tuple[Event, ...]]:
    if state.phase == "over":
        raise IllegalMove("game_over")
    if seat != state.seat:
        raise IllegalMove("not_your_turn", seat=state.seat)
    if not turn:
        raise IllegalMove("nothing_sown")
    events = list[Event]()
    for number, sowing in enumerate(turn):
        state, happened = sow(state, turn[:number], sowing)
        events += happened
    state, filled = _fill_hand(state)
    following = seats_after(state, seat)[0]
    state, begun = begin_turn(replace(state, turn=state.turn + 1, seat=following))
    return state, (*events, filled, *begun)


def sow(state: State, sown: Turn, sowing: Sowing) -> tuple[State, tuple[Event, ...]]:
    """One more card, after those sown in this turn. Raises IllegalMove."""
    if (reason := refusal(state, sown, sowing)) is not None:
        raise IllegalMove(reason, field=sowing.field, card=sowing.card)
    seat = state.seat
    at = FIELDS.index(sowing.field)
    hand = list(state.hands[seat])
    hand.remove(sowing.card)
    field = (*state.fields[at], Sown(sowing.card, seat))
    state = replace(state, hands=_put(state.hands, seat, tuple(hand)))
    sown_card = CardSown(seat, sowing.field, sowing.card)
    if sum(lying.card for lying in field) < RIPE:
        return replace(state, fields=_put(state.fields, at, field)), (sown_card,)
    harvested = _harvest(state, sowing.field, field)
    scores = add_counts(state.scores, harvested.points)
    state = replace(state, fields=_put(state.fields, at, ()), scores=scores)
    return state, (sown_card, harvested)


def refusal(state: State, sown: Turn, sowing: Sowing) -> str | None:
    """The reason why this card cannot be sown after those sown in this turn."""
    field, card = sowing
    if len(sown) == (1 if state.weather == "frost" else HAND):
        return "too_many"
    if card not in state.hands[state.seat]:
        return "not_in_hand"
    if state.weather == "storm" and field in (before.field for before in sown):
        return "sown_in_the_storm"
    if card in (lying.card for lying in state.fields[FIELDS.index(field)]):
        return "lies_there"
    return None


def _harvest(state: State, name: str, field: Field) -> FieldHarvested:
    worth = 2 if state.weather == "sun" else 1
    points = [0] * state.setup.seats
    for _, seat in field:
        points[seat] += worth
    points[state.seat] += FOR_THE_LAST * worth
    return FieldHarvested(state.seat, name, tuple(card for card, _ in field), tuple(points))


def _fill_hand(state: State) -> tuple[State, HandFilled]:
    """Fill up the hand of the player to act."""
    seat = state.seat
    hand = state.hands[seat]
    missing = HAND - len(hand)
    drawn = tuple(sorted(state.deck[:missing]))
    hands = _put(state.hands, seat, tuple(sorted((*hand, *drawn))))
    state = replace(state, hands=hands, deck=state.deck[missing:])
    return state, HandFilled(seat, drawn, tuple(map(len, hands)))


class Leaving(LeavingRules[State, Event]):
    """The hand is put aside face down. If it was this player's turn, the next one has it, in the
    same weather."""

    def continue_without(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        assert_may_leave(state, seat)
        after = replace(
            state,
            hands=_put(state.hands, seat, ()),
            aside=tuple(sorted((*state.aside, *state.hands[seat]))),
            gone=(*state.gone, seat),
            seat=seats_after(state, seat)[0] if state.seat == seat else state.seat,
        )
        return after, (PlayerLeft(seat, state.scores),)


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
