"""Resampling: another position that looks the same to a player, so that a computer player can think
about what it does not know."""

from dataclasses import replace

from engine.bag import shuffle
from engine.castellan.state import Decks, State
from engine.castellan.vocabulary.moves import DECKS, Deck


def resample(state: State, seat: int, seed: str) -> State:
    """The hands of the others, and all decks, reshuffled by this seed."""
    decks = tuple(
        Decks(*(_deck(state, at, deck, seed, own=at == seat) for deck in DECKS))
        for at in range(state.setup.seats)
    )
    return state._replace(setup=replace(state.setup, seed="", decks=decks))


def _deck(state: State, seat: int, deck: Deck, seed: str, *, own: bool) -> tuple[str, ...]:
    """A reshuffled deck, beginning with what is known of it: one's own drawn cards, the played ones
    of others."""
    cards = state.setup.cards
    drawn = state.setup.decks[seat][DECKS.index(deck)][: state.drawn[seat].of(deck)]
    played = tuple(card for card in state.played[seat] if cards.by_id[card].deck == deck)
    known = drawn if own else played
    hidden = [card for card in cards.deck(deck) if card not in known]
    return (*known, *shuffle(hidden, seed, f"{deck} deck {seat}"))
