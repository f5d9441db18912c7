"""Upgrading a database that holds games to this version's schema: a dated backup first, then every
migration in one transaction, under one lock."""

from datetime import UTC, datetime
from filecmp import cmp
from pathlib import Path
from typing import NamedTuple

from bot.host.data.backup import back_up
from bot.match.errors import StoreError, StoreRefused, StoreUnmigrated
from bot.process.clock import SECOND, Clock, system_clock
from bot.store import migration
from bot.store.connection.database import AsyncConnection, Database

NAMES = "before-upgrade-*.db"
NAME = "before-upgrade-%Y%m%d-%H%M%SZ.db"
# What an upgrade that was killed leaves of its backup.
LEFT_OVER = "before-upgrade-*.db.partial*"


class Upgrade(NamedTuple):
    """From one schema to another."""

    before: str
    after: str
    backup: Path

    def __str__(self) -> str:
        return f"upgraded from {self.before} to {self.after}; {self.backup} is from before"


async def upgrade(
    database: Database, folder: Path | None, *, alone: bool = False, clock: Clock = system_clock
) -> Upgrade | None:
    """Back up and upgrade the database; None if there was nothing to upgrade. The backup goes into
    the folder, or beside SQLite's file. Refused while another process has the database open: always
    on a server, and on SQLite if `alone` says so, as two starts at the same time take turns.

    The lock is held from before the backup until the commit, so nothing is stored in between; if
    anything fails, or the process dies, the database is as it was.
    """
    newest = migration.newest_revision()
    before = await migration.schema_of(database)
    if before is None:
        await migration.migrate(database)
    if before in (None, newest):
        return None
    migration.require_upgradable(before)
    folder = folder or (Path(database.file).parent if database.on_sqlite else Path())
    lock = database.exclusive_writing if alone or not database.on_sqlite else database.writing
    try:
        async with lock() as connection:
            before = await connection.run_sync(migration.find_schema)
            if before in (None, newest):  # another process was faster
                return None
            backup = await _back_up(database, folder.expanduser(), connection, clock)
            await connection.run_sync(migration.upgrade_schema)
    except StoreError:
        raise
    except Exception as error:
        why = str(error).partition("\n")[0]
        raise StoreUnmigrated(
            f"the migration from {before} to {newest} failed ({type(error).__name__}: {why})",
            "the database is as it was: start the earlier version again, and report this",
        ) from error
    return Upgrade(before, newest, backup)


async def _back_up(
    database: Database, folder: Path, connection: AsyncConnection, clock: Clock
) -> Path:
    """Make a new backup, unless it is the same as the last one: a start that fails is repeated, and
    must not fill the disk."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        problem = f"no backup can be made in {folder} ({error.strerror})"
        raise StoreRefused(problem, "nothing was changed: correct BACKUP_FOLDER") from error
    for partial in folder.glob(LEFT_OVER):
        partial.unlink()
    last = max(folder.glob(NAMES), default=None)
    moment = clock() // SECOND
    while (file := folder / datetime.fromtimestamp(moment, UTC).strftime(NAME)).exists():
        moment += 1
    await back_up(database, file, connection)
    if last is not None and cmp(last, file, shallow=False):
        file.unlink()
        return last
    return file
