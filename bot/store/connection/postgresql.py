"""Transactions on PostgreSQL, with as few round trips as possible.

SQLAlchemy leaves the connection in autocommit. A transaction is the driver's own, so that prepared
statements can go to the driver as they are.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection.faults import committing, unreachable

Isolation = Literal["read_committed", "repeatable_read"]


@asynccontextmanager
async def transaction(
    connection: AsyncConnection, isolation: Isolation | None
) -> AsyncIterator[None]:
    """Begin a transaction; without isolation, each statement is a transaction of its own."""
    driver = driver_of(connection)
    try:
        if isolation is None:
            yield
            return
        begun = driver.transaction(isolation=isolation)
        await begun.start()
        try:
            yield
        except BaseException:
            if not driver.is_closed():  # SQLAlchemy closes that of a caller who is cancelled
                await begun.rollback()
            raise
        with committing():
            await begun.commit()
    except asyncpg.InterfaceError as error:
        if driver.is_closed():
            raise unreachable(error) from error
        raise


def driver_of(connection: AsyncConnection) -> Any:
    assert connection.sync_connection is not None
    return connection.sync_connection.connection.driver_connection


async def answers(connection: AsyncConnection) -> bool:
    """Ask the server whether it still serves this connection."""
    try:
        await driver_of(connection).execute("SELECT 1")
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError):
        return False
    return True
