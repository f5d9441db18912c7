"""When to look at a game again: a moment in its own row, so that it is stored with every change."""

from collections.abc import Sequence

from sqlalchemy import case, select, update

from bot.clock import Moment
from bot.game import OPEN
from bot.store.database import Connected
from bot.store.schema import games


async def due_games(connection: Connected, now: Moment, limit: int) -> Sequence[int]:
    """The games to be looked at: those in play before those to be settled, of which an upgrade may
    leave many; the longest overdue first."""
    over = games.c.status.not_in([str(status) for status in OPEN])
    order = (case((over, 1), else_=0), games.c.due_at)
    found = select(games.c.id).where(games.c.due_at <= now).order_by(*order).limit(limit)
    return (await connection.execute(found)).scalars().all()


async def set_due(connection: Connected, game_id: int, due_at: Moment | None) -> None:
    """Look again then; never, when None."""
    await connection.execute(update(games).where(games.c.id == game_id).values(due_at=due_at))
