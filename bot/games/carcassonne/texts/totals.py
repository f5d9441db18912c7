"""The sources of each player's points so far."""

from collections.abc import Sequence

from bot.games.moment import Events, Names
from bot.games.wording.sums import scored_line
from bot.locale import Words
from render.carcassonne.tables import points_table


def describe_scores(words: Words, names: Names, told: Sequence[Events]) -> str:
    """A line per player: `cities 12, roads 8`, after their sum; by the sources that the picture of
    the final scoring has."""
    table = points_table([event for move in told for event in move], len(names))
    return "\n".join(
        scored_line(
            words,
            "carcassonne",
            name,
            {what: by[seat].points for what, by in table.items() if by[seat].points},
        )
        for seat, name in enumerate(names)
    )
