"""What a seat, or a spectator, may see. Pictures and messages are made from a view only.

The hands of others, the order of the decks and the seed never leave the state through here.
"""

from dataclasses import dataclass

from engine.castellan.material.cards import Cards
from engine.castellan.plan.plan import Plan
from engine.castellan.play.ending import leaders
from engine.castellan.state import (
    Drawn,
    Phase,
    State,
    decks_left,
    hand,
    keeps,
    scores,
    unplayed,
)
from engine.castellan.vocabulary.options import Options
from engine.castellan.vocabulary.pieces import Pieces
from engine.castellan.vocabulary.players import Counts


@dataclass(frozen=True, slots=True)
class Player:
    """What everybody knows of a player's cards (K2)."""

    hand: Drawn
    """How many cards of each deck are in hand: their backs can be seen."""
    decks: Drawn
    """How many are left in each deck."""
    played: tuple[str, ...]
    """The cards played, in order."""
    unplayed: tuple[str, ...]
    """The cards left in hand and decks, as a set in the order of the cards."""
    doubled: bool
    """Whether the double keep is used."""


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    """The seat of the viewer; None for a spectator."""
    cards: Cards
    options: Options
    commitment: str
    first: int
    phase: Phase
    turn: int
    """How many turns have been played."""
    to_act: int | None
    plan: Plan
    players: tuple[Player, ...]
    hand: tuple[str, ...] | None
    """The viewer's own cards, in the order of `state.hand`; None for a spectator."""
    received: Pieces
    """What was passed on to the seat to act."""
    waiting: tuple[int, ...]
    """The seats that still have a last turn after the seat to act."""
    scores: Counts
    leaders: tuple[int, ...]
    """The seats that lead, or have won (K19, K21)."""
    keeps: Counts
    gone: tuple[int, ...]
    """The seats whose players left the game."""


def view(state: State, seat: int | None) -> View:
    """The game as this seat sees it."""
    setup = state.setup
    return View(
        seat=seat,
        cards=setup.cards,
        options=setup.options,
        commitment=setup.commitment,
        first=setup.first,
        phase=state.phase,
        turn=state.turn,
        to_act=None if state.phase == "over" else state.seat,
        plan=state.plan,
        players=tuple(_player(state, other) for other in range(setup.seats)),
        hand=None if seat is None else hand(state, seat),
        received=state.received,
        waiting=state.waiting,
        scores=scores(state),
        leaders=leaders(state),
        keeps=keeps(state),
        gone=state.gone,
    )


def _player(state: State, seat: int) -> Player:
    drawn, played, cards = state.drawn[seat], state.played[seat], state.setup.cards.by_id
    walls = sum(cards[card].deck == "wall" for card in played)
    return Player(
        hand=Drawn(drawn.wall - walls, drawn.tower - (len(played) - walls)),
        decks=decks_left(state, seat),
        played=played,
        unplayed=unplayed(state, seat),
        doubled=state.doubled[seat],
    )
