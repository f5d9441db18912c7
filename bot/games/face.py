"""The parts of a game that the bot needs besides its rules: its pictures, its texts and its
choices.

One face per game, in `bot.games.faces`. A face is given views, events and notation, never a
state, so it cannot reveal anything hidden.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from bot.games.choices import Choices
from bot.games.texts import Texts
from bot.locale import Words
from bot.match.results import LeaderboardRow, Statistics, Tally
from render.pictures import Drawing, E, GamePictures, V
from render.tables.leaderboard import Leaderboard, LeaderboardLine
from render.tables.profile import Overview, Profile
from render.tables.sources import Source

POINTS = "points."
"""The prefix of a tally's points; the source follows, such as `points.castle`."""
ROLE = "role."
"""The prefix of how often somebody took a role, which follows."""


@dataclass(frozen=True, slots=True)
class Face(Generic[V, E]):
    """A game as people see it."""

    pictures: GamePictures[V, E]
    texts: Texts[V, E]
    choices: Choices[V]

    def leaderboard(
        self,
        words: Words,
        server: str,
        rows: Sequence[LeaderboardRow],
        own: LeaderboardRow | None,
        *,
        first: int,
        count: int,
    ) -> Drawing:
        """A page of the players of a server by rating: these of `count` rows, from number `first`
        on, and the viewer's own, whichever page it is on."""
        lines = tuple(_line(row, own=row == own) for row in rows)
        below = None if own is None or own in rows else _line(own, own=True)
        shown = Leaderboard(server, first, count, lines, below)
        return self.pictures.leaderboard(words, shown)

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        """Where the points of one player come from, or of two for comparison; each with a name."""
        return self.pictures.averages(words, [_source(*player) for player in players])

    def profile(self, words: Words, shown: Profile) -> Drawing:
        """The profile of a player."""
        return self.pictures.profile(words, shown)

    def overview(self, words: Words, shown: Overview) -> Drawing:
        """The profile of a player who plays this game more than the others, in all games."""
        return self.pictures.overview(words, shown)


AnyFace = Face[Any, Any]
AnyPictures = GamePictures[Any, Any]
AnyTexts = Texts[Any, Any]
AnyChoices = Choices[Any]
"""Those of whichever game it is: views and events go from the game to its face untouched."""


def _line(row: LeaderboardRow, *, own: bool) -> LeaderboardLine:
    return LeaderboardLine(
        row.place, row.name, row.rating, row.played, row.won, row.shared, own=own
    )


def _source(name: str, statistics: Statistics) -> Source:
    return Source(name, statistics.games, points_by_source(statistics))


def points_by_source(statistics: Statistics) -> Mapping[str, int]:
    """The points over all these games, by source."""
    return _counts_under(statistics.tally, POINTS)


def count_roles(tally: Tally) -> Mapping[str, int]:
    """The number of times each role was taken."""
    return _counts_under(tally, ROLE)


def _counts_under(tally: Tally, prefix: str) -> Mapping[str, int]:
    return {
        name.removeprefix(prefix): count for name, count in tally.items() if name.startswith(prefix)
    }
