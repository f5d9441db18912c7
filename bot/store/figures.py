"""Health of the bot as the database shows it: figures, and nothing about any game."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import case, func, select, text

from bot.match.game import OPEN
from bot.process.clock import Millis
from bot.store.claims import IS_HEAD
from bot.store.connection.database import AsyncConnection, Database
from bot.store.schema import games, outbox


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """One look at the database."""

    posts_waiting: int
    oldest_post: Millis | None
    """The moment at which the message that has waited longest was written."""
    open_games: Mapping[str, int]
    """By status."""
    size: int
    """In bytes."""


async def measure(database: Database) -> StoreFigures:
    waiting = select(func.count(), func.min(outbox.c.created_at)).where(outbox.c.state == "waiting")
    by_status = (
        select(games.c.status, func.count().label("number"))
        .where(games.c.status.in_(OPEN))
        .group_by(games.c.status)
    )
    async with database.reading() as connection:
        count, oldest = (await connection.execute(waiting)).one()
        counts = {row.status: row.number for row in (await connection.execute(by_status)).all()}
        size = await _size(connection, on_sqlite=database.on_sqlite)
    return StoreFigures(count, oldest, {status: counts.get(status, 0) for status in OPEN}, size)


async def oldest_due(connection: AsyncConnection) -> Millis | None:
    """Find since when the longest overdue unclaimed message has been due."""
    freed = case(
        (outbox.c.claimed_until > outbox.c.due_at, outbox.c.claimed_until), else_=outbox.c.due_at
    )
    moment: Millis | None = await connection.scalar(select(func.min(freed)).where(IS_HEAD))
    return moment


async def oldest_undelivered(connection: AsyncConnection) -> Millis | None:
    """Find when the oldest message that was tried but not delivered was written."""
    tried = (outbox.c.state == "waiting", outbox.c.attempts > 0)
    query = select(func.min(outbox.c.created_at)).where(*tried)
    moment: Millis | None = await connection.scalar(query)
    return moment


async def _size(connection: AsyncConnection, *, on_sqlite: bool) -> int:
    query = (
        "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        if on_sqlite
        else "SELECT pg_database_size(current_database())"
    )
    return int((await connection.execute(text(query))).scalar_one())
