"""What a picture can point out to players of a view and of the last turn's events.

Draws nothing, uses nothing hidden, and asks the engine for every rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.castellan.plan.enclosing import closes, gain
from engine.castellan.plan.places import has_place
from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.play.doubling import eligible
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

Place = tuple[float, float]
"""A place on the plan, on a point or between points."""


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
    """The courtyards made in a turn."""
    return [frozenset(event.cells) for event in events if isinstance(event, CourtyardMade)]


def changed(events: Sequence[Event]) -> list[CourtyardMade | CourtyardGrew]:
    """The courtyards that a turn made, or added towers to."""
    return [event for event in events if isinstance(event, CourtyardMade | CourtyardGrew)]


def closing(plan: Plan, pieces: Sequence[Piece]) -> dict[Piece, int]:
    """The pieces that would enclose something, with the points that this would give."""
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


def for_double(view: View, trial: Trial) -> list[Courtyard]:
    """The courtyards of a turn under construction that may have the double keep (K12)."""
    assert view.to_act is not None
    return eligible(view.plan, trial.plan, used=view.players[view.to_act].doubled)


@dataclass(frozen=True, slots=True)
class Heart:
    """Where a keep stands."""

    x: float
    y: float
    room: float
    """How wide and high the free space between walls is there, in stretches."""

    @property
    def large(self) -> bool:
        return self.room > 1

    @property
    def keep(self) -> Place:
        """Where the keep is drawn, with room for a number below it."""
        return self.x, self.y + (0.14 if self.large else 0.08)

    @property
    def above(self) -> Place:
        """Where a label above the keep is,"""
        return self.x, self.y + (0.58 if self.large else 0.4)

    @property
    def below(self) -> Place:
        """and one below it."""
        return self.x, self.y - (0.25 if self.large else 0.2)


def heart(plan: Plan, courtyard: Courtyard) -> Heart:
    """A place with much room, as near as possible to the middle of a courtyard."""
    cells = courtyard.cells
    x = sum(x for x, _ in cells) / len(cells) + 0.5
    y = sum(y for _, y in cells) / len(cells) + 0.5
    return min(
        _places(plan, cells),
        key=lambda one: ((one.x - x) ** 2 + (one.y - y) ** 2 - one.room, one.x, one.y),
    )


def _places(plan: Plan, cells: frozenset[Cell]) -> list[Heart]:
    """The middle of each cell, of each gap between two, and of four round a free point."""
    places: list[Heart] = []
    for u, v in sorted(cells):
        places.append(Heart(u + 0.5, v + 0.5, 1.0))
        free = (u, v) not in plan.ends and (u, v) not in plan.middles
        if free and cells.issuperset(cells_around((u, v))):
            places.append(Heart(u, v, 2.0))
        if (u + 1, v) in cells and (u + 1, v, "N") not in plan.stretches:
            places.append(Heart(u + 1, v + 0.5, 1.25))
        if (u, v + 1) in cells and (u, v + 1, "E") not in plan.stretches:
            places.append(Heart(u + 0.5, v + 1, 1.25))
    return places
