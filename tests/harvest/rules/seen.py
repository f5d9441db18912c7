"""What a seat or a spectator sees of a game, and what a player may imagine of the hidden."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice

from engine.bag import shuffle
from engine.rules import OrderRules
from tests.harvest.rules.state import WEATHERS, Field, State

# A card in a supposed position, whose number nobody can know.
UNKNOWN = 0


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    to_act: int | None
    fields: tuple[Field, ...]
    hand: tuple[int, ...] | None
    """The player's own hand; None for spectators."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    deck: int
    """How many cards are left to draw."""
    weather: str | None
    weathers: tuple[tuple[str, int], ...]
    """How many of each kind are left."""
    scores: tuple[int, ...]
    gone: tuple[int, ...]

    @property
    def over(self) -> bool:
        return self.to_act is None


def view(state: State, seat: int | None) -> View:
    unseen = Counter(state.weather_deck)
    return View(
        seat=seat,
        to_act=None if state.phase == "over" else state.seat,
        fields=state.fields,
        hand=None if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        deck=len(state.deck),
        weather=state.weather,
        weathers=tuple((kind, unseen[kind]) for kind in WEATHERS if unseen[kind]),
        scores=state.scores,
        gone=state.gone,
    )


class Orders(OrderRules[State]):
    """The kinds are those of weather that can still come."""

    def kinds(self, state: State) -> tuple[str, ...]:
        if state.phase == "over":
            return ()
        return tuple(kind for kind in WEATHERS if kind in state.weather_deck)

    def in_hand(self, state: State) -> str | None:
        return state.weather

    def suppose(self, state: State, seat: int, kind: str) -> State:
        """With every card that the seat cannot see face down."""
        weathers = sorted(state.weather_deck)
        weathers.remove(kind)
        hands = [(UNKNOWN,) * len(hand) for hand in state.hands]
        hands[seat] = state.hands[seat]
        return replace(
            state,
            setup=replace(state.setup, seed=""),
            hands=tuple(hands),
            deck=(UNKNOWN,) * len(state.deck),
            weather_deck=tuple(weathers),
            aside=(UNKNOWN,) * len(state.aside),
            weather=kind,
            seat=seat,
        )


def resample(state: State, seat: int, seed: str) -> State:
    """The other players' hands, the deck and what is put aside, dealt again from this seed."""
    hidden = [*state.deck, *state.aside]
    for other, hand in enumerate(state.hands):
        if other != seat:
            hidden += hand
    cards = iter(shuffle(sorted(hidden), seed, "cards"))
    return replace(
        state,
        setup=replace(state.setup, seed=""),
        hands=tuple(
            hand if other == seat else tuple(sorted(islice(cards, len(hand))))
            for other, hand in enumerate(state.hands)
        ),
        aside=tuple(sorted(islice(cards, len(state.aside)))),
        deck=tuple(cards),
        weather_deck=shuffle(sorted(state.weather_deck), seed, "weather"),
    )
