"""The cards still to be drawn, and what else a player could have drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from engine.castellan.cards import DECKS
from engine.castellan.state import Decks, State, active_seats, unplayed_cards
from engine.players.expert import Draw


def to_come(state: State) -> int:
    return sum(len(unplayed_cards(state, seat)) for seat in active_seats(state))


def draws(state: State, before: State | None) -> Sequence[Draw]:
    """The cards drawn since the last turn: any others of the same decks were as likely. The first
    hand is taken as given."""
    if before is None or before.drawn[state.seat] == state.drawn[state.seat]:
        return ()
    wall, tower = (list(_orders(state, before, number)) for number in range(len(DECKS)))
    return [Draw(1, _with_decks(state, Decks(one, other))) for one in wall for other in tower]


def _orders(state: State, before: State, number: int) -> Iterator[tuple[str, ...]]:
    """The possible orders of one deck of the player to act: one for each set of cards they could
    hold."""
    seat = state.seat
    deck = state.setup.decks[seat][number]
    known, drawn = before.drawn[seat][number], state.drawn[seat][number]
    hidden = sorted(deck[known:])
    for cards in combinations(hidden, drawn - known):
        yield (*deck[:known], *cards, *(card for card in hidden if card not in cards))


def _with_decks(state: State, decks: Decks) -> State:
    seat, all_decks = state.seat, state.setup.decks
    decks_by_seat = (*all_decks[:seat], decks, *all_decks[seat + 1 :])
    return state._replace(setup=replace(state.setup, decks=decks_by_seat))
