"""Migrating a database to this version's schema when the bot starts.

Two processes that start at the same time take turns; a database of a newer version is left alone.
Alembic is slow to load, so only a start that has something to migrate loads it.
"""

from asyncio import sleep
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from bot.match.errors import StoreLocked, StoreNewer
from bot.store.connection.database import Database

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parents[2] / "migrations"
LOCK = 7_205_759
"""The advisory lock shared by processes that migrate a PostgreSQL database."""
WAL_TRIES = 50


def newest_revision() -> str:
    """The number that the file of the last migration begins with."""
    return max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("*_*.py"))


async def schema_of(database: Database) -> str | None:
    """The version of the database's schema; None for a database without tables."""
    async with database.reading() as connection:
        return await connection.run_sync(_schema)


async def migrate(database: Database, revision: str = "head") -> None:
    """Upgrade to the newest schema, or up to a revision; existing data stays."""
    if database.on_sqlite:
        await _switch_to_wal(database)
    async with database.reading() as connection:
        if await connection.run_sync(_schema) == newest_revision():
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


def _schema(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrations_config() -> "Config":
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _upgrade(connection: Connection, revision: str) -> None:
    from alembic import command  # noqa: PLC0415
    from alembic.migration import MigrationContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = migrations_config()
    script = ScriptDirectory.from_config(config)
    known = {entry.revision for entry in script.walk_revisions()}
    current = set(MigrationContext.configure(connection).get_current_heads())
    if not current <= known:
        raise StoreNewer(
            f"the database is of version {', '.join(sorted(current))}, newer than this bot",
            "start the newer version of the bot; going back is not possible, restore a backup",
        )
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
