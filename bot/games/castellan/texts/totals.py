"""The sources of each player's points so far: courtyards, and the one with the double keep."""

from collections.abc import Iterable, Sequence

from bot.games.moment import Events, Names
from bot.games.wording.sums import scored_line
from bot.locale import Words
from engine.castellan.seen.tally import SOURCES
from engine.castellan.vocabulary.events import CourtyardGrew, CourtyardMade
from engine.castellan.vocabulary.pieces import Cell

Changed = CourtyardMade | CourtyardGrew


def describe_scores(words: Words, names: Names, told: Sequence[Events]) -> str:
    """A line per player: `courtyards 15, double keep 8`, after their sum."""
    standing = _standing(event for move in told for event in move)
    return "\n".join(
        scored_line(words, "castellan", name, _given(standing, seat))
        for seat, name in enumerate(names)
    )


def _standing(events: Iterable[object]) -> Sequence[Changed]:
    """The latest event of each courtyard. The parts of a divided courtyard replace it."""
    standing: dict[frozenset[Cell], Changed] = {}
    for event in events:
        if isinstance(event, CourtyardMade | CourtyardGrew):
            cells = frozenset(event.cells)
            standing = {other: known for other, known in standing.items() if not cells < other}
            standing[cells] = event
    return list(standing.values())


def _given(standing: Sequence[Changed], seat: int) -> dict[str, int]:
    given = dict.fromkeys(SOURCES, 0)
    for one in standing:
        if one.seat == seat:
            given["double" if one.double else "single"] += one.points
    return {source: points for source, points in given.items() if points}
