"""Places of pieces, and what is wrong with others (K3 to K6, K10); the plan in the middle of a
turn, with the pieces that are left (K8, K14)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.castellan.moves import Reason, piece_text, place_text, point_text
from engine.castellan.pieces import Kind, Piece, Pieces, Point, span, walls_from
from engine.castellan.plan import Plan, courtyard_at, gain, place_piece
from engine.errors import IllegalMove

# K6: where the first piece of the game begins.
START: Point = (0, 0)


def places(plan: Plan, kind: Kind, seat: int) -> list[Piece]:
    """Every legal place of a piece of this kind, from the north-west in reading order."""
    legal = {piece for piece in _candidates(plan, kind) if obstacle(plan, piece, seat) is None}
    return sorted(legal, key=lambda piece: (-piece.at[1], piece.at[0], piece.heading))


def has_place(plan: Plan, kind: Kind, seat: int) -> bool:
    return any(obstacle(plan, piece, seat) is None for piece in _candidates(plan, kind))


def best_first(plan: Plan, pieces: list[Piece]) -> list[Piece]:
    """Places in the order in which they are offered: those that bring the most points first, those
    that cost points last, otherwise in the given order."""
    return sorted(pieces, key=lambda piece: -gain(plan, piece))


def _candidates(plan: Plan, kind: Kind) -> Iterable[Piece]:
    """Every place where the piece would join something; a wall between two towers appears twice."""
    if plan.is_empty:
        return [Piece(kind, START)] if kind == "tower" else walls_from(kind, START)
    if kind == "tower":
        return (Piece(kind, at) for at in plan.open_ends)
    return (wall for at in plan.towers for wall in walls_from(kind, at))


def obstacle(plan: Plan, piece: Piece, seat: int | None) -> Reason | None:
    """Why a piece may not be placed there; None if it may. Without a seat, no courtyard is
    allowed."""
    at = piece.at
    if plan.is_empty:
        starts = at == START or (piece.kind != "tower" and piece.to == START)
        return None if starts else Reason.NOT_THE_START
    if piece.kind == "tower":
        if at in plan.towers:
            return Reason.TOWER_STANDS
        if at in plan.middles:
            return Reason.ON_A_MIDDLE
        if at not in plan.ends:
            return Reason.NO_OPEN_END
    else:
        to, stretches, middle = span(piece)
        for stretch in stretches:
            if stretch in plan.stretches:
                return Reason.WALL_STANDS
        if at in plan.middles or to in plan.middles:
            return Reason.END_ON_MIDDLE
        if middle is not None:
            if middle in plan.towers:
                return Reason.MIDDLE_ON_TOWER
            if middle in plan.middles:
                return Reason.MIDDLE_ON_MIDDLE
            if middle in plan.ends:
                return Reason.MIDDLE_ON_END
        if at not in plan.towers and to not in plan.towers:
            return Reason.NO_TOWER
    courtyard = courtyard_at(plan, piece)
    return None if courtyard is None or courtyard.seat == seat else Reason.COURTYARD_TAKEN


def check_place(plan: Plan, piece: Piece, seat: int) -> None:
    """Raises IllegalMove if the piece may not be placed there."""
    reason = obstacle(plan, piece, seat)
    if reason is not None:
        raise IllegalMove(reason, **_facts(plan, piece, reason))


def _facts(plan: Plan, piece: Piece, reason: Reason) -> dict[str, object]:
    """Collect the facts for a refusal: where it is, and what is in the way."""
    text = {"piece": piece_text(piece)}
    at = piece.at
    middle = piece.middle
    match reason:
        case Reason.TOWER_STANDS | Reason.NO_OPEN_END:
            return {"at": point_text(at)}
        case Reason.ON_A_MIDDLE:
            return {"at": point_text(at), "wall": piece_text(plan.middles[at])}
        case Reason.WALL_STANDS:
            wall = next(
                plan.stretches[taken] for taken in piece.stretches if taken in plan.stretches
            )
            return {**text, "wall": piece_text(wall)}
        case Reason.END_ON_MIDDLE:
            end = at if at in plan.middles else piece.to
            return {**text, "at": point_text(end), "wall": piece_text(plan.middles[end])}
        case Reason.MIDDLE_ON_TOWER if middle:
            return {**text, "at": point_text(middle)}
        case Reason.MIDDLE_ON_MIDDLE if middle:
            return {**text, "at": point_text(middle), "wall": piece_text(plan.middles[middle])}
        case Reason.MIDDLE_ON_END if middle:
            wall = next(wall for wall in sorted(plan.walls) if middle in (wall.at, wall.to))
            return {**text, "at": point_text(middle), "wall": piece_text(wall)}
        case Reason.NO_TOWER:
            return {**text, "at": point_text(at), "to": point_text(piece.to)}
        case Reason.COURTYARD_TAKEN:
            return {**text, "seat": plan.courtyard_at[at].seat}
        case _:
            return dict[str, object](text)


@dataclass(frozen=True)
class Site:
    """A plan in the middle of a turn. A value: building gives a new one."""

    plan: Plan
    seat: int
    left: Pieces
    """The pieces left to place."""

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Kinds with a piece left that has a legal place."""
        return tuple(kind for kind in self.left.kinds if has_place(self.plan, kind, self.seat))

    def places(self, kind: Kind) -> tuple[Piece, ...]:
        """Legal places for a piece of this kind, the best guesses first."""
        return _cached_places(self.plan, kind, self.seat)

    def after(self, piece: Piece) -> "Site":
        """Build one more piece. Raises IllegalMove."""
        if piece.kind not in self.left.kinds:
            left = self.left._asdict()
            raise IllegalMove(Reason.NOT_TO_PLACE, piece=piece_text(piece), left=left)
        check_place(self.plan, piece, self.seat)
        return self.with_piece(piece)

    def with_piece(self, piece: Piece) -> "Site":
        """Build one more piece, which is known to be legal."""
        plan = place_piece(self.plan, piece, self.seat)
        return replace(self, plan=plan, left=self.left.without(piece.kind))

    def finish(self) -> None:
        """K14: building must not stop while a piece has a legal place. Raises IllegalMove."""
        if self.kinds:
            kind = self.kinds[0]
            where = [place_text(piece) for piece in self.places(kind)]
            left = self.left._asdict()
            raise IllegalMove(Reason.PIECE_LEFT, kind=kind, places=where, left=left)


@lru_cache(maxsize=512)
def _cached_places(plan: Plan, kind: Kind, seat: int) -> tuple[Piece, ...]:
    """An LRU cache: a player who builds a turn is asked for the same places again and again."""
    return tuple(best_first(plan, places(plan, kind, seat)))
