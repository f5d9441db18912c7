"""Runs statements without a thread: they run in the event loop, so that a run can be repeated with
its seed.

A killed process loses its connections, and none of its later statements gets through. Every end of
a transaction is reported, so that an observer sees each one separately.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

import bot.store.connection.database
from bot.store.connection.sqlite import SqliteConnection, WatchedFile

P = ParamSpec("P")
T = TypeVar("T")

BUSY = sqlite3.SQLITE_BUSY
# The seconds after which a statement is tried again that met a locked file.
RETRY_DELAY = 0.01
# The most seconds that an answer takes.
LONGEST_DELAY = 0.004


class Desk:
    """Connections of one process."""

    def __init__(self, chance: Random, on_end: Callable[[], None]) -> None:
        self.chance = chance
        self.is_dead = False
        self.on_end = on_end
        self._connections: list[SqliteConnection] = []

    async def connect(self, file: WatchedFile, busy_timeout: float, pages: int) -> SqliteConnection:
        if self.is_dead:
            raise _process_killed()
        executor = _LoopExecutor(self, busy_timeout)
        connection = SqliteConnection(executor)
        executor.connection = connection
        self._connections.append(connection)
        await connection.open(file, 0.0, pages)
        return connection

    def tear_off(self) -> None:
        """Close all connections; whatever was not committed is gone."""
        self.is_dead = True
        for connection in self._connections:
            connection._close()

    @property
    def in_transaction(self) -> bool:
        return any(_in_transaction(connection._connection) for connection in self._connections)

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Give connections from this desk to every database opened while this is active."""
        with patch.object(bot.store.connection.database, "connect", self.connect):
            yield

    def forget(self, connection: SqliteConnection) -> None:
        if connection in self._connections:
            self._connections.remove(connection)


def _process_killed() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("the process is gone")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error


def begin_at_once(statement: str, _: float, driver: sqlite3.Connection) -> None:
    """Begin a transaction without SQLite's own waiting for a lock, which would block the whole
    simulation: whoever holds the lock lives in it."""
    driver.execute(statement)


def _in_transaction(raw: sqlite3.Connection | None) -> bool:
    try:
        return raw is not None and raw.in_transaction
    except sqlite3.ProgrammingError:  # it was closed
        return False


def _changes(raw: sqlite3.Connection | None) -> int:
    """Count the rows it has changed so far, to notice work that one call began and committed."""
    try:
        return 0 if raw is None else raw.total_changes
    except sqlite3.ProgrammingError:  # it was closed
        return 0


class _LoopExecutor(Executor):
    """Replaces the thread of a connection."""

    connection: SqliteConnection

    def __init__(self, desk: Desk, busy_timeout: float) -> None:
        self._desk = desk
        self._busy_timeout = busy_timeout
        self._items: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._busy_since: float | None = None

    def submit(
        self, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs
    ) -> Future[T]:
        future = Future[T]()
        self._items.append((future, partial(function, *arguments, **options)))
        if len(self._items) == 1:
            self._run_waiting()
        return future

    def _run_waiting(self) -> None:
        while self._items:
            future, function = self._items[0]
            try:
                answer = self._run(function)
            except Exception as error:
                if self._may_wait(error):
                    asyncio.get_running_loop().call_later(RETRY_DELAY, self._run_waiting)
                    return
                self._answer(future, error, failed=True)
            else:
                self._answer(future, answer)
            self._busy_since = None
            self._items.popleft()

    def _run(self, function: Callable[[], Any]) -> Any:
        if self._desk.is_dead:
            raise _process_killed()
        raw = self.connection._connection
        was_in_transaction = raw is not None and raw.in_transaction
        changes = _changes(raw)
        answer = function()
        if raw is not None and self.connection._connection is None:
            self._desk.forget(self.connection)
        elif not _in_transaction(raw) and (was_in_transaction or _changes(raw) > changes):
            self._desk.on_end()
        return answer

    def _may_wait(self, error: Exception) -> bool:
        """Return whether to wait for a lock."""
        if self._desk.is_dead or getattr(error, "sqlite_errorcode", 0) & 0xFF != BUSY:
            return False
        now = asyncio.get_running_loop().time()
        self._busy_since = now if self._busy_since is None else self._busy_since
        return now < self._busy_since + self._busy_timeout

    def _answer(self, future: Future[Any], outcome: Any, *, failed: bool = False) -> None:
        def deliver() -> None:
            if not future.done():
                if failed:
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

        loop = asyncio.get_running_loop()
        chance = self._desk.chance
        if chance.random() < 0.2:
            loop.call_later(chance.random() * LONGEST_DELAY, deliver)
        else:
            loop.call_soon(deliver)
