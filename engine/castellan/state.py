"""The state of a game between two turns. One value; nothing in it ever changes."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.castellan.material.cards import Cards
from engine.castellan.plan.plan import Plan
from engine.castellan.vocabulary.moves import DECKS, Deck
from engine.castellan.vocabulary.options import Options
from engine.castellan.vocabulary.pieces import Pieces
from engine.castellan.vocabulary.players import Counts

Phase = Literal["usual", "last", "over"]
"""Phases: a usual turn is to be played; a last turn (K17); the game is over."""


class Decks(NamedTuple):
    """The cards of one player in the order in which they are drawn."""

    wall: tuple[str, ...]
    tower: tuple[str, ...]


class Drawn(NamedTuple):
    """How many cards of each deck a player has drawn."""

    wall: int = 2
    """K1."""
    tower: int = 2

    def of(self, deck: Deck) -> int:
        return self[DECKS.index(deck)]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is decided before the first turn. Seed and decks are secret, so they are not in its
    repr, which may end up in a log."""

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
    """How many turns have been played."""
    drawn: tuple[Drawn, ...]
    """By seat."""
    played: tuple[tuple[str, ...], ...]
    """The cards that each seat has played, in order."""
    received: Pieces
    """What was passed on to the seat to act (K14)."""
    doubled: tuple[bool, ...]
    """Whether each seat has used its double keep."""
    waiting: tuple[int, ...]
    """The seats that still have a last turn after the seat to act, in order (K17)."""
    gone: tuple[int, ...]
    """The seats whose players have left the game, in the order in which they left (K21)."""

    def __repr__(self) -> str:
        """Short, and without anything secret."""
        return f"<State {self.phase} seat={self.seat} turn={self.turn} scores={scores(self)}>"


def cards_drawn(state: State, seat: int) -> tuple[str, ...]:
    """Every card that this seat has ever had in hand, deck by deck, in the order of drawing."""
    decks, drawn = state.setup.decks[seat], state.drawn[seat]
    return (*decks.wall[: drawn.wall], *decks.tower[: drawn.tower])


def hand(state: State, seat: int) -> tuple[str, ...]:
    """The cards in hand: those of the wall deck first, each deck's in the order of drawing."""
    played = state.played[seat]
    return tuple(card for card in cards_drawn(state, seat) if card not in played)


def left_in(state: State, seat: int, deck: Deck) -> int:
    """How many cards this seat has left in a deck."""
    return len(state.setup.decks[seat][DECKS.index(deck)]) - state.drawn[seat].of(deck)


def decks_left(state: State, seat: int) -> Drawn:
    return Drawn(left_in(state, seat, "wall"), left_in(state, seat, "tower"))


def unplayed(state: State, seat: int) -> tuple[str, ...]:
    """K2: the cards of this seat left in its hand and decks, as far as everybody can tell."""
    return tuple(card for card in state.setup.cards.by_id if card not in state.played[seat])


def scores(state: State) -> Counts:
    """K18: the current points of each seat."""
    points = [0] * state.setup.seats
    for courtyard, worth in zip(state.plan.courtyards, state.plan.worths, strict=True):
        points[courtyard.seat] += worth
    return tuple(points)


def keeps(state: State) -> Counts:
    """K19: the keeps of each seat, a double keep being two."""
    counts = [0] * state.setup.seats
    for courtyard in state.plan.courtyards:
        counts[courtyard.seat] += 2 if courtyard.double else 1
    return tuple(counts)


def staying(state: State) -> list[int]:
    """The seats still in the game."""
    return [seat for seat in range(state.setup.seats) if seat not in state.gone]


def seats_after(state: State, seat: int) -> list[int]:
    """The other seats still in the game, in the order in which they have their turns."""
    seats = state.setup.seats
    order = [(seat + number) % seats for number in range(1, seats)]
    return [other for other in order if other not in state.gone]
