"""Castellan's own counts in a player's games, besides points.

The names of the counts are those of `engine.castellan.seen.tally`.
"""

from collections.abc import Sequence

from bot.locale import Words
from bot.match.results import Statistics
from engine.castellan.seen.tally import COURTYARDS, LARGEST, TOWERS
from render.picture.names import decimal


def describe_tally(words: Words, statistics: Statistics) -> Sequence[str]:
    """The best courtyard, the courtyards, and the towers built."""
    tally, games = statistics.tally, max(1, statistics.games)
    points = words("words.points", count=tally.get(LARGEST, 0))
    courtyards, towers = (
        decimal(words, round(10 * tally.get(count, 0) / games)) for count in (COURTYARDS, TOWERS)
    )
    return (
        words("castellan.tally.best", points=points),
        words("castellan.tally.courtyards", number=courtyards),
        words("castellan.tally.towers", number=towers),
    )


def tally_note(words: Words) -> str:
    return words("castellan.tally.note")
