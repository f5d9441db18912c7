"""The sources of each player's points so far."""

from collections.abc import Sequence

from bot.games.carcassonne.reckoning import Scored
from bot.games.moment import Events, Names
from bot.locale import Words
from engine.carcassonne.seen.tally import SOURCES
from engine.carcassonne.vocabulary.events import FarmersScored, FeatureScored, FinalScored


def scored(words: Words, names: Names, told: Sequence[Events]) -> str:
    """A line per player: `cities 12, roads 8`, after their sum."""
    given = [dict.fromkeys(SOURCES, 0) for _ in names]
    for event in (event for move in told for event in move):
        match event:
            case FeatureScored() | FinalScored():
                _give(given, event.kind, event)
            case FarmersScored():
                _give(given, "field", event)
            case _:
                pass
    return "\n".join(_line(words, name, points) for name, points in zip(names, given, strict=True))


def _give(given: Sequence[dict[str, int]], source: str, event: Scored) -> None:
    for seat in event.seats:
        given[seat][source] += event.points


def _line(words: Words, name: str, given: dict[str, int]) -> str:
    total = words("words.points", count=sum(given.values()))
    parts = [
        words(f"carcassonne.scored.{source}", points=points)
        for source, points in given.items()
        if points
    ]
    if not parts:
        return words("carcassonne.scored.nothing", name=name, points=total)
    return words("carcassonne.scored.line", name=name, points=total, parts=", ".join(parts))
