"""Reasons for and against a turn, to be shown to people."""

from collections.abc import Iterator, Mapping, Sequence

from engine.castellan.events import CourtyardGrew, CourtyardMade, Event, PiecesPassed
from engine.castellan.imagining import Closing, closings
from engine.castellan.moves import Turn, point_text
from engine.castellan.state import State
from engine.castellan.turn import apply
from engine.players.castellan.prospects import CLOSED, HAND, resources_of, worth_of_keep
from engine.players.expert import Facts, Reason, weightiest

# Every reason with its facts.
#
# A place is the cell by which a courtyard is named, `points` what is scored. The number is of
# towers: gained, or of the courtyard that is taken from the next player or left open to them; of
# the parts of a divided courtyard; of the pieces that are passed on; of the cards that a hand has
# fewer or more after it.
NAMES: Mapping[str, Sequence[str]] = {
    "encloses": ("place", "points"),
    "encloses-several": ("courtyards", "points"),
    "divides": ("place", "number", "points"),
    "divides-for-less": ("place", "number", "points"),
    "grows": ("place", "number", "points"),
    "uses-double-keep": (),
    "forestalls": ("seat", "place", "number"),
    "leaves-open": ("seat", "place", "number", "pieces"),
    "leaves-nothing": ("seat",),
    "passes-on": ("seat", "number"),
    "spends-cards": ("number",),
    "gains-cards": ("number",),
    "ends-game": (),
}

# The theme of a puzzle whose best move is set apart by each reason.
THEMES: Mapping[str, str] = {
    "encloses": "closing",
    "encloses-several": "closing",
    "divides": "division",
    "divides-for-less": "division",
    "grows": "growth",
    "uses-double-keep": "double-keep",
    "forestalls": "block",
    "leaves-open": "gift",
    "leaves-nothing": "block",
    "passes-on": "pieces",
    "spends-cards": "hand",
    "gains-cards": "hand",
    "ends-game": "ending",
}

# The worth of each passed-on piece to the player who gets it.
PASSED = 0.3
# Reasons worth fewer points are left out.
LEAST = 0.1


def reasons(state: State, move: Turn) -> tuple[Reason, ...]:
    """Reasons for and against a turn; one that neither scores nor risks anything still leaves the
    next player nothing to close, or ends the game."""
    after, events = apply(state, state.seat, move)
    every = [
        *_courtyard_reasons(state, events),
        *_event_reasons(events),
        *_keep_and_card_reasons(state, after, move),
    ]
    if after.phase != "over":
        every += _opening_reasons(state, after)
    return weightiest(every, LEAST) or (_saving_grace(after),)


def _saving_grace(after: State) -> Reason:
    if after.phase == "over":
        return Reason("ends-game", 0.0)
    return Reason("leaves-nothing", 0.0, {"seat": after.seat})


def _courtyard_reasons(state: State, events: Sequence[Event]) -> Iterator[Reason]:
    """Courtyards made on open ground, and the player's own that were divided."""
    made = [event for event in events if isinstance(event, CourtyardMade)]
    fresh = [event for event in made if not event.divided]
    points = sum(event.points for event in fresh)
    facts: Facts
    if len(fresh) == 1:
        facts = {"place": point_text(min(fresh[0].cells)), "points": points}
        yield _scoring("encloses", points, facts)
    elif fresh:
        facts = {"courtyards": len(fresh), "points": points}
        yield _scoring("encloses-several", points, facts)
    for whole in state.plan.courtyards:
        parts = [event for event in made if min(event.cells) in whole.cells]
        more = sum(event.points for event in parts) - state.plan.worth(whole)
        if parts and more:
            name = "divides" if more > 0 else "divides-for-less"
            facts = {"place": point_text(whole.name), "number": len(parts), "points": abs(more)}
            yield _scoring(name, more, facts)


def _scoring(name: str, points: int, facts: Facts) -> Reason:
    return Reason(name, float(points), facts, scored=points)


def _event_reasons(events: Sequence[Event]) -> Iterator[Reason]:
    """Courtyards that grew, and pieces passed on."""
    for event in events:
        if isinstance(event, CourtyardGrew):
            place = point_text(min(event.cells))
            facts: Facts = {"place": place, "number": event.gained, "points": event.more}
            yield _scoring("grows", event.more, facts)
        elif isinstance(event, PiecesPassed) and event.to is not None:
            number = sum(event.pieces)
            yield Reason("passes-on", -PASSED * number, {"seat": event.to, "number": number})


def _keep_and_card_reasons(state: State, after: State, move: Turn) -> Iterator[Reason]:
    """Using up the double keep, and the change of the hand; in a last turn neither is worth
    anything any more."""
    seat = state.seat
    if after.doubled[seat] and not state.doubled[seat]:
        unused = resources_of(after, seat)._replace(double=True)
        yield Reason("uses-double-keep", -worth_of_keep(unused))
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
