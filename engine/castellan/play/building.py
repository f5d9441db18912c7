"""A turn under construction: its cards, what is built so far, and the pieces left (K7, K8, K14)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.castellan.plan.enclosing import placed
from engine.castellan.plan.places import best_first, check, has_place, places
from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.state import State, hand
from engine.castellan.vocabulary.notation import piece_text, place_text
from engine.castellan.vocabulary.pieces import Kind, Piece, Pieces
from engine.castellan.vocabulary.reasons import Reason
from engine.errors import IllegalMove


@dataclass(frozen=True)
class Site:
    """The plan in the middle of a turn. A value: building gives a new one."""

    plan: Plan
    seat: int
    left: Pieces
    """What is left to place."""

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds with a piece left that has a legal place."""
        return tuple(kind for kind in self.left.kinds if has_place(self.plan, kind, self.seat))

    def places(self, kind: Kind) -> tuple[Piece, ...]:
        """Where a piece of this kind can go, the best guesses first."""
        return _offered(self.plan, kind, self.seat)

    def after(self, piece: Piece) -> "Site":
        """The site with one more piece built. Raises IllegalMove."""
        if piece.kind not in self.left.kinds:
            left = self.left._asdict()
            raise IllegalMove(Reason.NOT_TO_PLACE, piece=piece_text(piece), left=left)
        check(self.plan, piece, self.seat)
        return self.with_piece(piece)

    def with_piece(self, piece: Piece) -> "Site":
        """The same for a piece that is known to be legal."""
        plan = placed(self.plan, piece, self.seat)
        return replace(self, plan=plan, left=self.left.without(piece.kind))

    def finish(self) -> None:
        """K14: building must not stop while a piece has a legal place. Raises IllegalMove."""
        if self.kinds:
            kind = self.kinds[0]
            where = [place_text(piece) for piece in self.places(kind)]
            left = self.left._asdict()
            raise IllegalMove(Reason.PIECE_LEFT, kind=kind, places=where, left=left)


@lru_cache(maxsize=512)
def _offered(plan: Plan, kind: Kind, seat: int) -> tuple[Piece, ...]:
    """An LRU cache: a player who builds a turn is asked for the same places again and again."""
    return tuple(best_first(plan, places(plan, kind, seat)))


def site(state: State, cards: Sequence[str]) -> Site:
    """The site before the first piece is built, with these cards played."""
    pieces = state.setup.cards.pieces(tuple(cards)).plus(state.received)
    return Site(state.plan, state.seat, pieces)


def check_cards(state: State, cards: Sequence[str]) -> None:
    """K7, K8. Raises IllegalMove."""
    held = hand(state, state.seat)
    if not cards:
        raise IllegalMove(Reason.NO_CARD, hand=list(held))
    for number, card in enumerate(cards):
        if card not in held:
            raise IllegalMove(Reason.NOT_IN_HAND, card=card, hand=list(held))
        if card in cards[:number]:
            raise IllegalMove(Reason.CARD_TWICE, card=card)
    if not can_build(state, cards):
        raise IllegalMove(Reason.NO_TOWER_SHOWN, cards=list(cards))


def can_build(state: State, cards: Sequence[str]) -> bool:
    """K8: on the very first turn the cards show at least one tower."""
    return state.turn > 0 or bool(state.setup.cards.pieces(tuple(cards)).tower)


def made(before: Plan, after: Plan) -> list[Courtyard]:
    """The courtyards made in a turn, as they are at its end (K10, K11)."""
    stood = {one.cells for one in before.courtyards}
    return [one for one in after.courtyards if one.cells not in stood]
