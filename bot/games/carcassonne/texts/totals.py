"""The sources of each player's points so far."""

from collections.abc import Sequence

from bot.games.moment import Events, Names
from bot.locale import Words
from render.carcassonne.tables import points_table


def scored(words: Words, names: Names, told: Sequence[Events]) -> str:
    """A line per player: `cities 12, roads 8`, after their sum; by the sources that the picture of
    the final scoring has."""
    table = points_table([event for move in told for event in move], len(names))
    return "\n".join(
        _line(words, name, {what: shares[seat].points for what, shares in table.items()})
        for seat, name in enumerate(names)
    )


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
