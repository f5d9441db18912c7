"""The figures of a whole game: points from single and double keeps, courtyards, towers built.

For statistics, when the game is over.
"""

from collections.abc import Iterable, Mapping, Sequence

from engine.castellan.state import State
from engine.castellan.vocabulary.events import Event, PiecePlaced

SOURCES = ("single", "double")
"""Points of courtyards with a single keep, and of those with a double one."""
COURTYARDS = "courtyards"
TOWERS = "towers"
LARGEST = "most.courtyard"


def tally(told: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
    """For each seat `points.*` by source, the `courtyards` it owns at the end, the `towers` it
    built, and in `most.courtyard` the points of its best courtyard."""
    counts: list[dict[str, int]] = []
    last: State | None = None
    for state, events in told:
        counts = counts or [dict.fromkeys((COURTYARDS, TOWERS), 0) for _ in state.played]
        for event in events:
            if isinstance(event, PiecePlaced) and event.piece.kind == "tower":
                counts[event.seat][TOWERS] += 1
        last = state
    if last is not None:
        _count_courtyards(counts, last)
    return tuple(counts)


def _count_courtyards(counts: Sequence[dict[str, int]], end: State) -> None:
    nothing = dict.fromkeys([*(f"points.{source}" for source in SOURCES), LARGEST], 0)
    for counted in counts:
        counted.update(nothing)
    for courtyard in end.plan.courtyards:
        counted, points = counts[courtyard.seat], end.plan.worth(courtyard)
        counted[f"points.{'double' if courtyard.double else 'single'}"] += points
        counted[COURTYARDS] += 1
        counted[LARGEST] = max(counted[LARGEST], points)
