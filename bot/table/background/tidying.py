"""Removing what nothing needs any longer, a little at a time, alongside the games.

Owns when this happens, and how much at once; the store decides what can be removed.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.process.clock import DAY, HOUR, Clock, Millis
from bot.store import cleanup
from bot.store.connection.database import AsyncConnection, Database

KEEP_FOR = 7 * DAY
"""How long everything is kept, whether or not anything refers to it: since it was posted, or since
its game ended."""
REST = HOUR
"""The pause between two rounds through everything."""


@dataclass(frozen=True, slots=True)
class CleanupKind:
    """One kind of data that can be removed, identified by numbers that only grow."""

    last_of_batch: Callable[[AsyncConnection, int, int], Awaitable[int | None]]
    found: Callable[[AsyncConnection, int, int, Millis], Awaitable[Sequence[int]]]
    remove: Callable[[AsyncConnection, Sequence[int]], Awaitable[None]]
    batch: int
    """How many are looked at in a step."""
    at_once: int
    """How many of them are removed in one transaction, which moves have to wait for."""


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
