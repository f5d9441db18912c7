"""Pieces of work on a connection to PostgreSQL, with as few round trips as possible.

SQLAlchemy leaves such a connection in autocommit. The transaction, if there is one, is the driver's
own, so that prepared statements can go to the driver as they are.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeVar

import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection.faults import UNREACHABLE, committing

T = TypeVar("T")
Isolation = Literal["read_committed", "repeatable_read"]


async def run(
    work: Callable[[AsyncConnection], Coroutine[Any, Any, T]],
    connection: AsyncConnection,
    isolation: Isolation | None,
) -> T:
    """In a transaction, unless `isolation` is None."""
    driver = driver_of(connection)
    try:
        if isolation is None:
            return await work(connection)
        transaction = driver.transaction(isolation=isolation)
        await transaction.start()
        try:
            result = await work(connection)
        except BaseException:
            if not driver.is_closed():  # SQLAlchemy closes that of a caller who is cancelled
                await transaction.rollback()
            raise
        with committing():
            await transaction.commit()
        return result
    except asyncpg.InterfaceError as error:
        if driver.is_closed():
            raise UNREACHABLE() from error
        raise


def driver_of(connection: AsyncConnection) -> Any:
    assert connection.sync_connection is not None
    return connection.sync_connection.connection.driver_connection


def is_closed(connection: AsyncConnection) -> bool:
    return bool(driver_of(connection).is_closed())


def autocommits(connection: AsyncConnection) -> bool:
    """True if SQLAlchemy would not have to begin a transaction before a statement."""
    assert connection.sync_connection is not None
    adapted: Any = connection.sync_connection.connection.dbapi_connection
    return bool(adapted.autocommit)
