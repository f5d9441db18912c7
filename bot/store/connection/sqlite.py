"""Connections to an SQLite file, each with a thread of its own.

SQLAlchemy asks a driver for every part of a statement by itself: cursor, execution, rows, closing.
With aiosqlite's own connection each of them switches to the thread and back. Here a statement
switches once, and so does a whole piece of work.
"""

import os
import sqlite3
from asyncio import CancelledError, wrap_future
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection.faults import FileLost, committing

T = TypeVar("T")
# Awaits nothing but statements.
Work = Callable[[], Coroutine[Any, Any, T]]

PRAGMAS = (
    "synchronous = FULL",
    "foreign_keys = ON",
    # `Database.checkpoint` runs alongside the moves. A move stops to do so itself only if more than
    # this (40 MB) is written between two calls.
    "wal_autocheckpoint = 10000",
)
# The size of a connection's cache of pages, in KiB.
PAGES = 4_000
# SQLite opens the log with its first read.
OPEN_THE_LOG = "PRAGMA schema_version"
PRIVATE = 0o600


class WatchedFile:
    """An SQLite file and its log, as the connections of one process have them open.

    SQLite does not notice when somebody removes or replaces them: it keeps writing to files that no
    longer have a name, and anyone who opens the name finds a different state. This is checked
    before every statement and every piece of work; once it has happened, nothing more is written.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.lost = False
        """It was found to be a different file. That stays so for the life of the process: what this
        process has stored since can only be saved by closing all connections."""
        self._known: dict[str, tuple[int, int]] = {}
        self._open: set[int] = set()
        self._lock = Lock()

    def join(self, connection: "WatchedConnection") -> None:
        """Note that the connection has both files open, so that SQLite removes neither."""
        with self._lock:
            if not self._open:
                self._known.clear()
            self._open.add(id(connection))
        self.check()

    def leave(self, connection: "WatchedConnection") -> None:
        """Call this before closing it: the last connection to close removes the log."""
        with self._lock:
            self._open.discard(id(connection))

    def check(self) -> None:
        """Raises FileLost. While no connection is open, both files may come and go."""
        with self._lock:
            for path in (self.path, f"{self.path}-wal") if self._open else ():
                try:
                    status = os.stat(path)  # noqa: PTH116  # very often
                    identity = (status.st_dev, status.st_ino)
                except FileNotFoundError:
                    identity = None
                known = self._known.get(path)
                if known is None and identity is not None:
                    self._known[path] = identity
                elif known != identity:
                    self.lost = True
            if self.lost:
                raise FileLost(self.path)


class WatchedConnection(sqlite3.Connection):
    """A connection of Python's that reports when it is closed."""

    file: WatchedFile

    def close(self) -> None:
        self.file.leave(self)
        super().close()


class Cursor:
    """Cursor that SQLAlchemy needs. All rows are fetched as soon as the statement has run."""

    arraysize = 1

    def __init__(self, connection: "SqliteConnection") -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> "Cursor":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        await self._connection.run(partial(self._run, sqlite3.Cursor.execute, sql, parameters))

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        await self._connection.run(partial(self._run, sqlite3.Cursor.executemany, sql, parameters))

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None: ...

    def _run(
        self, execute: Callable[..., Any], sql: str, parameters: Any, driver: sqlite3.Connection
    ) -> None:
        """Execute in the thread."""
        with closing(driver.cursor()) as cursor:
            execute(cursor, sql, parameters)
            self.description = cursor.description
            self._rows = cursor.fetchall() if cursor.description else []
            self.rowcount = cursor.rowcount
            self.lastrowid = cursor.lastrowid


