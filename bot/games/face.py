"""The parts of a game that the bot needs besides its rules: its pictures, its texts and its
choices.

One face per game, in `bot.games.faces`. A face is given views, events and notation, never a
state, so it cannot reveal anything hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from bot.games.choices import Choices
from bot.games.texts import Texts
from bot.locale import Words
from bot.match.results import LeaderboardRow, Statistics
from render.pictures import Drawing, E, GamePictures, V
from render.tables.leaderboard import Leaderboard, LeaderboardLine
from render.tables.sources import Source

POINTS = "points."
"""The prefix of a tally's points; the source follows, such as `points.castle`."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of a leaderboard."""

    server: str
    first: int
    """The number of the page's first line among all lines."""
    count: int
    """The number of lines altogether."""
    lines: Sequence[LeaderboardRow]
    own: LeaderboardRow | None
    """The viewer's own line, whichever page it is on."""


@dataclass(frozen=True, slots=True)
class Face(Generic[V, E]):
    """A game as people see it."""

    pictures: GamePictures[V, E]
    texts: Texts[V, E]
    choices: Choices[V]

    def leaderboard(self, words: Words, page: Standings) -> Drawing:
        """A page of the players of a server by rating."""
        own = None if page.own is None or page.own in page.lines else _row(page.own, page.own)
        rows = tuple(_row(one, page.own) for one in page.lines)
        shown = Leaderboard(page.server, page.first, page.count, rows, own)
        return self.pictures.leaderboard(words, shown)

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        """Where the points of one player come from, or of two for comparison; each with a name."""
        return self.pictures.averages(words, [_source(*player) for player in players])


AnyFace = Face[Any, Any]
AnyPictures = GamePictures[Any, Any]
AnyTexts = Texts[Any, Any]
AnyChoices = Choices[Any]
"""Those of whichever game it is: views and events go from the game to its face untouched."""


def _row(ranked: LeaderboardRow, own: LeaderboardRow | None) -> LeaderboardLine:
    return LeaderboardLine(
        place=ranked.place,
        name=ranked.name,
        rating=ranked.rating,
        played=ranked.played,
        won=ranked.won,
        shared=ranked.shared,
        own=ranked == own,
    )


def _source(name: str, statistics: Statistics) -> Source:
    points = {
        what.removeprefix(POINTS): points
        for what, points in statistics.tally.items()
        if what.startswith(POINTS)
    }
    return Source(name, statistics.games, points)
