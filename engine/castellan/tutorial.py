"""The tutorial of Castellan: its exercises, and a game that begins with given hands."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from engine.castellan.cards import DECKS
from engine.castellan.rules import castellan
from engine.castellan.state import Decks, Drawn, Setup, State, hand
from engine.castellan.turn import new_setup, start
from engine.tutorial import Tutorial, put_first


def begin(draws: str, last: bool) -> State:
    """`draws` are the hand of one player and, after a semicolon, what they draw first; then those
    of the other, such as `T1 W7; T2 / T4; W1`. The hands are smaller than at the beginning of a
    game, as they soon are."""
    setup = new_setup("tutorial", first=0)
    players = [
        [cards.split() for cards in player.partition(";")[::2]] for player in draws.split("/")
    ]
    decks = [
        _begin_with(setup, seat, [*chain(*player)], last) for seat, player in enumerate(players)
    ]
    state, _ = start(replace(setup, decks=tuple(decks)))
    counts = [
        Drawn(*(len(_of_deck(setup, deck, in_hand)) for deck in DECKS)) for in_hand, _ in players
    ]
    return state._replace(drawn=tuple(counts))


def _begin_with(setup: Setup, seat: int, cards: Sequence[str], last: bool) -> Decks:
    firsts = [_of_deck(setup, deck, cards) for deck in DECKS]
    if last:
        return Decks(*map(tuple, firsts))
    return Decks(*map(put_first, setup.decks[seat], firsts))


def _of_deck(setup: Setup, deck: str, cards: Sequence[str]) -> list[str]:
    return [card for card in cards if setup.cards.by_id[card].deck == deck]


TUTORIAL = Tutorial(castellan, begin, __package__, lambda state, seat: len(hand(state, seat)))