class SqliteConnection:
    """A connection of aiosqlite's in the form that SQLAlchemy asks for, and pieces of work."""

    def __init__(self, thread: Executor | None = None) -> None:
        self._thread = thread or ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._connection: WatchedConnection | None = None
        """By this name SQLAlchemy asks whether there is still one."""
        self._stopped = False
        self._is_working = False
        """A piece of work is running in the thread, where its statements run directly."""

    async def open(self, file: WatchedFile, busy_timeout: float, pages: int = PAGES) -> None:
        """Open the connection. If the caller is cancelled, neither it nor the thread stays open."""
        try:
            await wrap_future(self._thread.submit(self._open, file, busy_timeout, pages))
        except BaseException:
            self.stop()
            self._thread.shutdown()
            raise

    def _open(self, file: WatchedFile, busy_timeout: float, pages: int) -> None:
        """Open in the thread. Python's driver must not begin transactions on its own: it would do
        so too late."""
        file.check()
        make_private(Path(file.path))
        with _telling_why(Path(file.path)):
            connection = sqlite3.connect(
                file.path,
                timeout=busy_timeout,
                isolation_level=None,
                factory=WatchedConnection,
            )
            connection.file = file
            connection.text_factory = _text
            try:
                for pragma in (*PRAGMAS, f"cache_size = -{pages}"):
                    connection.execute(f"PRAGMA {pragma}")
                connection.execute(OPEN_THE_LOG)
                file.join(connection)
            except Exception:  # for one, SQLite's error about a damaged schema cannot be decoded
                connection.close()
                raise
        self._connection = connection

    def cursor(self) -> Cursor:
        return Cursor(self)

    async def create_function(self, *arguments: Any, **options: Any) -> None:
        await self._cross(lambda driver: driver.create_function(*arguments, **options))

    async def commit(self) -> None:
        if self._connection is not None and self._connection.in_transaction:
            await self._cross(lambda driver: driver.commit())

    async def rollback(self) -> None:
        if self._connection is not None and self._connection.in_transaction:
            await self._cross(lambda driver: driver.rollback())

    async def close(self) -> None:
        """Close the connection and end its thread, even if the caller is cancelled meanwhile."""
        if self._connection is not None and not self._stopped:
            try:
                await self._cross(lambda driver: self._close())
            finally:
                self.stop()

    def stop(self) -> None:
        """Close it as soon as the thread has finished its work."""
        if not self._stopped:
            self._stopped = True
            self._thread.submit(self._close)
            self._thread.shutdown(wait=False)

    def _close(self) -> None:
        """Close in the thread."""
        if self._connection is not None:
            connection = self._connection
            self._connection = None
            connection.close()

    @asynccontextmanager
    async def transaction(self, begin: str, patience: float) -> AsyncIterator[None]:
        """Begin a transaction whose statements each cross over by themselves. After an error, close
        the connection."""
        await self.run(partial(_begin, begin, patience))
        yield
        with committing():
            await self.commit()

    async def run(self, statement: Callable[[sqlite3.Connection], T]) -> T:
        """Run in the thread; within a piece of work directly, as that is already there."""
        if self._is_working and self._connection is not None:
            return statement(self._connection)

        def check_and_run(driver: WatchedConnection) -> T:
            driver.file.check()
            return statement(driver)

        return await self._cross(check_and_run)

    async def view(self, work: Work[T], begin: str | None, patience: float) -> T:
        """Run reads in one go; with a `begin` statement they all see the same moment."""
        return await self._work(lambda driver: run_to_end(work), begin, patience)

    async def write(self, work: Callable[[sqlite3.Connection], None], patience: float) -> None:
        """Do the work in one transaction: all of it is committed at the end, or nothing is."""

        def work_and_commit(driver: sqlite3.Connection) -> None:
            work(driver)
            with committing():
                driver.commit()

        await self._work(work_and_commit, "BEGIN IMMEDIATE", patience)

    async def _work(
        self, work: Callable[[sqlite3.Connection], T], begin: str | None, patience: float
    ) -> T:
        """Do the work in the thread. It has ended when this returns, even for a caller that was
        cancelled and may close the connection next."""

        def working(driver: WatchedConnection) -> T:
            driver.file.check()
            if begin is not None:
                _begin(begin, patience, driver)
            self._is_working = True
            try:
                return work(driver)
            finally:
                self._is_working = False
                if driver.in_transaction:
                    driver.rollback()

        try:
            return await self._cross(working)
        except CancelledError:
            with suppress(sqlite3.Error):  # it was closed meanwhile
                await self._cross(lambda driver: None)
            raise

    async def _cross(self, function: Callable[[WatchedConnection], T]) -> T:
        """Call it in the thread."""
        if self._connection is None or self._stopped:
            # Worded as the dialect expects it, so that the pool drops the connection.
            error = sqlite3.OperationalError("no active connection")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return await wrap_future(self._thread.submit(function, self._connection))


async def connect(file: WatchedFile, busy_timeout: float, pages: int = PAGES) -> SqliteConnection:
    connection = SqliteConnection()
    await connection.open(file, busy_timeout, pages)
    return connection


def driver_of(connection: AsyncConnection) -> SqliteConnection:
    assert connection.sync_connection is not None
    driver = connection.sync_connection.connection.driver_connection
    assert isinstance(driver, SqliteConnection)
    return driver


def run_to_end(work: Work[T]) -> T:
    """Run a piece of work in the thread, where every statement has run as soon as it is awaited, so
    that the coroutine never waits.

    If every statement crossed over by itself instead, a move would take 1.5 times the processor
    time with 64 games at once (1.29 ms against 0.86 in `python -m tools.bench table`), and 1.1
    times one by one.
    """
    running = work()
    try:
        running.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    running.close()
    raise RuntimeError("a piece of work may wait for nothing but its statements")


def make_private(path: Path) -> None:
    """Create an empty file readable only by its owner, whatever the umask, unless it exists: the
    database holds the seeds of games. A bad location is reported when the file is opened."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


@contextmanager
def _telling_why(path: Path) -> Iterator[None]:
    """Raise the system's reason where SQLite says only that it cannot open the file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CANTOPEN:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
        raise


def is_open_elsewhere(path: str) -> bool:
    """True if another process has the file open: while one has, SQLite does not remove its log."""
    with closing(sqlite3.connect(path, timeout=0.0, isolation_level=None)) as connection:
        try:
            for mode in ("DELETE", "WAL"):
                connection.execute(f"PRAGMA journal_mode = {mode}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                return True
            raise
    return False


def _begin(statement: str, patience: float, driver: sqlite3.Connection) -> None:
    """Begin a transaction that waits at most this many seconds for its lock."""
    driver.execute(f"PRAGMA busy_timeout = {round(1000 * patience)}")
    driver.execute(statement)


def _text(stored: bytes) -> str:
    """Decode text as Python's driver does, whose own error about damaged text would quote it."""
    with suppress(UnicodeDecodeError):
        return str(stored, "utf-8")
    error = sqlite3.DatabaseError("a text in the file is damaged")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    raise error
