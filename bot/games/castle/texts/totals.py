"""The sources of each player's points so far."""

from collections.abc import Sequence

from bot.games.moment import Events, Names
from bot.games.wording.sums import scored_line
from bot.locale import Words
from engine.castle.events import FeatureScored, FinalScored

SOURCES = (
    *("path", "tower", "house"),
    *("keep", "court", "wall4", "wall5", "wall6", "wall7", "wall9"),
)


def describe_scores(words: Words, names: Names, told: Sequence[Events]) -> str:
    """A line per player: `paths 12, towers 8`, after their sum."""
    given: list[dict[str, int]] = [{}, {}]
    for event in (event for move in told for event in move):
        if isinstance(event, FeatureScored | FinalScored) and event.seat is not None:
            source = event.kind if isinstance(event, FeatureScored) else event.what
            given[event.seat][source] = given[event.seat].get(source, 0) + event.points
    return "\n".join(
        scored_line(words, "castle", name, {what: by[what] for what in SOURCES if what in by})
        for name, by in zip(names, given, strict=True)
    )
