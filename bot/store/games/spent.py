"""What games that are over no longer need: their snapshots, and the events of their moves.

Both follow from the seed and the moves, which stay. In place of its events a move keeps their
digest, so that `verify` can still tell whether the rules give the same ones.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, func, select, update

from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.games.listing import is_open
from bot.store.games.log import digest_of_events, is_digest
from bot.store.schema import games, moves, snapshots

_SHORTEN = (
    update(moves)
    .where(moves.c.id == bindparam("number"))
    # SQLite moves a row off its page only if it seems to get another number. Only then are the
    # pages that become empty reused.
    .values(id=moves.c.id, events=bindparam("digest"))
)


async def last_of_batch(connection: Connected, after: int, size: int) -> int | None:
    """The number of the last game in the next batch of this size, among games with a snapshot; None
    when there is none."""
    batch = (
        select(snapshots.c.game_id)
        .where(snapshots.c.game_id > after)
        .order_by(snapshots.c.game_id)
        .limit(size)
    )
    last: int | None = (
        await connection.execute(select(func.max(batch.subquery().c.game_id)))
    ).scalar()
    return last


async def spent_games(
    connection: Connected, after: int, upto: int, before: Millis
) -> Sequence[int]:
    """The games among these that ended before that moment, are not waiting for anything (such as
    being counted) and have not been shortened yet."""
    found = (
        select(games.c.id)
        .join(snapshots, snapshots.c.game_id == games.c.id)
        .where(
            *(games.c.id > after, games.c.id <= upto, ~is_open()),
            *(games.c.due_at.is_(None), games.c.ended_at < before),
        )
    )
    return (await connection.execute(found)).scalars().all()


async def shorten(connection: Connected, ids: Sequence[int]) -> None:
    """Delete their snapshots, and replace the events in the log with digests."""
    logged = select(moves.c.id, moves.c.events).where(moves.c.game_id.in_(ids))
    rows = [
        {"number": number, "digest": digest_of_events(events)}
        for number, events in await connection.execute(logged)
        if not is_digest(events)
    ]
    if rows:
        await connection.execute(_SHORTEN, rows)
    await connection.execute(delete(snapshots).where(snapshots.c.game_id.in_(ids)))


async def is_shortened(connection: Connected, game_id: int) -> bool:
    """Whether the game is over and has no snapshot: it needs none."""
    found = (
        select(games.c.id)
        .outerjoin(snapshots, snapshots.c.game_id == games.c.id)
        .where(games.c.id == game_id, ~is_open(), snapshots.c.game_id.is_(None))
    )
    return (await connection.execute(found)).scalar() is not None
