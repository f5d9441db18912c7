"""What a person prefers in all their games. Knows no SQL, nor which preferences there are."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.game import Timeouts
from bot.match.preferences import Habits
from bot.process.clock import Clock
from bot.store.connection.database import Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.people import habits_of_person, prefer
from bot.table.saving import reschedule_games_of


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everybody's preferences. One per table."""

    database: Database
    timeouts: Timeouts
    clock: Clock

    async def of(self, user_id: int) -> Habits:
        async with self.database.reading() as connection:
            return await habits_of_person(connection, user_id)

    async def set(self, user_id: int, changes: Mapping[str, str]) -> Habits:
        """Change some of them, by name; returns all of them. Scheduled moments in their games are
        recomputed."""
        return await retry_on_conflict(lambda: self._set(user_id, changes))

    async def _set(self, user_id: int, changes: Mapping[str, str]) -> Habits:
        async with self.database.writing() as connection:
            await prefer(connection, user_id, changes, self.clock())
            await reschedule_games_of(connection, user_id, self.timeouts, self.clock())
            return await habits_of_person(connection, user_id)
