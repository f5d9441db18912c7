"""Schema of a database, and migrating it to that of this version.

`bot.host.data.upgrade` migrates what holds games. Two processes that migrate at the same time take
turns; a database of a newer version, or from before 1.0.0, is left alone. Alembic is slow to load,
so only what has something to migrate loads it.
"""

from asyncio import sleep
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, MetaData, inspect, text

from bot.match.errors import StoreLocked, StoreNewer, StoreOlder, StoreRefused
from bot.store.connection.database import Database

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parents[2] / "migrations"
# The advisory lock shared by processes that migrate a PostgreSQL database.
LOCK = 7_205_759
# The schema of version 1.0.0. From there on every one is upgraded.
FIRST_REVISION = "0012"
VERSION_TABLE = "alembic_version"
WAL_TRIES = 50


def newest_revision() -> str:
    """Return the number that the file of the last migration begins with."""
    return max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("*_*.py"))


async def schema_of(database: Database) -> str | None:
    """Find the version of the database's schema; None for a database without tables."""
    if database.on_sqlite:
        await _switch_to_wal(database)
    async with database.reading() as connection:
        return await connection.run_sync(find_schema)


async def require_some_schema(database: Database) -> None:
    """Refuse an address where the bot has no database, of whichever version, and make none."""
    if database.on_sqlite:
        file = Path(database.file).absolute()
        missing = StoreRefused(
            f"there is no database at {file}", "check DATABASE_URL and the folder"
        )
        # Opening an empty file would write to it; what may not be looked at says so when opened.
        with suppress(PermissionError):
            if not file.exists() or not file.stat().st_size:
                raise missing
    else:
        url = database.url
        where = URL.create(url.drivername, host=url.host, port=url.port, database=url.database)
        missing = StoreRefused(f"the bot has no tables at {where}", "check DATABASE_URL")
    if await schema_of(database) is None:
        raise missing


async def require_newest_schema(database: Database) -> None:
    """Make the tables of an empty database; refuse one that has those of another version."""
    schema = await schema_of(database)
    if schema is None:
        await migrate(database)
        return
    require_upgradable(schema)
    if schema < newest_revision():
        raise StoreOlder(
            f"the database is of version {schema}, and this bot needs {newest_revision()}",
            "stop the bot, all processes of it, and run `python -m bot.host upgrade`",
        )


async def migrate(database: Database, revision: str = "head") -> None:
    """Upgrade to the newest schema, or up to a revision; existing data stays."""
    if await schema_of(database) == newest_revision():
        return
    async with database.writing() as connection:
        if not database.on_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        await connection.run_sync(upgrade_schema, revision)


async def _switch_to_wal(database: Database) -> None:
    """Switch to WAL, and wait for the lock, which SQLite does not do here."""
    for attempt in range(WAL_TRIES):
        try:
            async with database.reading() as connection:
                await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except StoreLocked:
            if attempt == WAL_TRIES - 1:
                raise
            await sleep(0.1)


def find_schema(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def require_upgradable(schema: str | None) -> None:
    """Refuse the schema of a version before 1.0.0, or of one newer than this."""
    if schema is not None and schema < FIRST_REVISION:
        raise StoreOlder(
            f"the database is of version {schema}, from before 1.0.0",
            "upgrade it with version 1.0.0 of the bot first",
        )
    if schema is not None and schema > newest_revision():
        raise StoreNewer(
            f"the database is of version {schema}, newer than this bot",
            "start the newer version of the bot, or `python -m bot.host restore` a backup from "
            "before the upgrade",
        )


def migrations_config() -> "Config":
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def upgrade_schema(connection: Connection, revision: str = "head") -> None:
    """Migrate in the caller's transaction."""
    from alembic import command  # noqa: PLC0415

    require_upgradable(find_schema(connection))
    config = migrations_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def make_schema_anew(connection: Connection) -> None:
    """Drop every table, of whichever version, and make those of this one."""
    tables_of(connection, with_version=True).drop_all(connection, checkfirst=False)
    upgrade_schema(connection)


def tables_of(connection: Connection, *, with_version: bool = False) -> MetaData:
    """Reflect the tables that a database has, of whichever version."""
    tables = MetaData()
    tables.reflect(connection)
    if not with_version and VERSION_TABLE in tables.tables:
        tables.remove(tables.tables[VERSION_TABLE])
    return tables
