"""The figures of a whole game: points by kind, the largest city and the longest road.

For statistics, when the game is over.
"""

from collections.abc import Iterable, Mapping, Sequence

from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FinalScored,
    FollowerPlaced,
)
from engine.carcassonne.vocabulary.moves import ROLES

SOURCES = tuple(ROLES)
"""The sources of points, from completed features or not."""
LARGEST = {"city": "most.city", "road": "most.road"}
"""The names of the counts for the largest completed and scored feature, in tiles."""
FARMERS = "farmers"


def tally(told: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
    """For each seat `points.*` by source, `most.city` and `most.road` in tiles, and how many
    `farmers` were placed."""
    counts: list[dict[str, int]] = []
    for state, events in told:
        if not counts:
            zero = dict.fromkeys([f"points.{source}" for source in SOURCES], 0)
            zero |= dict.fromkeys([*LARGEST.values(), FARMERS], 0)
            counts = [dict(zero) for _ in state.scores]
        for event in events:
            _count(counts, event)
    return tuple(counts)


def _count(counts: Sequence[dict[str, int]], event: Event) -> None:
    match event:
        case FeatureScored() | FinalScored():
            for seat in event.seats:
                counted = counts[seat]
                counted[f"points.{event.kind}"] += event.points
                if isinstance(event, FeatureScored) and event.kind in LARGEST:
                    largest = LARGEST[event.kind]
                    counted[largest] = max(counted[largest], len(event.cells))
        case FarmersScored():
            for seat in event.seats:
                counts[seat]["points.field"] += event.points
        case FollowerPlaced(role="farmer"):
            counts[event.seat][FARMERS] += 1
        case _:
            pass
