"""Removing the messages that were delivered long ago, a few at a time, beside the games.

Owns when, and how many at once; which ones can go is the store's to say.
"""

from bot.process.clock import DAY, HOUR, Clock, Moment
from bot.store.connection.database import Database
from bot.store.posts.spent import last_of_batch, remove_messages, spent_messages

KEPT_FOR = 7 * DAY
"""How long everything that was posted is kept, whether anything refers to it or not."""
BATCH = 500
REST = HOUR
"""Between two rounds through all messages."""


class Tidying:
    """One process's way through all messages, round after round."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._last = 0
        """The message that was looked at last in this round."""
        self._resting_until: Moment | None = None

    async def step(self) -> int:
        """Look at the next messages; how many were removed."""
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
        """The rest of this round at once; how many were removed."""
        removed = await self.step()
        while self._last:
            removed += await self.step()
        return removed
