"""Removing old delivered messages, a few at a time, alongside the games.

Owns when, and how many at once; which ones can be removed is up to the store.
"""

from bot.process.clock import DAY, HOUR, Clock, Moment
from bot.store.connection.database import Database
from bot.store.posts.spent import last_of_batch, remove_messages, spent_messages

KEPT_FOR = 7 * DAY
"""How long everything that was posted is kept, whether or not anything refers to it."""
BATCH = 500
REST = HOUR
"""Between two rounds through all messages."""


class Tidying:
    """One process's pass through all messages, round after round."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._last = 0
        """The last message looked at in this round."""
        self._resting_until: Moment | None = None

    async def step(self) -> int:
        """Look at the next messages; returns how many were removed."""
        now = self._clock()
        if self._resting_until is not None and now < self._resting_until <= now + REST:
            return 0
        async with self._database.reading() as connection:
            upto = await last_of_batch(connection, self._last, BATCH)
            if upto is None:
                self._last, self._resting_until = 0, now + REST
                return 0
            spent = await spent_messages(connection, self._last, upto, now - KEPT_FOR)
        if spent:
            async with self._database.writing() as connection:
                await remove_messages(connection, spent)
        self._last = upto
        return len(spent)

    async def round(self) -> int:
        """The rest of this round at once; returns how many were removed."""
        removed = await self.step()
        while self._last:
            removed += await self.step()
        return removed
