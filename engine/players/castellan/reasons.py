"""The reasons for and against a turn, to be shown to people."""

from collections.abc import Iterator, Mapping, Sequence

from engine.castellan.events import CourtyardGrew, Event, PiecesPassed
from engine.castellan.imagining import Closing, closings
from engine.castellan.moves import Turn, point_text
from engine.castellan.plan import Courtyard, Plan, new_courtyards
from engine.castellan.state import State
from engine.castellan.turn import apply
from engine.players.castellan.prospects import CLOSED, HAND
from engine.players.expert import Facts, Reason, weightiest

# Every reason with its facts.
#
# A place is the cell by which a courtyard is named. The number is of towers: of the courtyard
# that is made, gained, doubled, taken from the next player or left open to them; of the parts of
# a divided courtyard; of the pieces that are passed on; of the cards that a hand has fewer or
# more after it.
NAMES: Mapping[str, Sequence[str]] = {
    "encloses": ("place", "number"),
    "divides": ("place", "number"),
    "grows": ("place", "number"),
    "double-keep": ("place", "number"),
    "forestalls": ("seat", "place", "number"),
    "leaves-open": ("seat", "place", "number", "pieces"),
    "passes-on": ("seat", "number"),
    "spends-cards": ("number",),
    "gains-cards": ("number",),
}

# The worth of each passed-on piece to the player who gets it.
PASSED = 0.3
# Reasons worth fewer points are left out.
LEAST = 0.1


def reasons(state: State, move: Turn) -> tuple[Reason, ...]:
    after, events = apply(state, state.seat, move)
    found = [
        *_courtyard_reasons(state, after),
        *_event_reasons(events),
        *_keep_and_card_reasons(state, after, move),
        *(_opening_reasons(state, after) if after.phase != "over" else ()),
    ]
    return weightiest(found, LEAST)


def _courtyard_reasons(state: State, after: State) -> Iterator[Reason]:
    """Courtyards made on open ground, and the player's own that were divided."""
    new = new_courtyards(state.plan, after.plan)
    before = state.plan
    for one in new:
        if one.name not in before.courtyard_at:
            yield _enclosing("encloses", after.plan, one)
    for whole in before.courtyards:
        parts = [one for one in new if one.name in whole.cells]
        if parts:
            singles = [one._replace(double=False) for one in parts]
            kept = parts if whole.double else singles
            points = sum(map(after.plan.worth, kept)) - before.worth(whole)
            facts: Facts = {"place": point_text(whole.name), "number": len(parts)}
            yield Reason("divides", float(points), facts)


def _enclosing(name: str, plan: Plan, courtyard: Courtyard) -> Reason:
    """A reason worth the towers of a courtyard."""
    towers = plan.towers_of(courtyard)
    return Reason(name, float(towers), {"place": point_text(courtyard.name), "number": towers})


def _event_reasons(events: Sequence[Event]) -> Iterator[Reason]:
    """Courtyards that grew, and pieces passed on."""
    for one in events:
        if isinstance(one, CourtyardGrew):
            points = one.gained * (2 if one.double else 1)
            place = point_text(min(one.cells))
            yield Reason("grows", float(points), {"place": place, "number": one.gained})
        elif isinstance(one, PiecesPassed) and one.to is not None:
            number = sum(one.pieces)
            yield Reason("passes-on", -PASSED * number, {"seat": one.to, "number": number})


def _keep_and_card_reasons(state: State, after: State, move: Turn) -> Iterator[Reason]:
    """Using up the double keep, and the change of the hand; in a last turn cards are no longer
    worth anything."""
    if move.double is not None and not state.doubled[state.seat]:
        [one] = [one for one in after.plan.courtyards if move.double in one.cells]
        yield _enclosing("double-keep", after.plan, one)
    more = len(move.draw) - len(move.cards)
    if more and state.phase == "usual":
        name = "gains-cards" if more > 0 else "spends-cards"
        yield Reason(name, HAND * more, {"number": abs(more)})


def _opening_reasons(state: State, after: State) -> Iterator[Reason]:
    """The courtyards that the next player can close, and what they could have closed before."""
    left = closings(after.plan)
    best = max(left, key=_promise, default=None)
    if best is not None:
        facts = {**_facts(best, after.seat), "pieces": len(best.pieces)}
        yield Reason("leaves-open", -_promise(best), facts)
    before = max(closings(state.plan), key=_promise, default=None)
    gone = 0.0 if before is None else _promise(before) - (0.0 if best is None else _promise(best))
    taken = {*after.plan.courtyard_at, *(cell for one in left for cell in one.cells)}
    if before is not None and gone > 0 and before.cells.isdisjoint(taken):
        yield Reason("forestalls", gone, _facts(before, after.seat))


def _facts(closing: Closing, seat: int) -> Facts:
    return {"seat": seat, "place": point_text(min(closing.cells)), "number": closing.towers}


def _promise(closing: Closing) -> float:
    return CLOSED[len(closing.pieces)] * closing.towers
