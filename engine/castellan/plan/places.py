"""Where a piece may be placed, and if not, why (K3 to K6, K10)."""

from collections.abc import Iterator

from engine.castellan.plan.enclosing import closes, placed
from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.vocabulary.notation import piece_text, point_text
from engine.castellan.vocabulary.pieces import (
    Kind,
    Piece,
    Point,
    cells_around,
    cells_beside,
    walls_from,
)
from engine.castellan.vocabulary.reasons import Reason
from engine.errors import IllegalMove

START: Point = (0, 0)


def places(plan: Plan, kind: Kind, seat: int) -> list[Piece]:
    """Every legal place of a piece of this kind, from the north-west in reading order."""
    return sorted(
        (piece for piece in _candidates(plan, kind) if refused(plan, piece, seat) is None),
        key=_reading_order,
    )


def has_place(plan: Plan, kind: Kind, seat: int) -> bool:
    return any(refused(plan, piece, seat) is None for piece in _candidates(plan, kind))


def best_first(plan: Plan, found: list[Piece], seat: int) -> list[Piece]:
    """Places in the order in which they are offered: first what encloses something, the most points
    first, and then by reading order."""
    closing = {piece: _gain(plan, piece, seat) for piece in found if closes(plan, piece)}
    gains = sorted(closing, key=lambda piece: -closing[piece])
    return [*gains, *(piece for piece in found if piece not in closing)]


def _gain(plan: Plan, piece: Piece, seat: int) -> int:
    after = placed(plan, piece, seat)
    return sum(after.worth(one) for one in after.courtyards if one not in plan.courtyards)


def _candidates(plan: Plan, kind: Kind) -> Iterator[Piece]:
    """Every place where the piece would join something."""
    if plan.is_empty:
        yield from [Piece(kind, START)] if kind == "tower" else walls_from(kind, START)
    elif kind == "tower":
        yield from (Piece(kind, at) for at in plan.open_ends)
    else:
        yield from {piece for at in plan.towers for piece in walls_from(kind, at)}


def _reading_order(piece: Piece) -> tuple[int, int, str]:
    x, y = piece.at
    return -y, x, piece.heading


def check(plan: Plan, piece: Piece, seat: int) -> None:
    """Raises IllegalMove where a piece may not be placed."""
    error = refused(plan, piece, seat)
    if error is not None:
        raise error


def refused(plan: Plan, piece: Piece, seat: int) -> IllegalMove | None:
    """Why a piece may not be placed there; None if it may."""
    if plan.is_empty:
        starts = piece.at == START or (piece.kind != "tower" and piece.to == START)
        return None if starts else IllegalMove(Reason.NOT_THE_START, piece=piece_text(piece))
    error = _tower_refused(plan, piece.at) if piece.kind == "tower" else _wall_refused(plan, piece)
    if error is None and (taken := _taken(plan, piece, seat)) is not None:
        return IllegalMove(Reason.COURTYARD_TAKEN, piece=piece_text(piece), seat=taken.seat)
    return error


def _tower_refused(plan: Plan, at: Point) -> IllegalMove | None:
    if at in plan.towers:
        return IllegalMove(Reason.TOWER_STANDS, at=point_text(at))
    if at in plan.middles:
        wall = piece_text(plan.middles[at])
        return IllegalMove(Reason.ON_A_MIDDLE, at=point_text(at), wall=wall)
    return None if at in plan.ends else IllegalMove(Reason.NO_OPEN_END, at=point_text(at))


def _wall_refused(plan: Plan, piece: Piece) -> IllegalMove | None:
    for stretch in piece.stretches:
        if stretch in plan.stretches:
            wall = piece_text(plan.stretches[stretch])
            return IllegalMove(Reason.WALL_STANDS, piece=piece_text(piece), wall=wall)
    for point in (piece.at, piece.to):
        if point in plan.middles:
            return _at_middle(plan, Reason.END_ON_MIDDLE, piece, point)
    if piece.middle is not None and (error := _middle_refused(plan, piece, piece.middle)):
        return error
    if piece.at not in plan.towers and piece.to not in plan.towers:
        at, to = point_text(piece.at), point_text(piece.to)
        return IllegalMove(Reason.NO_TOWER, piece=piece_text(piece), at=at, to=to)
    return None


def _middle_refused(plan: Plan, piece: Piece, middle: Point) -> IllegalMove | None:
    if middle in plan.towers:
        return IllegalMove(Reason.MIDDLE_ON_TOWER, piece=piece_text(piece), at=point_text(middle))
    if middle in plan.middles:
        return _at_middle(plan, Reason.MIDDLE_ON_MIDDLE, piece, middle)
    if middle in plan.ends:
        wall = next(one for one in sorted(plan.walls) if middle in (one.at, one.to))
        return IllegalMove(
            Reason.MIDDLE_ON_END,
            piece=piece_text(piece),
            at=point_text(middle),
            wall=piece_text(wall),
        )
    return None


def _at_middle(plan: Plan, reason: Reason, piece: Piece, at: Point) -> IllegalMove:
    wall = piece_text(plan.middles[at])
    return IllegalMove(reason, piece=piece_text(piece), at=point_text(at), wall=wall)


def _taken(plan: Plan, piece: Piece, seat: int) -> Courtyard | None:
    """The courtyard of somebody else that the piece would stand in (K10). Nothing stands there yet,
    so all cells beside the piece are in one."""
    if not plan.courtyards:
        return None
    beside = cells_around(piece.at) if piece.kind == "tower" else cells_beside(piece.stretches[0])
    courtyard = plan.owned.get(beside[0])
    return None if courtyard is None or courtyard.seat == seat else courtyard
