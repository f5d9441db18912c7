"""When to look at a game again. A timer that comes early is set anew, so moves leave it alone."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update

from bot.clock import Moment
from bot.store.database import Connected
from bot.store.schema import timers

RUNS_OUT = "runs_out"


async def set_timer(
    connection: Connected, game_id: int, due_at: Moment, kind: str = RUNS_OUT
) -> None:
    here = (timers.c.game_id == game_id) & (timers.c.kind == kind)
    moved = await connection.execute(update(timers).where(here).values(due_at=due_at))
    if moved.rowcount == 0:
        await connection.execute(insert(timers).values(game_id=game_id, kind=kind, due_at=due_at))


async def drop_timer(connection: Connected, game_id: int, kind: str = RUNS_OUT) -> None:
    here = (timers.c.game_id == game_id) & (timers.c.kind == kind)
    await connection.execute(delete(timers).where(here))


async def due_games(
    connection: Connected, now: Moment, limit: int, kind: str = RUNS_OUT
) -> Sequence[int]:
    """The games whose timer has come, the longest overdue first."""
    found = (
        select(timers.c.game_id)
        .where(timers.c.kind == kind, timers.c.due_at <= now)
        .order_by(timers.c.due_at)
        .limit(limit)
    )
    return (await connection.execute(found)).scalars().all()
