"""Migrating a database to this version's schema when the bot starts.

Two processes that start at the same time take turns; a database of a newer version is left alone.
"""

from asyncio import sleep

from sqlalchemy import Connection, inspect, text

from bot.match.errors import StoreLocked
from bot.store.connection.database import Database
from bot.store.migration.revisions import newest_revision

LOCK = 7_205_759
"""The advisory lock shared by processes that migrate a PostgreSQL database."""
WAL_TRIES = 50


async def migrate(database: Database, revision: str = "head") -> None:
    """Upgrade to the newest schema, or up to a revision; existing data stays."""
    if database.on_sqlite:
        await _switch_to_wal(database)
    async with database.reading() as connection:
        if await connection.run_sync(_is_current):
            return
    async with database.writing() as connection:
        if not database.on_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        await connection.run_sync(_upgrade, revision)


async def _switch_to_wal(database: Database) -> None:
    """SQLite does not wait for its lock here, so this function does."""
    for attempt in range(WAL_TRIES):
        try:
            async with database.reading() as connection:
                await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except StoreLocked:
            if attempt == WAL_TRIES - 1:
                raise
            await sleep(0.1)


def _is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars()
    return list(found) == [newest_revision()]


def _upgrade(connection: Connection, revision: str) -> None:
    from bot.store.migration.upgrading import upgrade  # noqa: PLC0415  # few starts need it

    upgrade(connection, revision)
