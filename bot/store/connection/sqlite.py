"""Connections to an SQLite file: its pragmas, and how statements reach its thread.

The driver runs SQLite in a thread and switches to it for every part of a statement: cursor,
execution, rows, closing. Here a statement switches once, and so does a whole piece of work.
"""

import os
import sqlite3
from asyncio import CancelledError, Future
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, TypeVar

from aiosqlite import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection.faults import FileLost, committing

T = TypeVar("T")
Work = Callable[[], Coroutine[Any, Any, T]]
"""Awaits nothing but statements."""

PRAGMAS = (
    "synchronous = FULL",
    "foreign_keys = ON",
    "cache_size = -4000",
    # `Database.checkpoint` runs alongside the moves. A move stops to do so itself only if more than
    # this (40 MB) is written between two calls.
    "wal_autocheckpoint = 10000",
)
OPEN_THE_LOG = "PRAGMA schema_version"
"""SQLite opens the log with its first read."""
CHUNK = 64
PRIVATE = 0o600


class Cursor:
    """What SQLAlchemy needs of a cursor. All rows are fetched as soon as the statement has run."""

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

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> "Cursor":
        await self._connection.run(partial(self._run, sqlite3.Cursor.execute, sql, parameters))
        return self

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> "Cursor":
        await self._connection.run(partial(self._run, sqlite3.Cursor.executemany, sql, parameters))
        return self

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None: ...

    def _run(
        self, execute: Callable[..., Any], sql: str, parameters: Any, driver: sqlite3.Connection
    ) -> None:
        """In the thread."""
        cursor = driver.cursor()
        try:
            execute(cursor, sql, parameters)
            self.description = cursor.description
            self._rows = cursor.fetchall() if cursor.description else []
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class SqliteConnection(Connection):
    """A connection whose statements switch to its thread once each, or together as one piece of
    work."""

    _beginning: str | None = None
    _inside = False
    """Whether a piece of work is running in the thread, where its statements run directly."""
    patience = 0.0
    """How many seconds it waits for a lock at most."""
    _patience: float | None = None
    """The same, for the next transaction only."""
    _told: int | None = None
    """The lock timeout last set in SQLite, in milliseconds."""
    _opened: sqlite3.Connection | None = None

    def __init__(self, open_file: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(self._open, CHUNK)
        self._open_file = open_file

    def _open(self) -> sqlite3.Connection:
        """In the thread."""
        self._opened = self._open_file()
        return self._opened

    def stop(self) -> Future[Any] | None:
        """Let the thread end. The driver would forget a connection that the thread opens for a
        caller who is cancelled meanwhile, so it is closed here."""
        self._tx.put_nowait((None, self._close_opened))
        return super().stop()

    def _close_opened(self) -> None:
        """In the thread."""
        if self._opened is not None:
            self._opened.close()

    def wait_at_most(self, seconds: float) -> None:
        """Limit how long the next transaction waits for its lock."""
        self._patience = min(self.patience, seconds)

    def begin_with(self, statement: str) -> None:
        """Begin a transaction together with its first statement."""
        self._beginning = statement

    def begin_now(self, driver: sqlite3.Connection) -> None:
        """In the thread."""
        if self._inside and driver.in_transaction:
            return
        assert isinstance(driver, WatchedConnection)
        driver.file.check()
        if self._beginning is not None:
            patience = self.patience if self._patience is None else self._patience
            milliseconds = round(1000 * patience)
            if milliseconds != self._told:
                driver.execute(f"PRAGMA busy_timeout = {milliseconds}")
            self._told, self._patience = milliseconds, None
            driver.execute(self._beginning)
            self._beginning = None

    def cursor(self) -> Cursor:  # type: ignore[override]  # all that SQLAlchemy asks of it
        return Cursor(self)

    async def commit(self) -> None:
        self._beginning = None
        if self.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        self._beginning = None
        if self.in_transaction:
            await super().rollback()

    async def run(self, statement: Callable[[sqlite3.Connection], T]) -> T:
        """Run a statement, first beginning the transaction if one is pending. Within a piece of
        work it runs directly, as that is already in the thread."""
        function = partial(self._run, statement)
        return function(self._conn) if self._inside else await self._cross(function)

    async def whole(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a piece of work with all its statements in the thread. It is finished when this
        returns, even for a caller that was cancelled and may close the connection next."""
        try:
            return await self._cross(partial(self._enter, work))
        except CancelledError:
            await self._cross(_nothing)
            raise

    async def view(self, work: Work[T], begin: str | None) -> T:
        """Run reads; with a `begin` statement they all see the same moment."""
        return await self.whole(partial(self._view, work, begin))

    async def transaction(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """All of it is committed at the end, or nothing is."""
        await self.whole(partial(self._commit, work))

    async def _cross(self, function: Callable[[sqlite3.Connection], T]) -> T:
        if self._connection is None:
            raise _gone()
        result: T = await self._execute(function, self._connection)  # type: ignore[no-untyped-call]
        return result

    def _run(self, statement: Callable[[sqlite3.Connection], T], driver: sqlite3.Connection) -> T:
        """In the thread."""
        self.begin_now(driver)
        return statement(driver)

    def _enter(self, work: Callable[[sqlite3.Connection], T], driver: sqlite3.Connection) -> T:
        """In the thread."""
        self._inside = True
        try:
            return work(driver)
        finally:
            self._inside, self._beginning = False, None
            if driver.in_transaction:
                driver.rollback()

    def _view(self, work: Work[T], begin: str | None, driver: sqlite3.Connection) -> T:
        """In the thread."""
        self._beginning = begin
        return finished(work)

    def _commit(
        self, work: Callable[[sqlite3.Connection], None], driver: sqlite3.Connection
    ) -> None:
        """In the thread."""
        self._beginning = "BEGIN IMMEDIATE"
        self.begin_now(driver)
        work(driver)
        with committing():
            driver.commit()


def driver_of(connection: AsyncConnection) -> SqliteConnection:
    assert connection.sync_connection is not None
    driver = connection.sync_connection.connection.driver_connection
    assert isinstance(driver, SqliteConnection)
    return driver


def finished(work: Work[T]) -> T:
    """Run a piece of work in the thread, where every statement has run as soon as it is awaited."""
    running = work()
    try:
        running.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    running.close()
    raise RuntimeError("a piece of work may wait for nothing but its statements")


def _nothing(driver: sqlite3.Connection) -> None: ...


def _gone() -> sqlite3.Error:
    """Worded as the dialect expects it, so that the pool drops the connection."""
    error = sqlite3.OperationalError("no active connection")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    return error


async def connect(file: "WatchedFile", busy_timeout: float) -> SqliteConnection:
    connection = SqliteConnection(partial(_opened, file, busy_timeout))
    connection.patience = busy_timeout
    connection._thread.daemon = True
    try:
        await connection
    except BaseException:
        # The driver stops the thread, which must not outlive the event loop.
        connection._thread.join()
        raise
    return connection


def _opened(file: "WatchedFile", busy_timeout: float) -> sqlite3.Connection:
    """In the thread. The driver must not begin transactions on its own: it would do so too late."""
    file.check()
    make_private(Path(file.path))
    connection = sqlite3.connect(
        file.path, timeout=busy_timeout, isolation_level=None, factory=WatchedConnection
    )
    connection.file = file
    connection.text_factory = _text
    try:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(OPEN_THE_LOG)
        file.join(connection)
    except Exception:  # for one, SQLite's error about a damaged schema cannot be decoded
        connection.close()
        raise
    return connection


def make_private(path: Path) -> None:
    """Create an empty file readable only by its owner, whatever the umask, unless it exists: the
    database holds the seeds of games. A bad location is reported when the file is opened."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def opened_elsewhere(path: str) -> bool:
    """Whether another process has the file open: while one has, SQLite does not remove its log."""
    with closing(sqlite3.connect(path, timeout=0.0, isolation_level=None)) as connection:
        try:
            for mode in ("DELETE", "WAL"):
                connection.execute(f"PRAGMA journal_mode = {mode}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                return True
            raise
    return False


def _text(stored: bytes) -> str:
    """Decode text as the driver does, whose own error about damaged text would quote it."""
    with suppress(UnicodeDecodeError):
        return str(stored, "utf-8")
    error = sqlite3.DatabaseError("a text in the file is damaged")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    raise error


# --- watched_file: An SQLite file and its log, as the connections of one process have them open.

Identity = tuple[int, int]


class WatchedFile:
    """The file of one database, and the connections that have it open."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lost = False
        """Whether it was found to be a different file. That stays so for the life of the process:
        what this process has stored since can only be saved by closing all connections."""
        self._known: dict[str, Identity] = {}
        self._open: set[int] = set()
        self._lock = Lock()

    def join(self, connection: "WatchedConnection") -> None:
        """From now on the connection has both files open, so that SQLite removes neither."""
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
                there = _identity(path)
                known = self._known.get(path)
                if known is None and there is not None:
                    self._known[path] = there
                elif known != there:
                    self.lost = True
            if self.lost:
                raise FileLost(self.path)


class WatchedConnection(sqlite3.Connection):
    """A connection of the driver's that reports when it is closed."""

    file: "WatchedFile"

    def close(self) -> None:
        self.file.leave(self)
        super().close()


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116  # very often
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
