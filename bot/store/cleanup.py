"""Removing what is no longer needed: of games that are over, their snapshots, the events of their
moves, and drafts; of the outbox, old messages that nothing refers to.

Snapshots and events follow from the seed and the moves, which stay. In place of its events a move
keeps their digest, so that `verify` can still tell whether the rules give the same ones.

What a game refers to stays, no matter how old: its last post with buttons, its last live board in
each channel, the boards that show what has been seen, and notes that their person has not read yet.
"""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Column, Select, and_, bindparam, delete, exists, func, or_, select, update

from bot.match.messages import BUTTONED
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.games import IS_OPEN
from bot.store.log import digest_of_events, is_digest
from bot.store.message_queue import IS_UNREAD, OPEN
from bot.store.schema import drafts, games, moves, outbox, snapshots

SETTLED = ("delivered", "cancelled", "failed")

_SHORTEN = (
    update(moves)
    .where(moves.c.id == bindparam("number"))
    # SQLite moves a row off its page only if it seems to get another number. Only then are the
    # pages that become empty reused.
    .values(id=moves.c.id, events=bindparam("digest"))
)
_LATER = outbox.alias("later")
_LATER_IN_GAME = and_(_LATER.c.game_id == outbox.c.game_id, _LATER.c.id > outbox.c.id)
_IS_LIVE = and_(outbox.c.kind == "live", outbox.c.state == "delivered")
_IS_BUTTONED = outbox.c.kind.in_(BUTTONED)
# Posts that may still be edited, and boards that somebody saw.
_REFERRED_TO = or_(
    _IS_LIVE,
    and_(_IS_BUTTONED, or_(outbox.c.message_id.is_not(None), outbox.c.shown_at.is_not(None))),
)
# See `bot.store.message_queue` for what a board counts as having shown.
_SHOWS_AS_MUCH = and_(
    _LATER.c.kind == "board",
    _LATER.c.shown_at.is_not(None),
    _LATER.c.ply >= outbox.c.ply,
    _LATER.c.branch >= outbox.c.branch,
)
# A later post has replaced it since before that moment.
_SUPERSEDED = exists().where(
    _LATER_IN_GAME,
    _LATER.c.settled_at < bindparam("before"),
    or_(
        and_(
            outbox.c.kind == "live",
            _LATER.c.kind == "live",
            _LATER.c.state == "delivered",
            _LATER.c.place_id == outbox.c.place_id,
        ),
        and_(
            _IS_BUTTONED,
            _LATER.c.kind.in_(BUTTONED),
            or_(outbox.c.message_id.is_(None), _LATER.c.message_id.is_not(None)),
            or_(outbox.c.kind != "board", _SHOWS_AS_MUCH),
        ),
    ),
)
# The messages that a game still has waiting may refer to its earlier posts.
_IS_BUSY = exists().where(_LATER.c.game_id == outbox.c.game_id, _LATER.c.state.in_(OPEN))


async def games_to_shorten(
    connection: AsyncConnection, after: int, upto: int, before: Millis
) -> Sequence[int]:
    """List the games among these that ended before that moment, are not waiting for anything (such
    as being counted) and have not been shortened yet."""
    query = (
        select(games.c.id)
        .join(snapshots, snapshots.c.game_id == games.c.id)
        .where(
            games.c.id > after,
            games.c.id <= upto,
            ~IS_OPEN,
            games.c.due_at.is_(None),
            games.c.ended_at < before,
        )
    )
    return (await connection.scalars(query)).all()


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
    """True if the game is over and has no snapshot: it needs none."""
    query = (
        select(games.c.id)
        .outerjoin(snapshots, snapshots.c.game_id == games.c.id)
        .where(games.c.id == game_id, ~IS_OPEN, snapshots.c.game_id.is_(None))
    )
    return await connection.scalar(query) is not None


async def games_with_old_drafts(
    connection: AsyncConnection, after: int, upto: int, before: Millis
) -> Sequence[int]:
    """List the games among these that ended before that moment and still have a draft, as earlier
    versions could leave behind."""
    query = (
        select(drafts.c.game_id)
        .join(games, games.c.id == drafts.c.game_id)
        .where(drafts.c.game_id > after, drafts.c.game_id <= upto)
        .where(~IS_OPEN, games.c.ended_at < before)
        .distinct()
    )
    return (await connection.scalars(query)).all()


async def remove_drafts(connection: AsyncConnection, ids: Sequence[int]) -> None:
    await connection.execute(delete(drafts).where(drafts.c.game_id.in_(ids)))


async def messages_to_remove(
    connection: AsyncConnection, after: int, upto: int, before: Millis
) -> Sequence[int]:
    """List those among these ids that nothing has needed since before that moment."""
    query = select(outbox.c.id).where(
        outbox.c.id > after,
        outbox.c.id <= upto,
        outbox.c.state.in_(SETTLED),
        outbox.c.settled_at < before,
        ~IS_UNREAD,
        or_(~_REFERRED_TO, _SUPERSEDED),
        ~_IS_BUSY,
    )
    return (await connection.scalars(query, {"before": before})).all()


async def remove_messages(connection: AsyncConnection, ids: Sequence[int]) -> None:
    await connection.execute(delete(outbox).where(outbox.c.id.in_(ids)))


@dataclass(frozen=True, slots=True)
class CleanupKind:
    """One kind of data that can be removed, identified by the numbers of its rows or of their
    games."""

    numbers: Column[int]
    find: Callable[[AsyncConnection, int, int, Millis], Awaitable[Sequence[int]]]
    remove: Callable[[AsyncConnection, Sequence[int]], Coroutine[Any, Any, None]]
    batch: int
    """The number looked at in a step."""
    at_once: int
    """The number of them removed in one transaction, which moves have to wait for."""

    async def last_of_batch(self, connection: AsyncConnection, after: int) -> int | None:
        """Find the last number in the next batch; None when there is none."""
        values = {"after": after, "most": self.batch}
        last: int | None = await connection.scalar(_last_of_batch(self.numbers), values)
        return last


@cache
def _last_of_batch(numbers: Column[int]) -> Select[tuple[int]]:
    """Make the query, once, as subqueries refer to themselves."""
    later = select(numbers).where(numbers > bindparam("after")).order_by(numbers)
    batch = later.limit(bindparam("most")).subquery()
    return select(func.max(batch.c[numbers.name]))


MESSAGES = CleanupKind(outbox.c.id, messages_to_remove, remove_messages, batch=500, at_once=500)
GAMES = CleanupKind(snapshots.c.game_id, games_to_shorten, shorten, batch=50, at_once=5)
DRAFTS = CleanupKind(drafts.c.game_id, games_with_old_drafts, remove_drafts, batch=500, at_once=100)
