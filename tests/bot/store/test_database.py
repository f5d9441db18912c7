"""Connections: the error when there is none, and how long a lock is waited for."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.match.errors import StoreLocked
from bot.store.connection.database import Database
from bot.store.migration.migrating import migrate

MORE_THAN_A_POOL = 20


async def test_a_crowd_that_waits_for_a_connection_is_told_so(url: str) -> None:
    """And not that another process holds the database."""
    database = Database(url, busy_timeout=0.1, pool_size=1)
    with pytest.raises(StoreLocked, match=r"too many are waiting.*CONNECTIONS"):
        await use_many_connections(database)
    await database.close()


async def use_many_connections(database: Database) -> None:
    async with AsyncExitStack() as crowd:
        for _ in range(MORE_THAN_A_POOL):
            await crowd.enter_async_context(database.reading())


async def test_the_wait_in_the_queue_of_writers_is_a_part_of_the_wait_for_the_lock(
    tmp_path: Path,
) -> None:
    file = tmp_path / "bot.db"
    database = Database(f"sqlite+aiosqlite:///{file}", busy_timeout=0.5)
    await migrate(database)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        now = asyncio.get_running_loop().time
        began = now()

        async def refused_after() -> float:
            with pytest.raises(StoreLocked):
                async with database.writing() as connection:
                    await connection.execute(text("DELETE FROM games"))
            return now() - began

        waited = await asyncio.gather(*(refused_after() for _ in range(8)))
        other.execute("ROLLBACK")
    assert max(waited) < 3 * 0.5
    async with database.writing() as connection:
        await connection.execute(text("DELETE FROM games"))
    await database.close()
