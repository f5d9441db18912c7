"""What placing a piece would bring at once: the places of a turn under construction compared."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.castellan.plan.enclosing import closes, placed
from engine.castellan.plan.plan import Plan
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.notation import assembled
from engine.castellan.vocabulary.pieces import Piece, cells_around, cells_beside
from engine.questions import Part

Deed = Literal["closes", "divides", "adds"]
"""It closes a courtyard, divides one, or adds a tower inside one."""


class Gain(NamedTuple):
    """What a piece does, and how it changes its player's points."""

    deed: Deed
    points: int


def gain(view: View, before: Sequence[Part], piece: Piece) -> Gain | None:
    """Of a piece that may be placed after these parts of a turn; None if it changes no points."""
    assert view.to_act is not None
    plan = plan_after(view, before)
    inside = plan.owned.get(_beside(piece))
    if not closes(plan, piece):
        if piece.kind != "tower" or inside is None:
            return None
        return Gain("adds", 2 if inside.double else 1)
    after = placed(plan, piece, view.to_act)
    worth = [after.worth(one) for one in after.courtyards if one not in plan.courtyards]
    if inside is None:
        return Gain("closes", sum(worth))
    staying = max(worth) if inside.double else 0
    return Gain("divides", sum(worth) + staying - plan.worth(inside))


def plan_after(view: View, parts: Sequence[Part]) -> Plan:
    """The plan with the pieces of these parts."""
    assert view.to_act is not None
    return _built(view.plan, view.to_act, assembled(parts).build)


@lru_cache(maxsize=256)
def _built(plan: Plan, seat: int, build: tuple[Piece, ...]) -> Plan:
    """An LRU cache: the places of one question are all compared with the same plan, and each
    question comes after the one before it."""
    return placed(_built(plan, seat, build[:-1]), build[-1], seat) if build else plan


def _beside(piece: Piece) -> tuple[int, int]:
    """A cell beside the piece; all of them lie in one area before it stands."""
    if piece.kind == "tower":
        return cells_around(piece.at)[0]
    return cells_beside(piece.stretches[0])[0]
