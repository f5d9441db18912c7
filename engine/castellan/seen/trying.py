"""A turn being tried out: the castle as it would be after the parts chosen so far (K13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.play.building import Site, made
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.moves import Turn
from engine.castellan.vocabulary.notation import BUILD, assemble
from engine.castellan.vocabulary.pieces import KINDS, Kind, Piece, Pieces
from engine.questions import Part


@dataclass(frozen=True, slots=True)
class Trial:
    """What a player sees of the turn under construction."""

    turn: Turn
    """The parts chosen so far."""
    plan: Plan
    """The plan with the pieces built so far, and the double keep if it is chosen."""
    left: Pieces
    """What is left to place of the cards chosen and of what was received."""
    made: tuple[Courtyard, ...]
    """The courtyards made so far."""
    choosing_cards: bool
    """Whether another card may still be added."""
    kind: Kind | None
    """The kind of piece whose place is chosen next."""
    places: tuple[Piece, ...]
    """Where a piece of that kind can go, the best guesses first."""


def tried(view: View, parts: Sequence[Part]) -> Trial:
    """What the player to act sees with these parts chosen."""
    assert view.to_act is not None
    turn = assemble(parts)
    pieces = view.cards.pieces(turn.cards).plus(view.received)
    site = Site(view.plan, view.to_act, pieces)
    for piece in turn.build:
        site = site.with_piece(piece)
    kind = _kind(parts)
    return Trial(
        turn=turn,
        plan=_doubled(site.plan, turn),
        left=site.left,
        made=tuple(made(view.plan, site.plan)),
        choosing_cards=not any(token == BUILD for _, token in parts),
        kind=kind,
        places=() if kind is None else tuple(site.places(kind)),
    )


def _kind(parts: Sequence[Part]) -> Kind | None:
    if not parts or not parts[-1][0].startswith("kind"):
        return None
    [kind] = [kind for kind in KINDS if kind == parts[-1][1]]
    return kind


def _doubled(plan: Plan, turn: Turn) -> Plan:
    if turn.double is None:
        return plan
    courtyards = [
        one._replace(double=True) if turn.double in one.cells else one for one in plan.courtyards
    ]
    return plan.with_courtyards(courtyards)
