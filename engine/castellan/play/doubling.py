"""Double keeps: where one can be set, or must stay, at the end of a turn (K12)."""

from collections.abc import Sequence

from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.play.building import made
from engine.castellan.state import State
from engine.castellan.vocabulary.notation import point_text
from engine.castellan.vocabulary.pieces import Cell
from engine.castellan.vocabulary.reasons import Reason
from engine.errors import IllegalMove


def parts_of_double(before: Plan, after: Plan) -> list[Courtyard]:
    """The parts of a divided courtyard with a double keep, one of which stays double."""
    return [
        part
        for part in made(before, after)
        if (whole := before.owned.get(part.name)) is not None and whole.double
    ]


def eligible(before: Plan, after: Plan, *, used: bool) -> list[Courtyard]:
    """The courtyards that a turn may make double, the most valuable first. `used` says whether its
    player has already set their double keep."""
    candidates = parts_of_double(before, after)
    if not candidates and not used:
        candidates = made(before, after)
    return sorted(candidates, key=lambda one: (-after.towers_of(one), one.name))


def doubled(state: State, after: Plan, cell: Cell | None) -> Plan:
    """The plan after the choice about the double keep. Raises IllegalMove."""
    if cell is None:
        staying = parts_of_double(state.plan, after)
        if staying:
            raise IllegalMove(Reason.DOUBLE_STAYS, cells=_names(staying))
        return after
    used = state.doubled[state.seat]
    choice = eligible(state.plan, after, used=used)
    if not choice and used:
        raise IllegalMove(Reason.DOUBLE_USED, cell=point_text(cell))
    chosen = next((one for one in choice if cell in one.cells), None)
    if chosen is None:
        raise IllegalMove(Reason.NO_DOUBLE_HERE, cell=point_text(cell), cells=_names(choice))
    others = [one for one in after.courtyards if one is not chosen]
    return after.with_courtyards([*others, chosen._replace(double=True)])


def _names(courtyards: Sequence[Courtyard]) -> list[str]:
    return [point_text(one.name) for one in courtyards]
