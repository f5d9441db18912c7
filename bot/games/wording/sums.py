"""Where the points of a player come from, as a line."""

from collections.abc import Mapping

from bot.locale import Words


def scored_line(words: Words, kind: str, name: str, given: Mapping[str, int]) -> str:
    """The sum, and the points by source in this order: `cities 12, roads 8`."""
    total = words("words.points", count=sum(given.values()))
    if not given:
        return words(f"{kind}.scored.nothing", name=name, points=total)
    parts = [words(f"{kind}.scored.{source}", points=points) for source, points in given.items()]
    return words(f"{kind}.scored.line", name=name, points=total, parts=", ".join(parts))
