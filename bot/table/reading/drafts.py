"""Drafts: what a player has begun to choose, kept until the position changes. A draft is private to
its player.

Knows no rule of a game, no SQL and nothing of Discord.
"""

from collections.abc import Sequence

from bot.match.errors import StaleMove
from bot.match.game import Game, seat_for
from bot.process.clock import Clock
from bot.store import orders
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.games import lock_game, require_game
from bot.table.reading.games import Position


class Drafts:
    """Everybody's drafts. One per table."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, position: Position, kind: str = "") -> tuple[str, ...]:
        """The tokens that the player looking at this position has chosen in it, for a move or for
        an order for a kind. Empty when nothing has been begun."""
        if position.seat is None:
            return ()
        async with self._database.reading() as connection:
            found = await orders.load_draft(connection, position.game, position.seat, kind)
        return found or ()

    async def keep(self, position: Position, kind: str, chosen: Sequence[str]) -> None:
        """Replaces what this player had begun before. StaleMove when the position has changed, or
        the seat is no longer theirs."""
        await retry_on_conflict(lambda: self._keep(position, kind, tuple(chosen)))

    async def forget(self, position: Position, kind: str = "") -> None:
        """Start over. StaleMove as with `keep`."""
        if await self.of(position, kind):
            await retry_on_conflict(lambda: self._forget(position))

    async def _keep(self, position: Position, kind: str, chosen: tuple[str, ...]) -> None:
        async def keep(connection: AsyncConnection) -> None:
            game, seat = await _as_seen(connection, position)
            now = self._clock()
            await orders.save_draft(connection, game, seat, kind, chosen, now=now)

        await self._database.write(keep)

    async def _forget(self, position: Position) -> None:
        async def forget(connection: AsyncConnection) -> None:
            game, seat = await _as_seen(connection, position)
            await orders.delete_draft(connection, game.id, seat)

        await self._database.write(forget)


async def _as_seen(connection: AsyncConnection, position: Position) -> tuple[Game, int]:
    """The game, locked, and the seat of the player who looks at it. Raises StaleMove."""
    seen, seat = position.game, position.seat
    assert seat is not None
    game = await require_game(connection, seen.id)
    await lock_game(connection, game)
    user_id = seen.seats[seat].user_id
    same = (game.ply, game.branch) == (seen.ply, seen.branch)
    if not same or user_id is None or seat_for(game, user_id) != seat:
        raise StaleMove(game.id, game.ply)
    return game, seat
