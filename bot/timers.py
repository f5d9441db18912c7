"""Letting lobbies and idle games run out. When they do is told by `bot.life`, through the table."""

import asyncio
import logging

from bot.clock import Clock, system_clock
from bot.errors import StoreError
from bot.store.database import Database
from bot.store.timers import due_games
from bot.table import Table

log = logging.getLogger(__name__)

A_ROUND = 100


class Timers:
    """Looks after the timers that have come. Several processes may do so at once."""

    def __init__(self, database: Database, table: Table, clock: Clock = system_clock) -> None:
        self._database = database
        self._table = table
        self._clock = clock

    async def run(self, look_again: float = 60.0) -> None:
        """Look until cancelled. A database that fails is tried again."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.error("the timers wait: %s", error)
            await asyncio.sleep(look_again)

    async def look(self) -> int:
        """Let the table decide about every game whose timer has come. How many there were.

        A game that has a fault holds up no other.
        """
        async with self._database.reading() as connection:
            games = await due_games(connection, self._clock(), A_ROUND)
        for game_id in games:
            try:
                await self._table.run_out(game_id)
            except StoreError:
                raise
            except Exception:
                log.exception("game %d cannot run out", game_id)
        return len(games)
