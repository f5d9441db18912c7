"""Connections: the error when there is none, and how long a lock is waited for."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import text

from bot.match.errors import StoreLocked
from bot.store.connection import sqlite
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.sqlite import SqliteConnection, WatchedFile, connect
from bot.store.migration import migrate

MORE_THAN_A_POOL = 20


async def test_too_many_waiting_for_a_connection_are_refused_as_such(url: str) -> None:
    """And not that another process holds the database."""
    database = Database(url, busy_timeout=0.1, pool_size=1)
    with pytest.raises(StoreLocked, match=r"too many are waiting.*CONNECTIONS"):
        await use_many_connections(database)
    await database.close()


async def use_many_connections(database: Database) -> None:
    async with AsyncExitStack() as crowd:
        for _ in range(MORE_THAN_A_POOL):
            await crowd.enter_async_context(database.reading())


async def test_waiting_for_other_writers_counts_as_lock_timeout(
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


async def test_a_connection_opened_for_a_cancelled_caller_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = WatchedFile(str(tmp_path / "bot.db"))
    opening = Event()
    cancelled = Event()

    def make_private(path: Path) -> None:
        opening.set()
        assert cancelled.wait(60)

    monkeypatch.setattr(sqlite, "make_private", make_private)
    caller = asyncio.create_task(connect(file, 1.0))
    while not opening.is_set():
        await asyncio.sleep(0)
    caller.cancel()
    cancelled.set()
    with pytest.raises(asyncio.CancelledError):
        await caller
    Path(file.path).unlink()
    file.check()  # nobody has it open


async def test_a_connection_whose_closing_is_cancelled_is_closed(tmp_path: Path) -> None:
    file = WatchedFile(str(tmp_path / "bot.db"))
    go_on = Event()
    thread = ThreadPoolExecutor(1)
    connection = SqliteConnection(thread)
    await connection.open(file, 1.0)
    thread.submit(go_on.wait, 60)
    closing = asyncio.create_task(connection.close())
    await asyncio.sleep(0)
    closing.cancel()
    await asyncio.wait([closing])
    with pytest.raises(RuntimeError, match="shutdown"):
        thread.submit(go_on.wait)
    go_on.set()
    thread.shutdown()
    Path(file.path).unlink()
    file.check()  # nobody has it open


@pytest.mark.parametrize("how", [Database.read, Database.view, Database.write])
async def test_a_caller_cancelled_at_any_step_leaves_nothing_open(
    url: str, how: Callable[..., asyncio.Future[None]]
) -> None:
    """Every test fails that leaves one open."""

    async def look(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("SELECT 1")

    for steps in range(40):
        database = Database(url)
        caller = asyncio.ensure_future(how(database, look))
        for _ in range(steps):
            await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait([caller])
        await database.close()
