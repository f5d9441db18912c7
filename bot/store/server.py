"""Program that runs the database: its name and version, and a server's clock."""

import sqlite3
from typing import NamedTuple

from sqlalchemy import text

from bot.match.errors import StoreRefused
from bot.process.clock import Millis
from bot.store.connection.database import Database

# That of Debian 12. The tests run on the version that is installed where they run.
OLDEST_POSTGRESQL = 15
ASKED = (
    "SELECT current_setting('server_version_num')::int, "
    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
)


class Server(NamedTuple):
    name: str
    """With its version, such as `PostgreSQL 15.8`."""
    clock: Millis | None
    """The time there; None for SQLite, which runs in this process."""


async def server_of(database: Database) -> Server:
    """Raises StoreRefused for a version that is too old."""
    if database.on_sqlite:
        return Server(f"SQLite {sqlite3.sqlite_version}", None)
    async with database.reading() as connection:
        number, clock = (await connection.execute(text(ASKED))).one()
    name = f"PostgreSQL {number // 10_000}.{number % 10_000}"
    if number // 10_000 < OLDEST_POSTGRESQL:
        needed = f"use PostgreSQL {OLDEST_POSTGRESQL} or newer"
        raise StoreRefused(f"the database is run by {name}, which is too old", needed)
    return Server(name, clock)
