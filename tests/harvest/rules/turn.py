"""A turn: the cards that are sown one at a time, what they bring in, and whose turn follows.

A card goes on any field on which its number does not lie yet. A field that holds 15 or more is
harvested: every card on it is a point for whoever sowed it, and the last one two more. Then the
hand is filled up. With the last card of the deck the game ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import IllegalMove
from engine.game import PredictionRules
from engine.questions import Part, Question
from tests.harvest.rules.events import (
    CardSown,
    Event,
    FieldHarvested,
    GameEnded,
    HandFilled,
    PlayerLeft,
    WeatherTurned,
)
from tests.harvest.rules.moves import DONE, FIELDS, HAND, Sowing, Turn, sowings_of, step
from tests.harvest.rules.state import Field, Sown, State, hand_sizes, still_play

RIPE = 15
FOR_THE_LAST = 2


@dataclass(frozen=True, slots=True)
class Ground:
    """The fields and the hand in the middle of a turn."""

    state: State
    fields: tuple[Field, ...]
    hand: tuple[int, ...]
    sown: tuple[Sowing, ...] = ()

    @property
    def most(self) -> int:
        return 1 if self.state.weather == "frost" else HAND

    def refused(self, sowing: Sowing) -> str | None:
        """The reason why the next card cannot be sown there."""
        field, card = sowing
        if len(self.sown) == self.most:
            return "too_many"
        if card not in self.hand:
            return "not_in_hand"
        if self.state.weather == "storm" and field in (one.field for one in self.sown):
            return "sown_in_the_storm"
        if card in (lying.card for lying in self.fields[FIELDS.index(field)]):
            return "lies_there"
        return None

    def after(self, sowing: Sowing) -> tuple["Ground", tuple[CardSown | FieldHarvested, ...]]:
        """The turn with one more card. Raises IllegalMove."""
        if (reason := self.refused(sowing)) is not None:
            raise IllegalMove(reason, field=sowing.field, card=sowing.card)
        seat, at = self.state.seat, FIELDS.index(sowing.field)
        field = (*self.fields[at], Sown(sowing.card, seat))
        events: tuple[CardSown | FieldHarvested, ...] = (CardSown(seat, *sowing),)
        if sum(lying.card for lying in field) >= RIPE:
            events = (*events, harvested(self.state, sowing.field, field))
            field = ()
        hand = list(self.hand)
        hand.remove(sowing.card)
        fields = (*self.fields[:at], field, *self.fields[at + 1 :])
        return Ground(self.state, fields, tuple(hand), (*self.sown, sowing)), events


def harvested(state: State, name: str, field: Field) -> FieldHarvested:
    worth = 2 if state.weather == "sun" else 1
    points = [0] * state.setup.seats
    for _, seat in field:
        points[seat] += worth
    points[state.seat] += FOR_THE_LAST * worth
    return FieldHarvested(state.seat, name, tuple(card for card, _ in field), tuple(points))


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    ground, sowings = Ground(state, state.fields, state.hands[state.seat]), sowings_of(chosen)
    for sowing in sowings:
        ground, _ = ground.after(sowing)
    number = len(sowings) + 1
    if len(chosen) % 2:
        field = chosen[-1][1]
        if field == DONE:
            return None
        return Question(step("card", number), tuple(map(str, _cards_for(ground, field))))
    if number > HAND:
        return None
    fields = tuple(field for field in FIELDS if _cards_for(ground, field))
    if not sowings:
        return Question("field", fields)
    return Question(step("field", number), (DONE, *fields), DONE)


class Predictions(PredictionRules[State]):
    """Any field can be the first, as far as somebody knows who does not see the hand."""

    steps = ("field",)

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return None if chosen else Question("field", FIELDS)


def _cards_for(ground: Ground, field: str) -> list[int]:
    return [card for card in sorted(set(ground.hand)) if not ground.refused(Sowing(field, card))]


def apply(state: State, seat: int, move: Turn) -> tuple[State, tuple[Event, ...]]:
    if state.over:
        raise IllegalMove("game_over")
    if seat != state.seat:
        raise IllegalMove("not_your_turn", seat=state.seat)
    if not move.sowings:
        raise IllegalMove("nothing_sown")
    ground, events = Ground(state, state.fields, state.hands[seat]), list[Event]()
    scores = state.scores
    for sowing in move.sowings:
        ground, happened = ground.after(sowing)
        events += happened
        for event in happened:
            if isinstance(event, FieldHarvested):
                scores = tuple(map(sum, zip(scores, event.points, strict=True)))
    filled, drawn = _filled(replace(state, fields=ground.fields, scores=scores), ground.hand)
    after, turned = begun(replace(filled, turn=state.turn + 1, seat=_next(filled)))
    return after, (*events, drawn, *turned)


def _filled(state: State, hand: tuple[int, ...]) -> tuple[State, HandFilled]:
    """The hand of the player to act filled up."""
    seat, missing = state.seat, HAND - len(hand)
    drawn = state.deck[:missing]
    hands = (*state.hands[:seat], tuple(sorted((*hand, *drawn))), *state.hands[seat + 1 :])
    filled = replace(state, hands=hands, deck=state.deck[missing:])
    return filled, HandFilled(seat, drawn, hand_sizes(filled))


def _next(state: State) -> int:
    """Who plays after the player to act."""
    seats = state.setup.seats
    following = ((state.seat + more) % seats for more in range(1, seats + 1))
    return next(seat for seat in following if seat not in state.left)


def begun(state: State) -> tuple[State, tuple[Event, ...]]:
    """The turn of the player to act, with the weather turned up on every other turn; or the end."""
    if not state.deck:
        ended = replace(state, over=True, weather=None)
        return ended, (GameEnded(ended.scores, winners(ended)),)
    if state.turn % 2 == 0 or not state.weather_deck:
        return replace(state, weather=None), ()
    weather, *rest = state.weather_deck
    turned = replace(state, weather=weather, weather_deck=tuple(rest))
    return turned, (WeatherTurned(state.seat, weather, len(rest)),)


def leave(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """The hand leaves the game face down. If it was this player's turn, the next one has it, in the
    same weather."""
    hands = (*state.hands[:seat], (), *state.hands[seat + 1 :])
    gone = tuple(sorted((*state.gone, *state.hands[seat])))
    after = replace(state, hands=hands, gone=gone, left=(*state.left, seat))
    if state.seat == seat:
        after = replace(after, seat=_next(after))
    return after, (PlayerLeft(seat, hand_sizes(after)),)


def winners(state: State) -> tuple[int, ...]:
    if not state.over:
        return ()
    most = max(state.scores[seat] for seat in still_play(state))
    return tuple(seat for seat in still_play(state) if state.scores[seat] == most)


def places(state: State) -> tuple[int, ...]:
    """Players who left share the last place."""
    stayed = still_play(state)
    return tuple(
        1 + sum(state.scores[other] > score for other in stayed)
        if seat in stayed
        else 1 + len(stayed)
        for seat, score in enumerate(state.scores)
    )
