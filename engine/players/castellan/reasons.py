"""Reasons for and against a turn, to be shown to people."""

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
    every = [
        *_courtyard_reasons(state, after),
        *_event_reasons(events),
        *_keep_and_card_reasons(state, after, move),
    ]
    if after.phase != "over":
        every += _opening_reasons(state, after)
    return weightiest(every, LEAST)


def _courtyard_reasons(state: State, after: State) -> Iterator[Reason]:
    """Courtyards made on open ground, and the player's own that were divided."""
    new = new_courtyards(state.plan, after.plan)
    before = state.plan
    for courtyard in new:
        if courtyard.name not in before.courtyard_at:
            yield _enclosing("encloses", after.plan, courtyard)
    for whole in before.courtyards:
        parts = [courtyard for courtyard in new if courtyard.name in whole.cells]
        if parts:
            singles = [part._replace(double=False) for part in parts]
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
    for event in events:
        if isinstance(event, CourtyardGrew):
            points = event.gained * (2 if event.double else 1)
            place = point_text(min(event.cells))
            yield Reason("grows", float(points), {"place": place, "number": event.gained})
        elif isinstance(event, PiecesPassed) and event.to is not None:
            number = sum(event.pieces)
            yield Reason("passes-on", -PASSED * number, {"seat": event.to, "number": number})


def _keep_and_card_reasons(state: State, after: State, move: Turn) -> Iterator[Reason]:
    """Using up the double keep, and the change of the hand; in a last turn cards are no longer
    worth anything."""
    if move.double is not None and not state.doubled[state.seat]:
        yield _enclosing("double-keep", after.plan, after.plan.courtyard_at[move.double])
    more = len(move.draw) - len(move.cards)
    if more and state.phase == "usual":
        name = "gains-cards" if more > 0 else "spends-cards"
        yield Reason(name, HAND * more, {"number": abs(more)})


def _opening_reasons(state: State, after: State) -> Iterator[Reason]:
    """Judge which courtyards the next player can close, and which they could have closed before."""
    left = closings(after.plan)
    best = max(left, key=_promise, default=None)
    if best is not None:
        facts = {**_facts(best, after.seat), "pieces": len(best.pieces)}
        yield Reason("leaves-open", -_promise(best), facts)
    before = max(closings(state.plan), key=_promise, default=None)
    if before is None:
        return
    gone = _promise(before)
    if best is not None:
        gone -= _promise(best)
    taken = set(after.plan.courtyard_at)
    for closing in left:
        taken |= closing.cells
    if gone > 0 and before.cells.isdisjoint(taken):
        yield Reason("forestalls", gone, _facts(before, after.seat))


def _facts(closing: Closing, seat: int) -> Facts:
    return {"seat": seat, "place": point_text(min(closing.cells)), "number": closing.towers}


def _promise(closing: Closing) -> float:
    return CLOSED[len(closing.pieces)] * closing.towers
