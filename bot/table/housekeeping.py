"""Housekeeping, a little at a time, alongside the games: looking at those in which something is
due, and removing what nothing needs any longer. What is due is decided in `bot.match.due`, what can
be removed in the store.
"""

import asyncio
import logging
from dataclasses import dataclass, field

from bot.match.errors import StoreCorrupt, StoreError
from bot.process.clock import DAY, HOUR, Clock, Millis, system_clock
from bot.store import leagues
from bot.store.cleanup import CleanupKind
from bot.store.connection.database import Database
from bot.store.digests import plan_digest
from bot.store.timers import find_due, set_due
from bot.table.table import Table
from bot.table.workers import Worker, rest_for

log = logging.getLogger(__name__)

# The games, the seasons and the channels that are looked at in a round, of each.
ROUND_SIZE = 100
# In seconds: how late something due may be handled.
LOOK_EVERY = 10.0
# The time that a faulty game is left alone, so that it holds up no other.
FAULTY_FOR = HOUR


@dataclass(eq=False)
class Timers:
    """Looks at the games, seasons and channels in which something is due. Several processes may do
    so in parallel."""

    database: Database
    table: Table
    clock: Clock = system_clock
    look_every: float = field(default=LOOK_EVERY, kw_only=True)

    def __post_init__(self) -> None:
        self.worker = Worker("timers", self._round, rest_for(self.look_every))

    async def _round(self) -> bool:
        return await self.look() == ROUND_SIZE

    async def look(self) -> int:
        """Let the table handle every game, season and channel in which something is due; returns
        how many there were.

        A long round, as when many imported games are settled, is cut short and counts as full:
        what becomes due in the meantime may be more urgent than the rest.
        """
        due = await self.database.read(find_due, self.clock(), ROUND_SIZE)
        time = asyncio.get_running_loop().time
        until = time() + LOOK_EVERY
        table = self.table
        tasks = [
            *(("game", number, table.look_after, set_due) for number in due.games),
            *(
                ("season", number, table.leagues.look_after, leagues.set_due)
                for number in due.seasons
            ),
            *(
                ("channel", number, table.digests.look_after, plan_digest)
                for number in due.channels
            ),
        ]
        for kind, number, look_after, put_off in tasks:
            try:
                await look_after(number)
            except Exception as fault:
                # Damage may be confined to this one; any other error of the store affects all.
                if isinstance(fault, StoreError) and not isinstance(fault, StoreCorrupt):
                    raise
                log.exception("cannot process what is due in %s %d", kind, number)
                await self.database.write(put_off, number, self.clock() + FAULTY_FOR)
            if time() > until:
                return ROUND_SIZE
        return max(map(len, due))


# The time that everything is kept, whether or not anything refers to it: since it was posted, or
# since its game ended.
KEEP_FOR = 7 * DAY
# The pause between two rounds through everything.
REST = HOUR


@dataclass(eq=False)
class Cleanup:
    """One process's pass through all of one kind, round after round."""

    database: Database
    clock: Clock
    kind: CleanupKind
    last_number: int = field(default=0, init=False)
    """The last one looked at in this round."""
    resting_until: Millis | None = field(default=None, init=False)

    async def step(self) -> int:
        """Look at the next batch; returns how many were removed."""
        now = self.clock()
        if self.resting_until is not None and now < self.resting_until <= now + REST:
            return 0
        async with self.database.reading() as connection:
            last_of_batch = await self.kind.last_of_batch(connection, self.last_number)
            if last_of_batch is None:
                self.last_number = 0
                self.resting_until = now + REST
                return 0
            numbers = await self.kind.find(
                connection, self.last_number, last_of_batch, now - KEEP_FOR
            )
        for begin in range(0, len(numbers), self.kind.at_once):
            batch = numbers[begin : begin + self.kind.at_once]
            await self.database.write(self.kind.remove, batch)
        self.last_number = last_of_batch
        return len(numbers)

    async def round(self) -> int:
        """Do the rest of this round in one go; returns how many were removed."""
        count = await self.step()
        while self.last_number:
            count += await self.step()
        return count
