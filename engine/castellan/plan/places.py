"""Where a piece may be placed, and if not, why (K3 to K6, K10)."""

from collections.abc import Iterable

from engine.castellan.plan.enclosing import courtyard_at, gain
from engine.castellan.plan.plan import Plan
from engine.castellan.vocabulary.notation import piece_text, point_text
from engine.castellan.vocabulary.pieces import (
    Kind,
    Piece,
    Point,
    spanned,
    walls_from,
)
from engine.castellan.vocabulary.reasons import Reason
from engine.errors import IllegalMove

START: Point = (0, 0)
"""K6: where the first piece of the game begins."""


def places(plan: Plan, kind: Kind, seat: int) -> list[Piece]:
    """Every legal place of a piece of this kind, from the north-west in reading order."""
    found = {piece for piece in _candidates(plan, kind) if obstacle(plan, piece, seat) is None}
    return sorted(found, key=_reading_order)


def has_place(plan: Plan, kind: Kind, seat: int) -> bool:
    return any(obstacle(plan, piece, seat) is None for piece in _candidates(plan, kind))


def best_first(plan: Plan, found: list[Piece]) -> list[Piece]:
    """Places in the order in which they are offered: those that bring the most points first, those
    that cost points last, otherwise in the given order."""
    return sorted(found, key=lambda piece: -gain(plan, piece))


def _candidates(plan: Plan, kind: Kind) -> Iterable[Piece]:
    """Every place where the piece would join something; a wall between two towers appears twice."""
    if plan.is_empty:
        return [Piece(kind, START)] if kind == "tower" else walls_from(kind, START)
    if kind == "tower":
        return (Piece(kind, at) for at in plan.open_ends)
    return (wall for at in plan.towers for wall in walls_from(kind, at))


def _reading_order(piece: Piece) -> tuple[int, int, str]:
    x, y = piece.at
    return -y, x, piece.heading


def check(plan: Plan, piece: Piece, seat: int) -> None:
    """Raises IllegalMove if the piece may not be placed there."""
    reason = obstacle(plan, piece, seat)
    if reason is not None:
        raise IllegalMove(reason, **_facts(plan, piece, reason))


def obstacle(plan: Plan, piece: Piece, seat: int | None) -> Reason | None:
    """Why a piece may not be placed there; None if it may. Without a seat, no courtyard is
    allowed."""
    if plan.is_empty:
        starts = piece.at == START or (piece.kind != "tower" and piece.to == START)
        return None if starts else Reason.NOT_THE_START
    reason = (
        _tower_obstacle(plan, piece.at) if piece.kind == "tower" else _wall_obstacle(plan, piece)
    )
    return reason or _owner_obstacle(plan, piece, seat)


def _tower_obstacle(plan: Plan, at: Point) -> Reason | None:
    if at in plan.towers:
        return Reason.TOWER_STANDS
    if at in plan.middles:
        return Reason.ON_A_MIDDLE
    return None if at in plan.ends else Reason.NO_OPEN_END


def _wall_obstacle(plan: Plan, piece: Piece) -> Reason | None:
    at, (to, stretches, middle) = piece.at, spanned(piece)
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
    return None if at in plan.towers or to in plan.towers else Reason.NO_TOWER


def _owner_obstacle(plan: Plan, piece: Piece, seat: int | None) -> Reason | None:
    """K10."""
    courtyard = courtyard_at(plan, piece)
    is_free = courtyard is None or courtyard.seat == seat
    return None if is_free else Reason.COURTYARD_TAKEN


def _facts(plan: Plan, piece: Piece, reason: Reason) -> dict[str, object]:
    """The facts that go with the reason of a refusal."""
    text, at = piece_text(piece), point_text(piece.at)
    match reason:
        case Reason.TOWER_STANDS | Reason.NO_OPEN_END:
            return {"at": at}
        case Reason.ON_A_MIDDLE:
            return {"at": at, "wall": piece_text(plan.middles[piece.at])}
        case Reason.WALL_STANDS:
            wall = next(plan.stretches[one] for one in piece.stretches if one in plan.stretches)
            return {"piece": text, "wall": piece_text(wall)}
        case Reason.END_ON_MIDDLE:
            end = piece.at if piece.at in plan.middles else piece.to
            return {"piece": text, "at": point_text(end), "wall": piece_text(plan.middles[end])}
        case Reason.MIDDLE_ON_TOWER | Reason.MIDDLE_ON_MIDDLE | Reason.MIDDLE_ON_END:
            return {"piece": text, **_middle_facts(plan, piece, reason)}
        case Reason.NO_TOWER:
            return {"piece": text, "at": at, "to": point_text(piece.to)}
        case Reason.COURTYARD_TAKEN:
            taken = courtyard_at(plan, piece)
            assert taken is not None
            return {"piece": text, "seat": taken.seat}
        case _:
            return {"piece": text}


def _middle_facts(plan: Plan, piece: Piece, reason: Reason) -> dict[str, object]:
    """Where the middle of a long wall would be, and the wall that is in its way."""
    middle = piece.middle
    assert middle is not None
    if reason is Reason.MIDDLE_ON_TOWER:
        return {"at": point_text(middle)}
    if reason is Reason.MIDDLE_ON_MIDDLE:
        return {"at": point_text(middle), "wall": piece_text(plan.middles[middle])}
    wall = next(one for one in sorted(plan.walls) if middle in (one.at, one.to))
    return {"at": point_text(middle), "wall": piece_text(wall)}
