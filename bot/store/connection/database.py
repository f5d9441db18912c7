"""Connections and transactions, on SQLite and on PostgreSQL.

SQLite runs with WAL, synchronous=FULL and foreign keys; a writer begins with BEGIN IMMEDIATE, and
the writers of one process wait for each other here instead of polling the file.
"""

import sqlite3
from asyncio import Lock, Semaphore, timeout, to_thread
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.engine.url import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.match.errors import StoreError, StoreRefused
from bot.store.connection import postgresql
from bot.store.connection.faults import (
    CROWDED,
    LOCKED,
    Deadline,
    breaks_connection,
    fault_of,
    retry_on_conflict,
    translate_errors,
)
from bot.store.connection.group_commit import GroupCommit, Work
from bot.store.connection.sqlite import PAGES, WatchedFile, connect, driver_of, is_open_elsewhere

__all__ = ["AsyncConnection", "Database", "Work", "is_known_url"]

SQLITE_DRIVER = "sqlite+aiosqlite"
POSTGRESQL_DRIVER = "postgresql+asyncpg"
POSTGRESQL_URL = f"{POSTGRESQL_DRIVER}://USER:PASSWORD@HOST/DATABASE"
KNOWN_URLS = f"{SQLITE_DRIVER}:///FILE or {POSTGRESQL_URL}"
# The advisory lock that all connections to a PostgreSQL database share.
OPEN_LOCK = 7_205_760
# The number of pieces of work that read at the same time on SQLite. With more, their threads get
# in each other's way, because they spend more time computing than reading.
READERS = 2
P = ParamSpec("P")
T = TypeVar("T")
# A piece of work that is given more than a connection.
WorkOn = Callable[Concatenate[AsyncConnection, P], Coroutine[Any, Any, T]]


def is_known_url(address: str) -> bool:
    """True if it is one of KNOWN_URLS; an in-memory SQLite database would lose its games."""
    try:
        url = make_url(address)
    except ArgumentError:
        return False
    if url.drivername == SQLITE_DRIVER:
        return url.database not in (None, "", ":memory:")
    return url.drivername == POSTGRESQL_DRIVER


