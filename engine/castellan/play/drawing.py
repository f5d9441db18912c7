"""Drawing cards (K15)."""

from collections import Counter

from engine.castellan.state import Drawn, State, decks_left
from engine.castellan.vocabulary.events import CardDrawn, Event
from engine.castellan.vocabulary.moves import DECKS, Deck, Turn
from engine.castellan.vocabulary.reasons import Reason
from engine.errors import IllegalMove


def due(state: State, cards: tuple[str, ...]) -> int:
    """How many cards are drawn after these are played: none in a last turn (K17)."""
    if state.phase != "usual":
        return 0
    return min(1 + state.setup.cards.extra(cards), sum(decks_left(state, state.seat)))


def check_draws(state: State, move: Turn) -> None:
    """Raises IllegalMove if the number of decks named is not the number due, or a deck has too few
    cards."""
    count, left = due(state, move.cards), decks_left(state, state.seat)
    if len(move.draw) != count:
        raise IllegalMove(Reason.DRAW_COUNT, draws=len(move.draw), due=count, left=left._asdict())
    for deck, wanted in Counter(move.draw).items():
        if wanted > left.of(deck):
            raise IllegalMove(Reason.DECK_EMPTY, deck=deck, left=left._asdict())


def draw(state: State, decks: tuple[Deck, ...], events: list[Event]) -> State:
    """The player to act draws from these decks, in this order."""
    for deck in decks:
        state = _drawn(state, state.seat, deck, events)
    return state


def draw_all(state: State, seat: int, events: list[Event]) -> State:
    """K17: this seat draws all cards it has left."""
    for deck in DECKS:
        for _ in range(decks_left(state, seat).of(deck)):
            state = _drawn(state, seat, deck, events)
    return state


def _drawn(state: State, seat: int, deck: Deck, events: list[Event]) -> State:
    number = DECKS.index(deck)
    card = state.setup.decks[seat][number][state.drawn[seat][number]]
    counts = list(state.drawn[seat])
    counts[number] += 1
    drawn = (*state.drawn[:seat], Drawn(*counts), *state.drawn[seat + 1 :])
    state = state._replace(drawn=drawn)
    events.append(CardDrawn(seat, deck, card, decks_left(state, seat).of(deck)))
    return state
