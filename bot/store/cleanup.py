"""What games that are over no longer need: their snapshots, and the events of their moves.

Both follow from the seed and the moves, which stay. In place of its events a move keeps their
digest, so that `verify` can still tell whether the rules give the same ones.
"""

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    func,
    not_,
    or_,
    select,
    update,
)

from bot.match.messages import BUTTONED
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.games import IS_OPEN
from bot.store.log import digest_of_events, is_digest
from bot.store.message_queue import OPEN
from bot.store.schema import games, moves, outbox, snapshots

_SHORTEN = (
    update(moves)
    .where(moves.c.id == bindparam("number"))
    # SQLite moves a row off its page only if it seems to get another number. Only then are the
    # pages that become empty reused.
    .values(id=moves.c.id, events=bindparam("digest"))
)


async def last_game_of_batch(connection: AsyncConnection, after: int, size: int) -> int | None:
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


async def games_to_shorten(
    connection: AsyncConnection, after: int, upto: int, before: Millis
) -> Sequence[int]:
    """The games among these that ended before that moment, are not waiting for anything (such as
    being counted) and have not been shortened yet."""
    found = (
        select(games.c.id)
        .join(snapshots, snapshots.c.game_id == games.c.id)
        .where(
            *(games.c.id > after, games.c.id <= upto, ~IS_OPEN),
            *(games.c.due_at.is_(None), games.c.ended_at < before),
        )
    )
    return (await connection.execute(found)).scalars().all()


async def shorten(connection: AsyncConnection, ids: Sequence[int]) -> None:
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


async def is_shortened(connection: AsyncConnection, game_id: int) -> bool:
    """Whether the game is over and has no snapshot: it needs none."""
    found = (
        select(games.c.id)
        .outerjoin(snapshots, snapshots.c.game_id == games.c.id)
        .where(games.c.id == game_id, ~IS_OPEN, snapshots.c.game_id.is_(None))
    )
    return (await connection.execute(found)).scalar() is not None


# --- spent: Finding and removing old messages that nothing refers to any longer.

SETTLED = ("delivered", "cancelled", "failed")
_LATER = outbox.alias("later")


async def last_message_of_batch(connection: AsyncConnection, after: int, size: int) -> int | None:
    """The id of the last message in the next batch of this size; None when there is none."""
    batch = select(outbox.c.id).where(outbox.c.id > after).order_by(outbox.c.id).limit(size)
    found = select(func.max(batch.subquery().c.id))
    last: int | None = (await connection.execute(found)).scalar()
    return last


async def messages_to_remove(
    connection: AsyncConnection, after: int, upto: int, before: Millis
) -> Sequence[int]:
    """Those among these ids that nothing has needed since before that moment."""
    found = select(outbox.c.id).where(
        *(outbox.c.id > after, outbox.c.id <= upto),
        *(outbox.c.state.in_(SETTLED), outbox.c.settled_at < before),
        not_(_unread()),
        or_(not_(_referred_to()), _superseded(before)),
        not_(_is_busy()),
    )
    return (await connection.execute(found)).scalars().all()


async def remove_messages(connection: AsyncConnection, ids: Sequence[int]) -> None:
    await connection.execute(delete(outbox).where(outbox.c.id.in_(ids)))


def _unread() -> ColumnElement[bool]:
    return and_(outbox.c.kind == "direct", outbox.c.state == "failed", outbox.c.ply.is_(None))


def _referred_to() -> ColumnElement[bool]:
    """Posts that may still be edited, and boards that somebody saw."""
    there = or_(outbox.c.message_id.is_not(None), outbox.c.shown_at.is_not(None))
    live = and_(outbox.c.kind == "live", outbox.c.state == "delivered")
    return or_(live, and_(outbox.c.kind.in_(BUTTONED), there))


def _superseded(before: Millis) -> ColumnElement[bool]:
    """Whether a later post has replaced it since before that moment."""
    live_again = and_(
        *(outbox.c.kind == "live", _LATER.c.kind == "live"),
        *(_LATER.c.state == "delivered", _LATER.c.place_id == outbox.c.place_id),
    )
    buttoned_again = and_(
        *(outbox.c.kind.in_(BUTTONED), _LATER.c.kind.in_(BUTTONED)),
        *(_LATER.c.message_id.is_not(None), or_(outbox.c.kind != "board", _shows_as_much())),
    )
    later = (
        *(_LATER.c.game_id == outbox.c.game_id, _LATER.c.id > outbox.c.id),
        _LATER.c.settled_at < before,
    )
    return exists().where(*later, or_(live_again, buttoned_again))


def _shows_as_much() -> ColumnElement[bool]:
    """See `bot.store.message_queue` for what a board counts as having shown."""
    return and_(
        _LATER.c.shown_at.is_not(None),
        _LATER.c.ply >= outbox.c.ply,
        _LATER.c.branch >= outbox.c.branch,
    )


def _is_busy() -> ColumnElement[bool]:
    """The messages that a game still has waiting may refer to its earlier posts."""
    return exists().where(_LATER.c.game_id == outbox.c.game_id, _LATER.c.state.in_(OPEN))
