"""A game as a seat, or a spectator, may see it, also a turn that is being tried out (K13). Pictures
and messages are made from a view only.

The hands of others, the order of the decks and the seed never leave the state through here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.castellan.building import with_double
from engine.castellan.cards import Cards
from engine.castellan.moves import BUILD, Options, Turn, assemble
from engine.castellan.pieces import KINDS, Kind, Piece, Pieces
from engine.castellan.places import Site
from engine.castellan.plan import Courtyard, Plan, new_courtyards
from engine.castellan.scoring import keeps, leaders, scores
from engine.castellan.state import Drawn, Phase, State, decks_left, hand, unplayed_cards
from engine.counts import Counts
from engine.questions import Part


@dataclass(frozen=True, slots=True)
class Player:
    """A player's cards, as far as everybody knows them (K2)."""

    hand: Drawn
    """The number of cards of each deck in hand: their backs can be seen."""
    decks: Drawn
    """The number of cards left in each deck."""
    played: tuple[str, ...]
    """The cards played, in order."""
    unplayed: tuple[str, ...]
    """The cards left in hand and decks, as a set in the order of the cards."""
    doubled: bool
    """The double keep is used."""


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
    """The number of turns played."""
    to_act: int | None
    plan: Plan
    players: tuple[Player, ...]
    hand: tuple[str, ...] | None
    """The viewer's own cards, in the order of `state.hand`; None for a spectator."""
    received: Pieces
    """The pieces passed on to the seat to act."""
    waiting: tuple[int, ...]
    """The seats that still have a last turn after the seat to act."""
    scores: Counts
    leaders: tuple[int, ...]
    """The seats that lead, or have won (K19, K21)."""
    keeps: Counts
    gone: tuple[int, ...]
    """The seats whose players left the game."""


def view(state: State, seat: int | None) -> View:
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
    drawn = state.drawn[seat]
    played = state.played[seat]
    cards = state.setup.cards.by_id
    walls = sum(cards[card].deck == "wall" for card in played)
    return Player(
        hand=Drawn(drawn.wall - walls, drawn.tower - (len(played) - walls)),
        decks=decks_left(state, seat),
        played=played,
        unplayed=unplayed_cards(state, seat),
        doubled=state.doubled[seat],
    )


@dataclass(frozen=True, slots=True)
class Trial:
    """A turn under construction, as its player sees it."""

    turn: Turn
    """The parts chosen so far."""
    plan: Plan
    """The plan with the pieces built so far, and the double keep if it is chosen."""
    left: Pieces
    """The pieces left to place of the cards chosen and of what was received."""
    made: tuple[Courtyard, ...]
    """The courtyards made so far."""
    choosing_cards: bool
    """Another card may still be added."""
    kind: Kind | None
    """The kind of piece whose place is chosen next."""
    places: tuple[Piece, ...]
    """The places for a piece of that kind, the best guesses first."""


def try_turn(view: View, parts: Sequence[Part]) -> Trial:
    """Show the player to act the turn with these parts chosen."""
    assert view.to_act is not None
    turn = assemble(parts)
    site = Site(view.plan, view.to_act, view.cards.pieces(turn.cards).plus(view.received))
    for piece in turn.build:
        site = site.with_piece(piece)
    doubled = None if turn.double is None else site.plan.courtyard_at.get(turn.double)
    name, token = parts[-1] if parts else ("", "")
    kind = next((kind for kind in KINDS if name.startswith("kind") and kind == token), None)
    return Trial(
        turn=turn,
        plan=site.plan if doubled is None else with_double(site.plan, doubled),
        left=site.left,
        made=tuple(new_courtyards(view.plan, site.plan)),
        choosing_cards=not any(token == BUILD for _, token in parts),
        kind=kind,
        places=() if kind is None else site.places(kind),
    )
