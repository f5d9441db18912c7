"""When to look at a game again: a moment in its own row, so that it is stored with every change."""

from collections.abc import Sequence

from sqlalchemy import bindparam, select, update

from bot.process.clock import Moment
from bot.store.connection.database import Connected
from bot.store.games.listing import is_open
from bot.store.schema import games

_DUE = select(games.c.id).where(games.c.due_at <= bindparam("now")).order_by(games.c.due_at)
_IN_PLAY = _DUE.where(is_open())
_TO_SETTLE = _DUE.where(~is_open())
"""One index each, which requires the statuses to be literals as they are here."""


async def due_games(connection: Connected, now: Moment, limit: int) -> Sequence[int]:
    """The games to look at, the longest overdue first: those in play before those to be settled, of
    which an upgrade may leave many."""
    found: list[int] = []
    for which in (_IN_PLAY, _TO_SETTLE):
        if len(found) < limit:
            rest = which.limit(limit - len(found))
            found += (await connection.execute(rest, {"now": now})).scalars().all()
    return found


async def set_due(connection: Connected, game_id: int, due_at: Moment | None) -> None:
    """Look again then; never, when None."""
    await connection.execute(update(games).where(games.c.id == game_id).values(due_at=due_at))
