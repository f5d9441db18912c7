"""Pieces of work on a connection to PostgreSQL, with as few round trips as possible.

SQLAlchemy leaves such a connection in autocommit. The transaction, if there is one, is the driver's
own, so that prepared statements can go to the driver as they are.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, TypeVar

import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection.faults import committing, unreachable

T = TypeVar("T")
Isolation = Literal["read_committed", "repeatable_read"]


async def run(work: Callable[[], Awaitable[T]], driver: Any, isolation: Isolation | None) -> T:
    """In a transaction, unless `isolation` is None."""
    try:
        if isolation is None:
            return await work()
        return await _run_in(driver.transaction(isolation=isolation), work, driver)
    except asyncpg.InterfaceError as error:
        if driver.is_closed():
            raise unreachable() from error
        raise


async def _run_in(transaction: Any, work: Callable[[], Awaitable[T]], driver: Any) -> T:
    """SQLAlchemy closes the connection of a caller who is cancelled; then there is nothing to roll
    back."""
    await transaction.start()
    try:
        result = await work()
    except BaseException:
        if not driver.is_closed():
            await transaction.rollback()
        raise
    with committing():
        await transaction.commit()
    return result


def driver_of(connection: AsyncConnection) -> Any:
    assert connection.sync_connection is not None
    return connection.sync_connection.connection.driver_connection


def autocommits(connection: AsyncConnection) -> bool:
    """Whether SQLAlchemy would not have to begin a transaction before a statement."""
    assert connection.sync_connection is not None
    adapted: Any = connection.sync_connection.connection.dbapi_connection
    return bool(adapted.autocommit)


async def rows(connection: AsyncConnection, sql: str, values: Sequence[Any]) -> Sequence[Any]:
    found: Sequence[Any] = await driver_of(connection).fetch(sql, *values)
    return found


async def changed(connection: AsyncConnection, sql: str, values: Sequence[Any]) -> int:
    """How many rows changed; the driver's status looks like "UPDATE 1"."""
    status: str = await driver_of(connection).execute(sql, *values)
    return int(status.rpartition(" ")[2])
