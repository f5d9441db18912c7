"""The pictures of the standing of players: a leaderboard, and where their points come from."""

from collections.abc import Callable, Sequence

from bot.games.drawn.drawings import drawing
from bot.games.pictures import Drawing, Standings
from bot.locale import Words
from bot.match.results import LeaderboardRow, Statistics
from render.picture.paint import Painter
from render.picture.scene import Name
from render.tables.leaderboard import (
    Adornment,
    Leaderboard,
    Line,
    leaderboard_alt,
    leaderboard_scene,
)
from render.tables.sources import Kind, Source, sources_alt, sources_scene

Paint = Callable[[], Painter]


def leaderboard_drawing(
    words: Words, shown: Standings, painter: Paint, adornment: Adornment
) -> Drawing:
    board = _leaderboard_of(shown)
    alt = leaderboard_alt(words, board)
    return drawing("leaderboard.png", alt, painter, leaderboard_scene, words, board, adornment)


def averages_drawing(
    words: Words,
    players: Sequence[tuple[str, Statistics]],
    painter: Paint,
    kinds: Sequence[Kind],
    figures: Sequence[Name],
) -> Drawing:
    """The averages of one player, or of two for comparison, each with a figure."""
    sources = [_source_of(*player, kinds) for player in players]
    alt = sources_alt(words, sources, kinds)
    return drawing("averages.png", alt, painter, sources_scene, words, sources, kinds, figures)


def _leaderboard_of(shown: Standings) -> Leaderboard:
    mine = shown.own
    lines = tuple(_line(one, own=one == mine) for one in shown.lines)
    elsewhere = None if mine is None or mine in shown.lines else _line(mine, own=True)
    return Leaderboard(shown.server, shown.first, shown.count, lines, elsewhere)


def _line(ranked: LeaderboardRow, *, own: bool) -> Line:
    return Line(
        place=ranked.place,
        name=ranked.name,
        rating=ranked.rating,
        played=ranked.played,
        won=ranked.won,
        shared=ranked.shared,
        own=own,
    )


def _source_of(name: str, statistics: Statistics, kinds: Sequence[Kind]) -> Source:
    """A player's points by kind; the tally of a kind such as `castle` is `points.castle`."""
    points = {kind.what: statistics.tally.get(f"points.{kind.what}", 0) for kind in kinds}
    return Source(name, statistics.games, points)
