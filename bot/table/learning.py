"""How far people have come in learning the games: kept with their preferences, by which nothing
else is changed."""

from dataclasses import dataclass

from bot.process.clock import Clock
from bot.store.connection.database import Database
from bot.store.people import personal_values, prefer
from bot.table.tutorials import exercises_of


@dataclass(frozen=True, slots=True)
class Learning:
    """What everybody at one table has learnt."""

    database: Database
    clock: Clock

    async def exercise_of(self, user_id: int, kind: str) -> int:
        """Find the exercise of a game with which somebody goes on: the first, if they have begun
        none or done all."""
        values = await self.database.read(personal_values, user_id)
        number = int(values.get(_exercise(kind), 0))
        return number if number < len(exercises_of(kind)) else 0

    async def go_on_with(self, user_id: int, kind: str, number: int) -> None:
        """Keep the exercise of a game with which somebody goes on."""
        if number != await self.exercise_of(user_id, kind):
            changes = {_exercise(kind): str(number)}
            await self.database.change(prefer, user_id, changes, self.clock())


def _exercise(kind: str) -> str:
    return f"exercise.{kind}"
