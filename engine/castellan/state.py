"""State of a game between two turns. One value; nothing in it ever changes."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.castellan.cards import DECKS, Cards, Deck
from engine.castellan.moves import Options
from engine.castellan.pieces import Pieces
from engine.castellan.plan import Plan

# Phases: a usual turn is to be played; a last turn (K17); the game is over.
Phase = Literal["usual", "last", "over"]


class Decks(NamedTuple):
    """Cards of one player in the order in which they are drawn."""

    wall: tuple[str, ...]
    tower: tuple[str, ...]


class Drawn(NamedTuple):
    """Number of cards of each deck that a player has drawn."""

    wall: int = 2
    """K1."""
    tower: int = 2

    def of(self, deck: Deck) -> int:
        return self[DECKS.index(deck)]


@dataclass(frozen=True, slots=True)
class Setup:
    """Decisions made before the first turn. Seed and decks are secret, so they are not in its repr,
    which may end up in a log."""

    cards: Cards = field(repr=False)
    options: Options
    seats: int
    seed: str = field(repr=False)
    commitment: str
    decks: tuple[Decks, ...] = field(repr=False)
    """By seat."""
    first: int


class State(NamedTuple):
    setup: Setup
    plan: Plan
    phase: Phase
    seat: int
    """The seat to act; the one that acted last when the game is over."""
    turn: int
    """The number of turns played."""
    drawn: tuple[Drawn, ...]
    """By seat."""
    played: tuple[tuple[str, ...], ...]
    """The cards that each seat has played, in order."""
    received: Pieces
    """The pieces passed on to the seat to act (K14)."""
    doubled: tuple[bool, ...]
    """For each seat, True if its double keep is used."""
    waiting: tuple[int, ...]
    """The seats that still have a last turn after the seat to act, in order (K17)."""
    gone: tuple[int, ...]
    """The seats whose players have left the game, in the order in which they left (K21)."""

    def __repr__(self) -> str:
        """Short, and without anything secret."""
        return f"<State {self.phase} seat={self.seat} turn={self.turn} {self.plan.worths}>"


def hand(state: State, seat: int) -> tuple[str, ...]:
    """List the cards in hand: those of the wall deck first, each deck's in the order of drawing."""
    decks = state.setup.decks[seat]
    drawn = state.drawn[seat]
    played = state.played[seat]
    cards = (*decks.wall[: drawn.wall], *decks.tower[: drawn.tower])
    return tuple(card for card in cards if card not in played)


def decks_left(state: State, seat: int) -> Drawn:
    decks = state.setup.decks[seat]
    drawn = state.drawn[seat]
    return Drawn(len(decks.wall) - drawn.wall, len(decks.tower) - drawn.tower)


def unplayed_cards(state: State, seat: int) -> tuple[str, ...]:
    """K2: the cards of this seat left in its hand and decks, as far as everybody can tell."""
    return tuple(card for card in state.setup.cards.by_id if card not in state.played[seat])
