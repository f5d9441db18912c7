"""People who want to hear of open seats, and whom a lobby calls next."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from bot.match.game import Game
from bot.match.seat_calls import MOST_CALLED, call_to_seat, can_be_called
from bot.process.clock import Clock
from bot.store import seat_calls
from bot.store.connection.database import Database
from bot.store.connection.faults import with_retries
from bot.store.games import load_games, require_game
from bot.store.message_queue import enqueue
from bot.store.people import player_preferences


@dataclass(frozen=True, slots=True)
class SeatCalls:
    """Everybody's calls to open seats. One per table."""

    database: Database
    clock: Clock
    on_change: Callable[[], None]

    async def kinds_for(self, guild_id: int, user_id: int) -> Collection[str]:
        """List the games to whose open seats in a server this person wants to be called."""
        return await self.database.read(seat_calls.wanted_kinds, guild_id, user_id)

    async def lobbies(self) -> Sequence[Game]:
        """List the lobbies to whose open seats somebody may be called, the oldest first."""
        async with self.database.viewing() as connection:
            ids = await seat_calls.lobbies_to_fill(connection, self.clock())
            return await load_games(connection, ids)

    async def people_for(self, game: Game, but: Collection[int]) -> Sequence[int]:
        """Find some of those who want to hear of this lobby, and whom that disturbs neither now nor
        twice a day; without those in `but`. Nobody if there is nobody else."""
        now = self.clock()
        passed_over = {*but}
        async with self.database.viewing() as connection:
            while candidates := await seat_calls.people_to_call(connection, game, now, passed_over):
                users = [
                    user
                    for user, preferences in candidates
                    if can_be_called(game, user, preferences, now)
                ]
                if users:
                    return users
                passed_over |= {user for user, _ in candidates}
        return []

    @with_retries
    async def call(self, game_id: int, user_id: int) -> None:
        """Tell this person of the lobby, unless enough have been told of it, they have been called
        elsewhere since, or it would disturb them now."""
        now = self.clock()
        async with self.database.writing() as connection:
            game = await require_game(connection, game_id)
            preferences = await player_preferences(connection, user_id)
            is_wanted = game.kind in await seat_calls.wanted_kinds(
                connection, game.guild_id, user_id
            )
            is_filled = await seat_calls.count_calls(connection, game_id) >= MOST_CALLED
            if is_filled or not is_wanted or not can_be_called(game, user_id, preferences, now):
                return
            if not await seat_calls.note_call(connection, user_id, now):
                return
            await enqueue(connection, game.channel_id, [call_to_seat(game, user_id)], now)
        self.on_change()
