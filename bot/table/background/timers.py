"""Looking at games whose moment has come. What is due in them is decided by
`bot.match.life.due`."""

import asyncio
import logging

from bot.match.errors import StoreCorrupt, StoreError
from bot.process.clock import HOUR, Clock, system_clock
from bot.store.connection.database import Database
from bot.store.timers import due_games, set_due
from bot.table.background.workers import Worker, rest_for
from bot.table.table import Table

log = logging.getLogger(__name__)

ROUND_SIZE = 100
LOOK_EVERY = 10.0
"""In seconds: how late something due may be handled."""
FAULTY_FOR = HOUR
"""How long a faulty game is left alone, so that it holds up no other."""


class Timers:
    """Looks at the games in which something is due. Several processes may do so in parallel."""

    def __init__(
        self,
        database: Database,
        table: Table,
        clock: Clock = system_clock,
        *,
        look_every: float = LOOK_EVERY,
    ) -> None:
        self._database = database
        self._table = table
        self._clock = clock
        self.worker = Worker("timers", self._round, rest_for(look_every))

    async def _round(self) -> bool:
        return await self.look() == ROUND_SIZE

    async def look(self) -> int:
        """Let the table handle every game in which something is due; returns how many there were.

        A long round, as when old games are settled, is cut short and counts as full: what becomes
        due in the meantime may be more urgent than the rest.
        """
        async with self._database.reading() as connection:
            games = await due_games(connection, self._clock(), ROUND_SIZE)
        time = asyncio.get_running_loop().time
        until = time() + LOOK_EVERY
        for game_id in games:
            await self._look_after(game_id)
            if time() > until:
                return ROUND_SIZE
        return len(games)

    async def _look_after(self, game_id: int) -> None:
        """Damage may be confined to this game; any other error of the store affects all games."""
        try:
            await self._table.look_after(game_id)
        except Exception as fault:
            if isinstance(fault, StoreError) and not isinstance(fault, StoreCorrupt):
                raise
            log.exception("game %d cannot be looked after", game_id)
            await self._leave_alone(game_id)

    async def _leave_alone(self, game_id: int) -> None:
        async with self._database.writing() as connection:
            await set_due(connection, game_id, self._clock() + FAULTY_FOR)
