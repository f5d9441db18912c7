"""Figures about players for the pictures: the lines of a leaderboard, and the sources of points."""

from collections.abc import Iterable

from bot.games.pictures import Standings
from bot.match.results.statistics import Ranked, Statistics
from render.tables.leaderboard import Leaderboard, Line
from render.tables.sources import Source


def leaderboard_of(shown: Standings) -> Leaderboard:
    mine = shown.own
    lines = tuple(_line(one, own=one == mine) for one in shown.lines)
    elsewhere = None if mine is None or mine in shown.lines else _line(mine, own=True)
    return Leaderboard(shown.server, shown.first, shown.count, lines, elsewhere)


def _line(ranked: Ranked, *, own: bool) -> Line:
    return Line(
        place=ranked.place,
        name=ranked.name,
        rating=ranked.rating,
        played=ranked.played,
        won=ranked.won,
        shared=ranked.shared,
        own=own,
    )


def source_of(name: str, statistics: Statistics, sources: Iterable[str]) -> Source:
    """By the sources of a game, such as `castle`, whose tally is `points.castle`."""
    points = {what: statistics.tally.get(f"points.{what}", 0) for what in sources}
    return Source(name, statistics.games, points)
