"""The Castle's own counts in a player's games, besides points.

The names of the counts are those of `engine.castle.tally`.
"""

from collections.abc import Sequence

from bot.locale import Words
from bot.match.results import Statistics
from engine.castle.tally import LONGEST_TOWER
from render.picture.names import decimal, signed

HUNDREDTHS = 10
"""How many are in a tenth: luck is counted in hundredths of a point."""


def describe_tally(words: Words, statistics: Statistics) -> Sequence[str]:
    """Wall tiles, the longest tower, the luck of the draw."""
    tally, games = statistics.tally, max(1, statistics.games)
    tiles = decimal(words, round(10 * tally.get("wall_tiles", 0) / games))
    luck = signed(words, round(tally.get("luck", 0) / HUNDREDTHS / games))
    longest = words("castle.tiles", count=tally.get(LONGEST_TOWER, 0))
    return (
        words("castle.tally.wall_tiles", number=tiles),
        words("castle.tally.tower", tiles=longest),
        words("castle.tally.luck", points=luck),
    )


def tally_note(words: Words) -> str:
    return words("castle.tally.note")
