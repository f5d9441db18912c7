"""Connections and transactions, on SQLite and on PostgreSQL. Knows no table.

SQLite runs with WAL, synchronous=FULL and foreign keys; a writer begins with BEGIN IMMEDIATE, and
the writers of one process wait for each other here instead of polling the file.
"""

import sqlite3
from asyncio import Lock, get_running_loop, timeout_at, to_thread
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.engine.url import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.match.errors import StoreRefused
from bot.store.connection.faults import Clash, fault_of, locked
from bot.store.connection.sqlite import OneCrossing, connect, opened_elsewhere
from bot.store.connection.watched_file import WatchedFile

SQLITE_DRIVER = "sqlite+aiosqlite"
POSTGRESQL_DRIVER = "postgresql+asyncpg"
POSTGRESQL_URL = f"{POSTGRESQL_DRIVER}://USER:PASSWORD@HOST/DATABASE"
KNOWN_URLS = f"{SQLITE_DRIVER}:///FILE or {POSTGRESQL_URL}"
OPEN_LOCK = 7_205_760
"""The advisory lock that all connections to a PostgreSQL database share."""

Connected = AsyncConnection


def is_known_url(address: str) -> bool:
    """Whether it is one of KNOWN_URLS; an in-memory SQLite database would lose its games."""
    try:
        url = make_url(address)
    except ArgumentError:
        return False
    if url.drivername == SQLITE_DRIVER:
        return url.database not in (None, "", ":memory:")
    return url.drivername == POSTGRESQL_DRIVER


class Database:
    """One database, with a pool of connections. Close it when done."""

    def __init__(self, url: str, busy_timeout: float = 10.0, pool_size: int = 5) -> None:
        self.url = make_url(url)
        self.on_sqlite = self.url.drivername == SQLITE_DRIVER
        self._writers = Lock()
        self._busy_timeout = busy_timeout
        self._engine = create_async_engine(
            self.url,
            hide_parameters=True,
            pool_size=pool_size,
            pool_timeout=busy_timeout,
            pool_pre_ping=not self.on_sqlite,
            **(
                _file_options(self.url.database or "", busy_timeout)
                if self.on_sqlite
                else _server_options(busy_timeout)
            ),
        )
        self._reading = self._engine.execution_options(begin=None)
        self._viewing = self._engine.execution_options(begin="BEGIN")
        if self.on_sqlite:
            event.listen(self._engine.sync_engine, "begin", _begin)
        else:
            event.listen(self._engine.sync_engine, "connect", _share_lock)
            self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
            self._viewing = self._engine.execution_options(isolation_level="REPEATABLE READ")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connected]:
        """For single reads: each sees what is committed when it runs."""
        async with self._connected(self._reading) as connection:
            yield connection

    @asynccontextmanager
    async def viewing(self) -> AsyncIterator[Connected]:
        """For reads that belong together: all see the same moment. Blocks no writer."""
        async with self._connected(self._viewing) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connected]:
        """One transaction: everything in it is committed at the end, or nothing is. Waiting for
        other writers of this process counts towards the lock timeout."""
        time = get_running_loop().time
        until = time() + self._busy_timeout
        async with AsyncExitStack() as stack:
            if self.on_sqlite:
                await self._queue_up(stack, until)
            connection = await stack.enter_async_context(self._connected(self._engine))
            if self.on_sqlite:
                driver = (await connection.get_raw_connection()).driver_connection
                assert isinstance(driver, OneCrossing)
                driver.wait_at_most(max(0.0, until - time()))
            async with connection.begin():
                yield connection

    async def _queue_up(self, stack: AsyncExitStack, until: float) -> None:
        try:
            async with timeout_at(until):
                await self._writers.acquire()
        except TimeoutError:
            raise locked() from None
        stack.callback(self._writers.release)

    @asynccontextmanager
    async def writing_alone(self) -> AsyncIterator[Connected]:
        """A transaction while no other process has the database open; StoreRefused if one has."""
        await self.close()
        if self.on_sqlite and await self._opened_elsewhere():
            raise _not_alone()
        async with self.writing() as connection:
            if not self.on_sqlite:
                alone = text("SELECT pg_try_advisory_xact_lock(:key)")
                if not (await connection.execute(alone, {"key": OPEN_LOCK})).scalar_one():
                    raise _not_alone()
            yield connection

    async def _opened_elsewhere(self) -> bool:
        try:
            return await to_thread(opened_elsewhere, self.url.database or "")
        except sqlite3.Error as error:
            raise fault_of(error) or error from error

    async def tidy(self) -> None:
        """Checkpoint SQLite's write-ahead log into the file, alongside the writers, so that it
        stays short and no move has to wait for it."""
        if self.on_sqlite:
            async with self.reading() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    async def close(self) -> None:
        await self._engine.dispose()

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[Connected]:
        """A connection whose faults are reported in the table's words, and which is not reused
        after one: a file or a server that came back is opened again."""
        connection: Connected | None = None
        try:
            async with engine.connect() as connection:
                try:
                    yield connection
                except Exception as error:
                    if isinstance(fault_of(error), Exception) and not _is_clash(error):
                        await connection.invalidate()
                    raise
        except Exception as error:
            fault = fault_of(error)
            if fault is None:
                raise
            raise fault from error


def _share_lock(connection: DBAPIConnection, record: object) -> None:
    """Every connection to a server holds it, so that whoever asks for it exclusively is the only
    one."""
    cursor = connection.cursor()
    cursor.execute(f"SELECT pg_advisory_lock_shared({OPEN_LOCK})")
    cursor.close()
    connection.commit()


def _not_alone() -> StoreRefused:
    return StoreRefused("another process has the database open", "stop the bot first")


def _is_clash(error: BaseException) -> bool:
    return isinstance(fault_of(error), Clash)


def _server_options(busy_timeout: float) -> dict[str, Any]:
    """A lock not acquired in time, or a commit that is not on disk, is never ignored."""
    settings = {
        "lock_timeout": f"{round(busy_timeout * 1000)}ms",
        "synchronous_commit": "on",
        "application_name": "bot",
    }
    return {"connect_args": {"server_settings": settings, "timeout": busy_timeout}}


def _file_options(path: str, busy_timeout: float) -> dict[str, Any]:
    return {"async_creator": partial(connect, WatchedFile(path), busy_timeout)}


def _begin(connection: Connection) -> None:
    """When SQLAlchemy begins a transaction on SQLite."""
    statement = connection.get_execution_options().get("begin", "BEGIN IMMEDIATE")
    driver = connection.connection.driver_connection
    assert isinstance(driver, OneCrossing)
    if statement is not None:
        driver.begin_with(statement)
