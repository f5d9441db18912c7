"""Parts of a game that the bot needs besides its rules: its pictures, its texts and its choices.

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
from render.tables.sources import Source

# The prefix of a tally's points; the source follows, such as `points.castle`.
POINTS = "points."
# The prefix of how often somebody took a role, which follows.
ROLE = "role."


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
        """Draw a page of the players of a server by rating: these of `count` rows, from number
        `first` on, and the viewer's own, whichever page it is on."""
        lines = tuple(_line(row, own=row == own) for row in rows)
        below = None if own is None or own in rows else _line(own, own=True)
        leaderboard = Leaderboard(server, first, count, lines, below)
        return self.pictures.leaderboard(words, leaderboard)

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        """Draw the points by source of one player, or of two for comparison; each with a name."""
        sources = [
            Source(name, statistics.games, counts_under(POINTS, statistics.tally))
            for name, statistics in players
        ]
        return self.pictures.averages(words, sources)


AnyFace = Face[Any, Any]
AnyPictures = GamePictures[Any, Any]
AnyTexts = Texts[Any, Any]
# Those of whichever game it is: views and events go from the game to its face untouched.
AnyChoices = Choices[Any]


def _line(row: LeaderboardRow, *, own: bool) -> LeaderboardLine:
    return LeaderboardLine(
        row.place, row.name, row.rating, row.played, row.won, row.shared, own=own
    )


def counts_under(prefix: str, tally: Tally) -> Mapping[str, int]:
    """Find the counts whose names have this prefix, by the rest of the name."""
    return {
        name.removeprefix(prefix): count for name, count in tally.items() if name.startswith(prefix)
    }
