"""Hints for players: what a computer player would do in their place.

Knows no rule of a game and nothing of Discord.
"""

from functools import partial

from bot.match.computers import (
    Ideas,
    hint_task,
    may_take_hint,
    read_ideas,
    suggest_moves,
    suggest_moves_quickly,
    why_no_hints,
)
from bot.match.errors import Refused, Why
from bot.match.game import Game, Timeouts
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.orders import count_hint
from bot.table.reading.choosing import Questions
from bot.table.reading.games import Games, Position
from bot.table.thinking import Purpose, Thinking


class Hints:
    """All hints that are taken. One per table."""

    def __init__(self, database: Database, games: Games, timeouts: Timeouts) -> None:
        self._database = database
        self._games = games
        self._patience = timeouts
        self.thinking: Thinking | None = None
        """Where hints are thought about, if anything thinks in this process."""

    def offered_in(self, game: Game) -> bool:
        """Whether the player to act can take one here."""
        return self.thinking is not None and why_no_hints(game, self._patience) is None

    async def take(self, game_id: int, user_id: int) -> tuple[Questions, Ideas]:
        """For the player to act: the questions of the position, and the moves suggested in it. The
        hint is counted before it is shown."""

        def may_look(game: Game) -> None:
            may_take_hint(game, user_id, self._patience)

        position, state = await retry_on_conflict(
            lambda: self._games.shown(game_id, user_id, None, may_look)
        )
        if self.thinking is None:
            raise Refused(Why.NO_HINTS_HERE)
        turn = hint_task(position.game, state)
        told = await self.thinking.thought(
            partial(suggest_moves, turn),
            partial(suggest_moves_quickly, turn),
            Purpose.HINT,
            user_id,
        )
        await retry_on_conflict(lambda: self._count(position))
        return Questions(position, state), read_ideas(told)

    async def _count(self, position: Position) -> None:
        seat = position.seat
        assert seat is not None, "a player has looked"

        async def count(connection: AsyncConnection) -> None:
            await count_hint(connection, position.game, seat)

        await self._database.write(count)
