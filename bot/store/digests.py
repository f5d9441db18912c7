"""When channels get digests, and what was played in them since the last one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from bot.match.game import Status
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.people import read_values
from bot.store.schema import channels, games, moves

# The games of which a digest knows at all.
MOST_GAMES = 100


class DueDigest(NamedTuple):
    """A channel whose digest is due."""

    settings: Mapping[str, str]
    since: Millis
    """What was played from then on is still to be told."""


async def plan_digest(
    connection: AsyncConnection,
    channel_id: int,
    due_at: Millis | None,
    *,
    not_before: Millis | None = None,
) -> None:
    """Store when a channel gets the next digest, if it gets one; and that it tells of nothing
    before a moment."""
    values: dict[str, object] = {"due_at": due_at}
    if not_before is not None:
        since = channels.c.digest_since
        values["digest_since"] = sa.case((since > not_before, since), else_=not_before)
    await connection.execute(
        sa.update(channels).where(channels.c.channel_id == channel_id).values(**values)
    )


async def due_digest(connection: AsyncConnection, channel_id: int, now: Millis) -> DueDigest | None:
    """Find the digest that is due in a channel. Nobody else does until the transaction ends."""
    query = (
        sa.select(channels.c.settings, channels.c.digest_since)
        .where(channels.c.channel_id == channel_id, channels.c.due_at <= now)
        .with_for_update()
    )
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else DueDigest(read_values(row.settings), row.digest_since or 0)


async def game_played_last(
    connection: AsyncConnection, channel_id: int, since: Millis, until: Millis
) -> int | None:
    """Find the game in which a move was made last in this time, of the moves that stand in a
    channel and its threads."""
    query = (
        sa.select(moves.c.game_id)
        .join(games, games.c.id == moves.c.game_id)
        .where(_is_told(channel_id, since), *_played_between(since, until))
        .order_by(moves.c.played_at.desc())
        .limit(1)
    )
    number: int | None = await connection.scalar(query)
    return number


async def games_in_digest(
    connection: AsyncConnection, channel_id: int, since: Millis, until: Millis
) -> Sequence[int]:
    """List the running games of a channel and its threads, and those that have ended since then;
    first those in which a move was made last."""
    last_move = (
        sa.select(sa.func.max(moves.c.played_at))
        .where(moves.c.game_id == games.c.id, moves.c.undone == 0, moves.c.played_at < until)
        .scalar_subquery()
    )
    query = (
        sa.select(games.c.id)
        .where(_is_told(channel_id, since))
        .order_by(sa.func.coalesce(last_move, 0).desc(), games.c.id.desc())
        .limit(MOST_GAMES)
    )
    return (await connection.scalars(query)).all()


def _is_told(channel_id: int, since: Millis) -> sa.ColumnElement[bool]:
    """Select the games that a digest tells of: those that run, and those that have ended."""
    return sa.and_(
        sa.or_(games.c.channel_id == channel_id, games.c.parent_id == channel_id),
        games.c.commitment.is_not(None),
        sa.or_(games.c.status == str(Status.RUNNING), games.c.ended_at >= since),
    )


def _played_between(since: Millis, until: Millis) -> Sequence[sa.ColumnElement[bool]]:
    return moves.c.undone == 0, moves.c.played_at >= since, moves.c.played_at < until
