"""Carcassonne's own counts in a player's games, besides points.

The names of the counts are those of `engine.carcassonne.scoring`.
"""

from collections.abc import Sequence

from bot.locale import Words
from bot.match.results import Statistics
from engine.carcassonne.scoring import FARMERS, LARGEST
from render.picture.names import decimal


def describe_tally(words: Words, statistics: Statistics) -> Sequence[str]:
    """The largest city, the longest road, and the farmers."""
    tally, games = statistics.tally, max(1, statistics.games)
    farmers = decimal(words, round(10 * tally.get(FARMERS, 0) / games))
    most = {
        kind: words("carcassonne.tiles", count=tally.get(count, 0))
        for kind, count in LARGEST.items()
    }
    return (
        words("carcassonne.tally.city", tiles=most["city"]),
        words("carcassonne.tally.road", tiles=most["road"]),
        words("carcassonne.tally.farmers", number=farmers),
    )


def tally_note(words: Words) -> str:
    return words("carcassonne.tally.note")
