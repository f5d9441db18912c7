"""What a picture can point out to players of a view and of the last turn's events.

Draws nothing, uses nothing hidden, and asks the engine for every rule.
"""

from collections.abc import Sequence

from engine.castellan.plan.enclosing import closes, gain
from engine.castellan.plan.places import has_place
from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.play.doubling import parts_of_double
from engine.castellan.seen.trying import Trial
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import (
    CardsPlayed,
    CourtyardGrew,
    CourtyardMade,
    Event,
    PiecePlaced,
)
from engine.castellan.vocabulary.pieces import Cell, Piece, Point, cells_around


def built(events: Sequence[Event]) -> list[Piece]:
    """The pieces of a turn in order."""
    return [event.piece for event in events if isinstance(event, PiecePlaced)]


def played(events: Sequence[Event]) -> CardsPlayed | None:
    """How a turn began."""
    return next((event for event in events if isinstance(event, CardsPlayed)), None)


def last_seat(events: Sequence[Event]) -> int | None:
    """Whose turn it was."""
    begun = played(events)
    return None if begun is None else begun.seat


def enclosed(events: Sequence[Event]) -> list[frozenset[Cell]]:
    """The courtyards that came into being in a turn."""
    return [frozenset(event.cells) for event in events if isinstance(event, CourtyardMade)]


def changed(events: Sequence[Event]) -> list[CourtyardMade | CourtyardGrew]:
    """The courtyards that a turn made, or added towers to."""
    return [event for event in events if isinstance(event, CourtyardMade | CourtyardGrew)]


def closing(plan: Plan, pieces: Sequence[Piece]) -> dict[Piece, int]:
    """Those that would enclose something, with the points that this would give."""
    return {piece: gain(plan, piece) for piece in pieces if closes(plan, piece)}


def towers_of(plan: Plan, courtyard: Courtyard) -> list[Point]:
    """The towers that count for a courtyard (K18)."""
    return sorted(
        at for at in plan.towers if any(cell in courtyard.cells for cell in cells_around(at))
    )


def built_up(view: View, trial: Trial) -> bool:
    """Whether nothing that is left of a turn under construction has a place."""
    if trial.choosing_cards or view.to_act is None:
        return False
    return not any(has_place(trial.plan, kind, view.to_act) for kind in trial.left.kinds)


def eligible(view: View, trial: Trial) -> list[Courtyard]:
    """The courtyards of a turn under construction that may have the double keep (K12)."""
    assert view.to_act is not None
    parts = parts_of_double(view.plan, trial.plan)
    if parts or view.players[view.to_act].doubled:
        return parts
    return list(trial.made)
