"""Connections: what is told when none is to be had."""

from contextlib import AsyncExitStack

import pytest

from bot.errors import StoreLocked
from bot.store.database import Database

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
