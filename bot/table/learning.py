"""How far people have come in learning the games: kept with their preferences, by which nothing
else is changed."""

from dataclasses import dataclass

from bot.match.computers import is_early
from bot.match.game import Game
from bot.process.clock import Clock
from bot.store.connection.database import Database
from bot.store.games import has_played_before
from bot.store.people import personal_values, prefer
from bot.table.tutorials import exercises_of

# What is kept of who wants no moves explained to them in their first games.
FIRST_GAMES = "first_games"
UNEXPLAINED = "unexplained"


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

    async def is_explained(self, user_id: int, game: Game) -> bool:
        """Check whether a move is explained to somebody unasked: in the first turns of their first
        game of a kind, if it is against a computer player and they have not ended that."""
        if not is_early(game):
            return False
        values = await self.database.read(personal_values, user_id)
        if values.get(FIRST_GAMES) == UNEXPLAINED:
            return False
        return not await self.database.read(has_played_before, user_id, game)

    async def explain_no_more(self, user_id: int) -> None:
        changes = {FIRST_GAMES: UNEXPLAINED}
        await self.database.change(prefer, user_id, changes, self.clock())


def _exercise(kind: str) -> str:
    return f"exercise.{kind}"
