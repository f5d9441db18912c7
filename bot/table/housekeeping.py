"""Housekeeping, a little at a time, alongside the games: looking at those in which something is
due, and removing what nothing needs any longer. What is due is decided in `bot.match.due`, what can
be removed in the store.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.match.errors import StoreCorrupt, StoreError
from bot.process.clock import DAY, HOUR, Clock, Millis, system_clock
from bot.store import cleanup, leagues
from bot.store.connection.database import AsyncConnection, Database
from bot.store.timers import find_due, set_due
from bot.table.table import Table
from bot.table.workers import Worker, rest_for

log = logging.getLogger(__name__)

ROUND_SIZE = 100
LOOK_EVERY = 10.0
"""In seconds: how late something due may be handled."""
FAULTY_FOR = HOUR
"""The time that a faulty game is left alone, so that it holds up no other."""


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
        """Let the table handle every game and season in which something is due; returns how many
        there were.

        A long round, as when old games are settled, is cut short and counts as full: what becomes
        due in the meantime may be more urgent than the rest.
        """
        games, seasons = await self._database.read(find_due, self._clock(), ROUND_SIZE)
        time = asyncio.get_running_loop().time
        until = time() + LOOK_EVERY
        table = self._table
        due = [
            *(("game", number, table.look_after, set_due) for number in games),
            *(("season", number, table.leagues.look_after, leagues.set_due) for number in seasons),
        ]
        for kind, number, look_after, put_off in due:
            try:
                await look_after(number)
            except Exception as fault:
                # Damage may be confined to this one; any other error of the store affects all.
                if isinstance(fault, StoreError) and not isinstance(fault, StoreCorrupt):
                    raise
                log.exception("cannot process what is due in %s %d", kind, number)
                await self._database.write(put_off, number, self._clock() + FAULTY_FOR)
            if time() > until:
                return ROUND_SIZE
        return max(len(games), len(seasons))


KEEP_FOR = 7 * DAY
"""The time that everything is kept, whether or not anything refers to it: since it was posted, or
since its game ended."""
REST = HOUR
"""The pause between two rounds through everything."""


@dataclass(frozen=True, slots=True)
class CleanupKind:
    """One kind of data that can be removed, identified by numbers that only grow."""

    last_of_batch: Callable[[AsyncConnection, int, int], Awaitable[int | None]]
    found: Callable[[AsyncConnection, int, int, Millis], Awaitable[Sequence[int]]]
    remove: Callable[[AsyncConnection, Sequence[int]], Awaitable[None]]
    batch: int
    """The number looked at in a step."""
    at_once: int
    """The number of them removed in one transaction, which moves have to wait for."""


MESSAGES = CleanupKind(
    cleanup.last_message_of_batch, cleanup.messages_to_remove, cleanup.remove_messages, 500, 500
)
GAMES = CleanupKind(cleanup.last_game_of_batch, cleanup.games_to_shorten, cleanup.shorten, 50, 5)


class Cleanup:
    """One process's pass through all of one kind, round after round."""

    def __init__(self, database: Database, clock: Clock, spent: CleanupKind) -> None:
        self._database = database
        self._clock = clock
        self._spent = spent
        self._last = 0
        """The last number looked at in this round."""
        self._resting_until: Millis | None = None

    async def step(self) -> int:
        """Look at the next batch; returns how many were removed."""
        now = self._clock()
        if self._resting_until is not None and now < self._resting_until <= now + REST:
            return 0
        async with self._database.reading() as connection:
            upto = await self._spent.last_of_batch(connection, self._last, self._spent.batch)
            if upto is None:
                self._last, self._resting_until = 0, now + REST
                return 0
            found = await self._spent.found(connection, self._last, upto, now - KEEP_FOR)
        for begin in range(0, len(found), self._spent.at_once):
            async with self._database.writing() as connection:
                chosen = found[begin : begin + self._spent.at_once]
                await self._spent.remove(connection, chosen)
        self._last = upto
        return len(found)

    async def round(self) -> int:
        """Do the rest of this round in one go; returns how many were removed."""
        removed = await self.step()
        while self._last:
            removed += await self.step()
        return removed
