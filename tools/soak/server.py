"""Simulated seasons on a real PostgreSQL server: time stands almost still while it is at work. A
run cannot be repeated exactly, as the server takes its own time.
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
from tools.soak.loop import JumpingLoop, Passing

P = ParamSpec("P")
T = TypeVar("T")
# In seconds: the longest wait for the server before simulated time goes on by as much.
A_WAIT = 0.005
# A placeholder in the statements of the watch, as SQLite has it.
NUMBERS = "?"


class _Waiting(Passing):
    """Waits for the server while anything is asked of it."""

    def __init__(self, loop: "ServerLoop") -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if not self._loop.asked:
            self.passed += max(0.0, timeout or 0.0)
            return super().select(0)
        wait = A_WAIT if timeout is None else max(0.0, min(timeout, A_WAIT))
        events = super().select(wait)
        if not events:
            self.passed += wait
        return events


class ServerLoop(JumpingLoop):
    """A loop whose time passes at the server's pace while anything is asked of it."""

    def __init__(self) -> None:
        self.asked = 0
        """The number of pieces of work that wait for the server."""
        super().__init__(_Waiting(self))

    @contextmanager
    def asking(self) -> Iterator[None]:
        self.asked += 1
        try:
            yield
        finally:
            self.asked -= 1


class ServerDesk:
    """The connections of one process."""

    def __init__(self, loop: ServerLoop, on_end: Callable[[], None]) -> None:
        self._loop = loop
        self._on_end = on_end
        self._drivers: list[Any] = []
        self._at_work = 0
        self.dead = False

    @property
    def in_transaction(self) -> bool:
        return self._at_work > 0

    def tear_off(self) -> None:
        """Close all connections, as the system does for a process that is killed; the server undoes
        whatever was not committed."""
        self.dead = True
        for driver in self._drivers:
            driver.terminate()

    @contextmanager
    def connected(self) -> Iterator[None]:
        """A database opened while this is active gets its connections from this desk."""

        def opened(*asked: Any) -> Database:
            return _DeskDatabase(self, *asked)

        with patch.object(bot.host.running, "Database", opened):
            yield

    @contextmanager
    def working(self) -> Iterator[None]:
        if self.dead:
            raise unreachable(ConnectionError("the server is down"))
        self._at_work += 1
        try:
            with self._loop.asking():
                yield
        finally:
            self._at_work -= 1

    def committed(self) -> None:
        if not self.dead:
            self._on_end()

    def note(self, connection: Any, _: object) -> None:
        driver = connection._connection
        if self.dead:
            driver.terminate()
        self._drivers = [one for one in self._drivers if not one.is_closed()] + [driver]


class _DeskDatabase(Database):
    def __init__(self, desk: ServerDesk, *asked: Any) -> None:
        super().__init__(*asked)
        self._desk = desk
        self._idle = _DeskConnections(desk, self._engine, 5)
        event.listen(self._engine.sync_engine, "connect", desk.note)

    async def write(self, work: WorkOn[P, T], *given: P.args, **named: P.kwargs) -> T:
        try:
            return await super().write(work, *given, **named)
        finally:
            self._desk.committed()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with super().writing() as connection:
                yield connection
        finally:
            self._desk.committed()

    async def close(self) -> None:
        if self._desk.dead:
            with suppress(Exception):
                await super().close()
        else:
            with self._desk.working():
                await super().close()


class _DeskConnections(IdleConnections):
    def __init__(self, desk: ServerDesk, *asked: Any) -> None:
        super().__init__(*asked)
        self._desk = desk

    @asynccontextmanager
    async def one(self, *, ping: bool = False) -> AsyncIterator[AsyncConnection]:
        with self._desk.working():
            async with super().one(ping=ping) as connection:
                yield connection


class ServerRows:
    """Reads what is committed, from a thread with a connection of its own."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._connection = self._run(asyncpg.connect(url.replace("+asyncpg", "")))

    def _run(self, doing: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(60)

    def rows(self, sql: str, *values: object) -> list[Any]:
        before, *parts = sql.split(NUMBERS)
        numbers = count(1)
        statement = before + "".join(f"${next(numbers)}{part}" for part in parts)
        return list(self._run(self._connection.fetch(statement, *values)))

    def close(self) -> None:
        self._run(self._connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
