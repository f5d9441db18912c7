"""When to look at a game again: a moment in its own row, so that it is stored with every change."""

from collections.abc import Sequence

from sqlalchemy import select, update

from bot.clock import Moment
from bot.game import OPEN
from bot.store.database import Connected
from bot.store.schema import games, seats


async def due_games(connection: Connected, now: Moment, limit: int) -> Sequence[int]:
    """The games to be looked at, the longest overdue first."""
    found = select(games.c.id).where(games.c.due_at <= now).order_by(games.c.due_at).limit(limit)
    return (await connection.execute(found)).scalars().all()


async def set_due(connection: Connected, game_id: int, due_at: Moment | None) -> None:
    """Look again then; never, when None."""
    await connection.execute(update(games).where(games.c.id == game_id).values(due_at=due_at))


async def look_again(connection: Connected, user_id: int, now: Moment) -> None:
    """Look now at every open game of a person, because what they like has changed. What is being
    worked out with what they liked before is worked out anew."""
    sits_in = select(seats.c.game_id).where(seats.c.user_id == user_id)
    here = games.c.id.in_(sits_in) & games.c.status.in_([str(status) for status in OPEN])
    changed = update(games).where(here).values(due_at=now, revision=games.c.revision + 1)
    await connection.execute(changed)
