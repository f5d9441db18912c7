"""The counted games: as statistics, as a leaderboard, as a history.

Everything here is about one server, and about games that have ended and were settled; about one
kind of game, or every kind where that is None.
"""

from dataclasses import dataclass, replace

from bot.match.game import Game
from bot.match.results import (
    HeadToHead,
    LeaderboardRow,
    Result,
    Statistics,
    head_to_head,
    sum_results,
)
from bot.store import results
from bot.store.connection.database import Database
from bot.store.games import load_games
from bot.store.results import review_averages_of


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """Everybody's statistics. One per table."""

    database: Database

    async def of(
        self, kind: str, guild_id: int, user_id: int, against: int | None = None
    ) -> Statistics:
        """A player's games, all of them or those against one other player."""
        async with self.database.viewing() as connection:
            found = await results.all_results_of(connection, kind, guild_id, user_id, against)
            judged = await review_averages_of(connection, kind, guild_id, user_id, against)
        reviewed, accuracy, luck = judged
        return replace(sum_results(found), reviewed=reviewed, accuracy=accuracy, luck=luck)

    async def between(self, kind: str, guild_id: int, first_id: int, second_id: int) -> HeadToHead:
        """How two players did against each other, in games of any size."""
        async with self.database.viewing() as connection:
            own = await results.all_results_of(connection, kind, guild_id, first_id, second_id)
            found = await results.results_of_games(connection, [one.game_id for one in own])
        return head_to_head(found.values(), first_id, second_id)

    async def games_of(
        self,
        kind: str | None,
        guild_id: int,
        user_id: int,
        against: int | None = None,
        *,
        first: int = 1,
        limit: int = 10,
    ) -> tuple[tuple[Game, tuple[Result, ...]], ...]:
        """A player's games with the results of all their seats, the latest first; starting at
        `first`, which is 1 for the latest."""
        async with self.database.viewing() as connection:
            ids = await results.last_games_of(
                connection, kind, guild_id, user_id, against, first=first, limit=limit
            )
            found = await results.results_of_games(connection, ids)
            games = await load_games(connection, ids)
        return tuple((game, found[game.id]) for game in games)

    async def count_games(
        self, kind: str | None, guild_id: int, user_id: int, against: int | None = None
    ) -> int:
        """How many such games there are."""
        async with self.database.reading() as connection:
            return await results.count_results_of(connection, kind, guild_id, user_id, against)

    async def leaderboard(
        self, kind: str, guild_id: int, first: int = 1, limit: int = 10
    ) -> tuple[LeaderboardRow, ...]:
        """The players with a rating, the best first, starting at this line."""
        async with self.database.viewing() as connection:
            return await results.ranking(connection, kind, guild_id, first, limit)

    async def count_ranked(self, kind: str, guild_id: int) -> int:
        """How many lines the leaderboard has."""
        async with self.database.reading() as connection:
            return await results.count_ranked(connection, kind, guild_id)

    async def rank_of(self, kind: str, guild_id: int, user_id: int) -> LeaderboardRow | None:
        """A player's line on the leaderboard; None before their first rated game."""
        async with self.database.viewing() as connection:
            return await results.rank_of(connection, kind, guild_id, user_id)
