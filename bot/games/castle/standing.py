"""What is known of players of The Castle: the leaderboard, and what the game counts of its own.

The names of the counts are those of `engine.castle.seen.tally`.
"""

from collections.abc import Sequence

from bot.games.face import Drawing, Standings
from bot.locale import Words
from bot.match.results.statistics import Ranked, Statistics
from engine.castle.seen.tally import LONGEST_TOWER, SOURCES
from render.castle.tables import KINDS, LEADERBOARD, PLAYERS
from render.picture.figures import decimal, signed
from render.picture.paint import Painter
from render.tables.leaderboard import Leaderboard, Line, leaderboard_alt, leaderboard_scene
from render.tables.sources import Source, sources_alt, sources_scene

HUNDREDTHS = 10
"""Of a tenth: luck is counted in hundredths of a point."""


def leaderboard(words: Words, painter: Painter, shown: Standings) -> Drawing:
    mine = shown.own
    lines = tuple(_line(one, own=one == mine) for one in shown.lines)
    elsewhere = None if mine is None or mine in shown.lines else _line(mine, own=True)
    board = Leaderboard(shown.server, shown.first, shown.count, lines, elsewhere)
    alt = leaderboard_alt(words, board)
    return Drawing(
        "leaderboard.png", alt, lambda: painter.png(leaderboard_scene(words, board, LEADERBOARD))
    )


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


def averages(words: Words, painter: Painter, players: Sequence[tuple[str, Statistics]]) -> Drawing:
    sources = [_source(name, statistics) for name, statistics in players]
    alt = sources_alt(words, sources, KINDS)
    return Drawing(
        "averages.png", alt, lambda: painter.png(sources_scene(words, sources, KINDS, PLAYERS))
    )


def _source(name: str, statistics: Statistics) -> Source:
    points = {what: statistics.tally.get(f"points.{what}", 0) for what in SOURCES}
    return Source(name, statistics.games, points)


def tallied(words: Words, statistics: Statistics) -> Sequence[str]:
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
