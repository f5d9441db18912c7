"""Connections kept open from one piece of work to the next: what a pool does each time takes a
tenth of the time of a move."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.connection import postgresql
from bot.store.connection.faults import breaks_the_connection, translated_errors


class KeptConnections:
    """Keeps at most `capacity` connections; a caller who finds none opens another."""

    def __init__(self, engine: AsyncEngine, capacity: int) -> None:
        self._engine = engine
        self._capacity = capacity
        self._kept: list[AsyncConnection] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[AsyncConnection]:
        with translated_errors():
            connection = await self._open()
            try:
                yield connection
            except BaseException as error:
                if breaks_the_connection(error) or not isinstance(error, Exception):
                    await connection.invalidate()  # a cancelled caller may leave a transaction
                await connection.close()
                raise
            if len(self._kept) < self._capacity and not connection.invalidated:
                self._kept.append(connection)
            else:
                await connection.close()

    async def _open(self) -> AsyncConnection:
        """A kept connection that is still open, or a new one."""
        while self._kept:
            connection = self._kept.pop()
            if not _is_closed(connection):
                return connection
            await connection.invalidate()
            await connection.close()
        return await self._engine.connect()

    async def close(self) -> None:
        while self._kept:
            await self._kept.pop().close()


def _is_closed(connection: AsyncConnection) -> bool:
    """Whether the server has hung up since the connection was last used."""
    if connection.dialect.name == "sqlite":
        return False
    closed: bool = postgresql.driver_of(connection).is_closed()
    return closed
