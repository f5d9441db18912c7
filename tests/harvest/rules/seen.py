"""What a seat or a spectator sees, what can be supposed, and what is counted over a whole game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.bag import shuffle
from engine.game import OrderRules
from tests.harvest.rules.events import CardSown, Event, FieldHarvested
from tests.harvest.rules.state import UNKNOWN, WEATHERS, Field, State, hand_sizes

SOURCES = ("own", "shared")
"""The points for one's own harvest, and for somebody else's."""


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    to_act: int | None
    over: bool
    turn: int
    commitment: str
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
    left: tuple[int, ...]


def view(state: State, seat: int | None) -> View:
    unseen = Counter(state.weather_deck)
    return View(
        seat=seat,
        to_act=None if state.over else state.seat,
        over=state.over,
        turn=state.turn,
        commitment=state.setup.commitment,
        fields=state.fields,
        hand=None if seat is None else state.hands[seat],
        hands=hand_sizes(state),
        deck=len(state.deck),
        weather=state.weather,
        weathers=tuple((kind, unseen[kind]) for kind in WEATHERS if unseen[kind]),
        scores=state.scores,
        left=state.left,
    )


class Orders(OrderRules[State]):
    def kinds(self, state: State) -> tuple[str, ...]:
        """The kinds of weather that can still come."""
        return () if state.over else tuple(kind for kind in WEATHERS if kind in state.weather_deck)

    def in_hand(self, state: State) -> str | None:
        return state.weather

    def suppose(self, state: State, seat: int, kind: str) -> State:
        """The state with this seat to act in this weather, and every card that it cannot see face
        down."""
        others = sorted(state.weather_deck)
        others.remove(kind)
        hands = [
            hand if at == seat else (UNKNOWN,) * len(hand) for at, hand in enumerate(state.hands)
        ]
        return replace(
            state,
            setup=replace(state.setup, seed=""),
            hands=tuple(hands),
            deck=(UNKNOWN,) * len(state.deck),
            weather_deck=tuple(others),
            gone=(UNKNOWN,) * len(state.gone),
            weather=kind,
            seat=seat,
        )


def resample(state: State, seat: int, seed: str) -> State:
    """The other players' hands, the deck and what is face down, dealt again from this seed."""
    hands = {at: hand for at, hand in enumerate(state.hands) if at != seat}
    hidden = [card for hand in hands.values() for card in hand] + [*state.deck, *state.gone]
    cards = iter(shuffle(sorted(hidden), seed, "cards"))
    dealt = {at: tuple(sorted(islice(cards, len(hand)))) for at, hand in hands.items()}
    return replace(
        state,
        setup=replace(state.setup, seed=""),
        hands=tuple(dealt.get(at, hand) for at, hand in enumerate(state.hands)),
        gone=tuple(sorted(islice(cards, len(state.gone)))),
        deck=tuple(cards),
        weather_deck=shuffle(sorted(state.weather_deck), seed, "weather"),
    )


def tally(positions: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
    """For each seat `points.*` by source, `cards` sown and `most.harvest` in points."""
    counts: list[Counter[str]] = []
    for state, events in positions:
        counts = counts or [_nothing() for _ in range(state.setup.seats)]
        for event in events:
            if isinstance(event, CardSown):
                counts[event.seat]["cards"] += 1
            if isinstance(event, FieldHarvested):
                _count(counts, event)
    return tuple(counts)


def _nothing() -> Counter[str]:
    return Counter(dict.fromkeys(("points.own", "points.shared", "cards", "most.harvest"), 0))


def _count(counts: Sequence[Counter[str]], harvest: FieldHarvested) -> None:
    for seat, points in enumerate(harvest.points):
        counts[seat]["points.own" if seat == harvest.seat else "points.shared"] += points
    own = counts[harvest.seat]
    own["most.harvest"] = max(own["most.harvest"], harvest.points[harvest.seat])
