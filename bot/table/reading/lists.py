"""Lists of games: the open and the ended ones of a server, a channel or a person. Knows no SQL."""

from dataclasses import dataclass

from bot.match.game import Game
from bot.store import games
from bot.store.connection.database import Database


@dataclass(frozen=True, slots=True)
class Lists:
    """All lists. One per table."""

    database: Database

    async def open_in_server(
        self, guild_id: int, limit: int = 25, offset: int = 0
    ) -> tuple[Game, ...]:
        """The open games of a server after `offset` others, the latest first."""
        async with self.database.viewing() as connection:
            return await games.open_games_in(connection, guild_id, limit, offset)

    async def open_of(
        self, user_id: int, guild_id: int | None, limit: int = 25
    ) -> tuple[Game, ...]:
        """The open games of a person, in one server or in all: first those in which it is their
        turn, then the latest."""
        async with self.database.viewing() as connection:
            return await games.open_games_of(connection, user_id, guild_id, limit)

    async def ended_of(
        self, user_id: int, guild_id: int | None, limit: int = 25
    ) -> tuple[Game, ...]:
        """The ended games of a person, the latest first."""
        async with self.database.viewing() as connection:
            return await games.ended_games_of(connection, user_id, guild_id, limit)

    async def ended_in(self, channel_id: int) -> tuple[Game, ...]:
        """The games of a channel and its threads that were started and are over, the oldest
        first."""
        async with self.database.viewing() as connection:
            return await games.ended_games_in(connection, channel_id)
