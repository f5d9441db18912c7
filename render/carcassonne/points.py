"""Where each player's points came from in a game, and how they came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.carcassonne.vocabulary.events import Event, FarmersScored, FeatureScored, FinalScored

KINDS = ("city", "road", "cloister")
INCOMPLETE = "incomplete"
ORDER = (*KINDS, INCOMPLETE, "field")
"""The sources of points, in the order of the table."""


@dataclass(frozen=True, slots=True)
class Share:
    """The points that a seat got from one source, and each part of them."""

    points: int
    parts: tuple[int, ...]


Table = dict[str, tuple[Share, ...]]


def points_table(events: Sequence[Event], seats: int) -> Table:
    """What each source gave to each seat: what was completed by kind, what was not, and fields."""
    given: dict[str, list[list[int]]] = {what: [[] for _ in range(seats)] for what in ORDER}
    for event in events:
        if isinstance(event, FeatureScored | FinalScored | FarmersScored):
            for seat in event.seats:
                given[_source(event)][seat].append(event.points)
    return {what: tuple(Share(sum(parts), tuple(parts)) for parts in given[what]) for what in ORDER}


def _source(event: FeatureScored | FinalScored | FarmersScored) -> str:
    match event:
        case FeatureScored():
            return event.kind
        case FinalScored():
            return INCOMPLETE
        case FarmersScored():
            return "field"
        case _:
            assert_never(event)
