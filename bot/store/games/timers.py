"""When something is to happen in a game on its own: two moments in the game's row, so that they are
stored with every change. At one the game is looked at, at the other its computer player moves.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import Integer, bindparam, or_, select, update

from bot.process.clock import SECOND, Moment
from bot.store.connection.database import Connected
from bot.store.games.listing import is_open
from bot.store.schema import games

LEASE = 90 * SECOND
"""How long a claim on a computer player's move holds without being renewed."""

_DUE = select(games.c.id).where(games.c.due_at <= bindparam("now")).order_by(games.c.due_at)
_IN_PLAY = _DUE.where(is_open())
_TO_SETTLE = _DUE.where(~is_open())
"""Each has its own index, which requires the statuses to be literals as they are here."""
_moves_at = games.c.moves_at
_TO_MOVE = (
    select(games.c.id, _moves_at)
    .where(or_(_moves_at <= bindparam("now"), _moves_at > bindparam("past_any_lease")))
    .where(games.c.id.not_in(bindparam("but", expanding=True)))
    .order_by(_moves_at)
    .limit(bindparam("most", type_=Integer))
)
"""A moment more than two leases ahead was written by a clock that has been set back since."""


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
    """Set when to look at the game again; None for never."""
    await connection.execute(update(games).where(games.c.id == game_id).values(due_at=due_at))


async def games_to_move_in(
    connection: Connected, now: Moment, most: int, but: Collection[int]
) -> Sequence[tuple[int, Moment]]:
    """The games in which a computer player is to move, the longest overdue first, each with the
    moment at which it was to move."""
    wanted = {"now": now, "past_any_lease": now + 2 * LEASE, "but": list(but), "most": most}
    return [(row.id, row.moves_at) for row in await connection.execute(_TO_MOVE, wanted)]


async def put_off(connection: Connected, game_id: int, seen: Moment, until: Moment) -> bool:
    """Put off the computer player's move until then. Returns False, and changes nothing, if it is
    no longer due at the moment seen."""
    here = (games.c.id == game_id) & (_moves_at == seen)
    changed = await connection.execute(update(games).where(here).values(moves_at=until))
    return changed.rowcount == 1