class Database:
    """One database, with a pool of connections. Close it when done, or use it as a context.

    A piece of work (`read`, `view`, `write`, `change`) is a function that is given a connection and
    these arguments, and awaits nothing but its statements: on SQLite all of it runs in a
    connection's thread in one go. `reading`, `viewing` and `writing` give a connection to code that
    awaits other things too, or is rare.
    """

    def __init__(
        self, url: str, busy_timeout: float = 10.0, pool_size: int = 5, pages: int = PAGES
    ) -> None:
        self.url = make_url(url)
        self.on_sqlite = self.url.drivername == SQLITE_DRIVER
        self._busy_timeout = busy_timeout
        self._writers = Lock()
        self._places = Semaphore(READERS if self.on_sqlite else pool_size)
        options: dict[str, Any]
        if self.on_sqlite:
            options = {
                "async_creator": partial(connect, WatchedFile(self.file), busy_timeout, pages)
            }
        else:  # a lock not acquired in time, or a commit that is not on disk, is never ignored
            settings = {
                "lock_timeout": f"{round(busy_timeout * 1000)}ms",
                "synchronous_commit": "on",
                "application_name": "bot",
            }
            connect_args = {"server_settings": settings, "timeout": busy_timeout}
            options = {
                "connect_args": connect_args,
                "pool_pre_ping": True,
                "isolation_level": "AUTOCOMMIT",
            }
        self._engine = create_async_engine(
            self.url,
            hide_parameters=True,
            pool_size=pool_size,
            pool_timeout=busy_timeout,
            **options,
        )
        if not self.on_sqlite:
            event.listen(self._engine.sync_engine, "connect", _share_lock)
        self._idle = IdleConnections(self._engine, READERS + 1 if self.on_sqlite else pool_size)
        self._group = GroupCommit(self._writer)

    @property
    def file(self) -> str:
        """SQLite's."""
        return self.url.database or ""

    async def read(self, work: WorkOn[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Do single reads as one piece of work: each sees what is committed when it runs."""
        return await self._look(
            lambda connection: work(connection, *arguments, **options), None, None
        )

    async def view(self, work: WorkOn[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Do reads that belong together as one piece of work: all see the same moment."""
        return await self._look(
            lambda connection: work(connection, *arguments, **options), "BEGIN", "repeatable_read"
        )

    async def write(self, work: WorkOn[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Do a piece of work that writes. On SQLite it shares a transaction with the others waiting
        at the same moment, but succeeds or fails on its own. Returns after the commit. On
        PostgreSQL it does not ping, so a move saves that round trip."""
        return await self._change(
            lambda connection: work(connection, *arguments, **options), ping=False
        )

    async def change(self, work: WorkOn[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """As `write`, but ping the server first, and retry whenever somebody else was faster."""
        return await retry_on_conflict(
            lambda: self._change(
                lambda connection: work(connection, *arguments, **options), ping=True
            )
        )

    async def _change(self, work: Work[T], *, ping: bool) -> T:
        if not self.on_sqlite:
            return await self._look(work, None, "read_committed", ping=ping)
        with translate_errors():
            return await self._group.write(work, self._deadline())

    async def _look(
        self,
        work: Work[T],
        begin: str | None,
        isolation: postgresql.Isolation | None,
        *,
        ping: bool = True,
    ) -> T:
        async with (
            _turn(self._places, self._deadline(), CROWDED),
            self._idle.connection(ping=ping) as connection,
        ):
            if self.on_sqlite:
                driver = driver_of(connection)
                piece = partial(work, connection)
                return await driver.view(piece, begin, self._busy_timeout)
            async with postgresql.transaction(connection, isolation):
                return await work(connection)

    @asynccontextmanager
    async def _writer(self, deadline: Deadline) -> AsyncIterator[AsyncConnection]:
        async with _turn(self._writers, deadline, LOCKED), self._idle.connection() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection for single reads: each sees what is committed when it runs."""
        async with self._idle.connection(ping=True) as connection:
            yield connection

    @asynccontextmanager
    async def viewing(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection for reads that belong together: all see one moment. Blocks no
        writer."""
        async with self._idle.connection(ping=True) as connection:
            if self.on_sqlite:
                begun = driver_of(connection).transaction("BEGIN", self._busy_timeout)
            else:
                begun = postgresql.transaction(connection, "repeatable_read")
            async with begun:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction: everything in it is committed at the end, or nothing is. Waiting for
        other writers of this process counts towards the lock timeout."""
        if self.on_sqlite:
            deadline = self._deadline()
            async with (
                self._writer(deadline) as connection,
                driver_of(connection).transaction("BEGIN IMMEDIATE", deadline.left),
            ):
                yield connection
        else:
            async with (
                self._idle.connection(ping=True) as connection,
                postgresql.transaction(connection, "read_committed"),
            ):
                yield connection

    @asynccontextmanager
    async def exclusive_writing(self) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction while no other process has the database open; else StoreRefused."""
        not_alone = StoreRefused("another process has the database open", "stop the bot first")
        await self.close()
        if self.on_sqlite and await self._is_open_elsewhere():
            raise not_alone
        async with self.writing() as connection:
            if not self.on_sqlite:
                alone = text("SELECT pg_try_advisory_xact_lock(:key)")
                if not (await connection.execute(alone, {"key": OPEN_LOCK})).scalar_one():
                    raise not_alone
            yield connection

    async def _is_open_elsewhere(self) -> bool:
        try:
            return await to_thread(is_open_elsewhere, self.file)
        except sqlite3.Error as error:
            raise fault_of(error) or error from error

    async def checkpoint(self) -> None:
        """Checkpoint SQLite's write-ahead log into the file, alongside the writers, so that it
        stays short and no move has to wait for it."""
        if self.on_sqlite:
            async with self.reading() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._group.finish()
        await self._idle.close()
        await self._engine.dispose()

    def _deadline(self) -> Deadline:
        return Deadline(self._busy_timeout)


class IdleConnections:
    """Connections that stay open from one piece of work to the next: what a pool does each time
    takes a tenth of the time of a move. A caller who finds none opens another.

    `ping` asks the server first whether it still serves the connection, at the cost of a round
    trip: after a restart there may be a moment in which the driver does not know it yet."""

    def __init__(self, engine: AsyncEngine, capacity: int) -> None:
        self._engine = engine
        self._capacity = capacity
        self._idle: list[AsyncConnection] = []
        self._closings = 0
        """The number of times it was closed. A connection that was in use then is not kept when it
        comes back: nobody would close it."""

    @asynccontextmanager
    async def connection(self, *, ping: bool = False) -> AsyncIterator[AsyncConnection]:
        closings = self._closings
        with translate_errors():
            connection = await self._open(ping)
            try:
                yield connection
            except BaseException as error:
                cut_off = not isinstance(error, Exception)  # it may leave a transaction
                if cut_off or breaks_connection(error) or closings != self._closings:
                    await _end(connection)
                else:
                    await connection.close()
                raise
            if closings != self._closings:
                await _end(connection)
            elif len(self._idle) < self._capacity and not connection.invalidated:
                self._idle.append(connection)
            else:
                await connection.close()

    async def _open(self, ping: bool) -> AsyncConnection:
        """Take a kept connection, unless the server has hung up meanwhile, or open a new one."""
        while self._idle:
            connection = self._idle.pop()
            serves = False
            try:
                serves = await _serves(connection, ping)
            finally:  # also for a caller who is cancelled meanwhile
                if not serves:
                    await _end(connection)
            if serves:
                return connection
        return await self._engine.connect()

    async def close(self) -> None:
        self._closings += 1
        while self._idle:
            await self._idle.pop().close()


async def _serves(connection: AsyncConnection, ping: bool) -> bool:
    """Return False if the server has hung up; SQLite has none."""
    if connection.dialect.name == "sqlite":
        return True
    if ping:
        return await postgresql.answers(connection)
    return not postgresql.driver_of(connection).is_closed()  # as far as the driver knows


async def _end(connection: AsyncConnection) -> None:
    """Close a connection that must not be used again, not even from the pool."""
    try:
        await connection.invalidate()
    finally:  # also for a caller who is cancelled meanwhile
        await connection.close()


@asynccontextmanager
async def _turn(
    gate: Lock | Semaphore, deadline: Deadline, late: Callable[[], StoreError]
) -> AsyncIterator[None]:
    try:
        async with timeout(deadline.left):
            await gate.acquire()
    except TimeoutError:
        raise late() from None
    try:
        yield
    finally:
        gate.release()


def _share_lock(connection: DBAPIConnection, record: object) -> None:
    """Hold the lock that every connection to a server holds, so that one that gets it exclusively
    is the only one."""
    cursor = connection.cursor()
    cursor.execute(f"SELECT pg_advisory_lock_shared({OPEN_LOCK})")
    cursor.close()
    connection.commit()
