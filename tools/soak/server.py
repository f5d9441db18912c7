"""Runs simulated seasons on a real PostgreSQL server: time stands almost still while it is at work.
A run cannot be repeated exactly, as the server takes its own time.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count
from selectors import SelectorKey
from threading import Thread
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

import asyncpg
from sqlalchemy import event

import bot.host.running
from bot.store.connection.database import AsyncConnection, Database, IdleConnections, WorkOn
from bot.store.connection.faults import unreachable
from tools.soak.loop import JumpingLoop, PassingSelector

P = ParamSpec("P")
T = TypeVar("T")
# The most seconds to wait for the server before simulated time goes on by as much.
LONGEST_WAIT = 0.005
# A placeholder in the statements of the watch, as SQLite has it.
PLACEHOLDER = "?"


class _ServerSelector(PassingSelector):
    """Waits for the server while anything is asked of it."""

    def __init__(self, loop: "ServerLoop") -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if not self._loop.pending_work:
            self.seconds_passed += max(0.0, timeout or 0.0)
            return super().select(0)
        wait = LONGEST_WAIT if timeout is None else max(0.0, min(timeout, LONGEST_WAIT))
        events = super().select(wait)
        if not events:
            self.seconds_passed += wait
        return events


class ServerLoop(JumpingLoop):
    """A loop whose time passes at the server's pace while anything is asked of it."""

    def __init__(self) -> None:
        self.pending_work = 0
        """The number of pieces of work that wait for the server."""
        super().__init__(_ServerSelector(self))

    @contextmanager
    def waiting_for_server(self) -> Iterator[None]:
        self.pending_work += 1
        try:
            yield
        finally:
            self.pending_work -= 1


class ServerDesk:
    """Connections of one process."""

    def __init__(self, loop: ServerLoop, on_end: Callable[[], None]) -> None:
        self._loop = loop
        self._on_end = on_end
        self._drivers: list[Any] = []
        self._at_work = 0
        self.is_dead = False

    @property
    def in_transaction(self) -> bool:
        return self._at_work > 0

    def tear_off(self) -> None:
        """Close all connections, as the system does for a process that is killed; the server undoes
        whatever was not committed."""
        self.is_dead = True
        for driver in self._drivers:
            driver.terminate()

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Give connections from this desk to every database opened while this is active."""

        def open_database(*arguments: Any) -> Database:
            return _DeskDatabase(self, *arguments)

        with patch.object(bot.host.running, "Database", open_database):
            yield

    @contextmanager
    def working(self) -> Iterator[None]:
        if self.is_dead:
            raise unreachable(ConnectionError("the server is down"))
        self._at_work += 1
        try:
            with self._loop.waiting_for_server():
                yield
        finally:
            self._at_work -= 1

    def report_end(self) -> None:
        if not self.is_dead:
            self._on_end()

    def note_connection(self, connection: Any, _: object) -> None:
        driver = connection._connection
        if self.is_dead:
            driver.terminate()
        self._drivers = [
            open_driver for open_driver in self._drivers if not open_driver.is_closed()
        ]
        self._drivers.append(driver)


class _DeskDatabase(Database):
    def __init__(self, desk: ServerDesk, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._desk = desk
        self._idle = _DeskConnections(desk, self._engine, 5)
        event.listen(self._engine.sync_engine, "connect", desk.note_connection)

    async def write(self, work: WorkOn[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        try:
            return await super().write(work, *arguments, **options)
        finally:
            self._desk.report_end()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with super().writing() as connection:
                yield connection
        finally:
            self._desk.report_end()

    async def close(self) -> None:
        if self._desk.is_dead:
            with suppress(Exception):
                await super().close()
        else:
            with self._desk.working():
                await super().close()


class _DeskConnections(IdleConnections):
    def __init__(self, desk: ServerDesk, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._desk = desk

    @asynccontextmanager
    async def connection(self, *, ping: bool = False) -> AsyncIterator[AsyncConnection]:
        with self._desk.working():
            async with super().connection(ping=ping) as connection:
                yield connection


class ServerRows:
    """Reads what is committed, from a thread with a connection of its own."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._connection = self._run(asyncpg.connect(url.replace("+asyncpg", "")))

    def _run(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)

    def rows(self, sql: str, *values: object) -> list[Any]:
        first, *parts = sql.split(PLACEHOLDER)
        numbers = count(1)
        statement = first + "".join(f"${next(numbers)}{part}" for part in parts)
        return list(self._run(self._connection.fetch(statement, *values)))

    def close(self) -> None:
        self._run(self._connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
