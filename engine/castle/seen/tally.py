"""The figures of a whole game: points by kind, wall tiles, the longest tower, luck.

For statistics, after the game: the luck of a draw reveals what else could have been drawn.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from engine.castle.seen.luck import luck_of_the_draw
from engine.castle.state import State
from engine.castle.vocabulary.events import Event, FeatureScored, FinalScored

FEATURES = ("path", "tower", "house")
FINALS = ("keep", "court", "wall4", "wall5", "wall6", "wall7", "wall9")
SOURCES = (*FEATURES, *FINALS)
"""The sources of points."""
LONGEST_TOWER = "most.tower"


def tally(told: Iterable[tuple[State, Sequence[Event]]]) -> tuple[Mapping[str, int], ...]:
    """For each seat `points.*` by source, `wall_tiles` collected, `most.tower` in tiles, and `luck`
    in hundredths of a point."""
    counts = [{f"points.{source}": 0 for source in SOURCES} for _ in (0, 1)]
    for counted in counts:
        counted |= {"wall_tiles": 0, LONGEST_TOWER: 0}
    luck = [Fraction(0), Fraction(0)]
    for state, events in told:
        for event in events:
            _count(counts, event)
        luck[state.seat] += luck_of_the_draw(state)
    return tuple(
        {**counted, "luck": round(100 * lucky)} for counted, lucky in zip(counts, luck, strict=True)
    )


def _count(counts: Sequence[dict[str, int]], event: Event) -> None:
    match event:
        case FeatureScored(seat=int(seat)):
            counted = counts[seat]
            counted[f"points.{event.kind}"] += event.points
            counted["wall_tiles"] += event.took is not None
            if event.kind == "tower":
                tiles = len(event.cells) + len(event.starts)
                counted[LONGEST_TOWER] = max(counted[LONGEST_TOWER], tiles)
        case FinalScored():
            counts[event.seat][f"points.{event.what}"] += event.points
        case _:
            pass
