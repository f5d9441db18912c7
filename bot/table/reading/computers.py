"""What computer players know of their games when it is their turn."""

from bot.match.computers import ThinkTask, is_to_act, move_task
from bot.match.game import Game
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import require_game
from bot.table.deciding.positions import Positions


class ComputerTurns:
    def __init__(self, database: Database, positions: Positions) -> None:
        self._database = database
        self._positions = positions

    async def of(self, game_id: int) -> tuple[Game, ThinkTask] | None:
        """The game and the turn, if it is a computer player's."""

        async def found(connection: AsyncConnection) -> tuple[Game, ThinkTask] | None:
            game = await require_game(connection, game_id)
            if not is_to_act(game):
                return None
            return game, move_task(game, await self._positions.current(connection, game))

        return await self._database.view(found)
