"""What placing a piece would bring immediately, for comparing the places of an unfinished turn."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.castellan.plan.enclosing import closes, courtyard_at, gain, placed
from engine.castellan.plan.plan import Plan
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.notation import assemble
from engine.castellan.vocabulary.pieces import Piece
from engine.questions import Part

Deed = Literal["closes", "divides", "adds"]
"""It closes a courtyard, divides one, or adds a tower inside one."""


class Brought(NamedTuple):
    """What a piece does, and the points that it brings."""

    deed: Deed
    points: int


def brought(plan: Plan, piece: Piece) -> Brought | None:
    """What a piece that may be placed would bring; None if it neither encloses anything nor
    counts."""
    points = gain(plan, piece)
    if closes(plan, piece):
        return Brought("divides" if courtyard_at(plan, piece) else "closes", points)
    return Brought("adds", points) if points else None


def plan_after(view: View, parts: Sequence[Part]) -> Plan:
    """The plan with the pieces of these parts of a turn."""
    assert view.to_act is not None
    return _built(view.plan, view.to_act, assemble(parts).build)


@lru_cache(maxsize=256)
def _built(plan: Plan, seat: int, build: tuple[Piece, ...]) -> Plan:
    """Cached, since all places of a question are compared with the same plan, and the plan of each
    question builds on the one before."""
    return placed(_built(plan, seat, build[:-1]), build[-1], seat) if build else plan
