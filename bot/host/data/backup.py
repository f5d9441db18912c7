"""Backup and restore: every row of a database to and from an SQLite file, while games run.

The file is an ordinary database of the bot, so a backup of PostgreSQL can be opened with SQLite
and restored into either.
"""

import os
import sqlite3
from asyncio import to_thread
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from errno import EDQUOT, ENOSPC
from pathlib import Path
from shutil import copyfile

from sqlalchemy import MetaData, func, insert, select, text, tuple_

from bot.match.errors import StoreCorrupt, StoreError, StoreFull, StoreOlder, StoreRefused
from bot.store import migration
from bot.store.connection.database import SQLITE_DRIVER, AsyncConnection, Database
from bot.store.connection.sqlite import make_private
from bot.store.schema import games, metadata

BATCH = 500
# The room that a restore needs, in sizes of the backup: for a copy of it, which is migrated, for
# the rows in SQLite's log, and for those in its file.
NEEDED = 3


async def back_up(database: Database, file: Path, connection: AsyncConnection | None = None) -> int:
    """Copy one consistent moment of the database, of 1.0.0 or any version since, to a file, and
    read all of it back; returns how many games it holds. A caller who has a server alone passes its
    connection."""
    if file.exists():
        raise StoreRefused(f"{file} is there already", "choose another name or remove it")
    if not file.parent.is_dir():
        raise StoreRefused(f"the folder {file.parent} is not there", "make it, or name another one")
    partial = file.with_name(file.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        make_private(partial)
        if database.on_sqlite:
            async with database.reading() as reader:  # moves can be stored meanwhile
                await reader.exec_driver_sql("VACUUM INTO ?", (str(partial),))
        elif connection is None:
            async with database.viewing() as viewer:
                await _copy_server(viewer, partial)
        else:
            await _copy_server(connection, partial)
        count = await to_thread(_check_copy, partial)
        await to_thread(_sync, partial)
        partial.replace(file)
        await to_thread(_sync, file.parent)
    finally:
        _remove(partial)
    return count


async def restore(database: Database, file: Path, *, overwrite: bool = False) -> int:
    """Replace what the database holds, of whichever version, with everything in the backup,
    migrated to this version; all of it or nothing. It works beside SQLite's file, and for a server
    in the current folder: the system's temporary one may be in memory.

    Refused while a bot runs on the database, since it would remember games that are gone.
    """
    if not file.is_file():
        raise StoreRefused(f"{file} is not there", "name the file that backup wrote")
    folder = Path(database.file).absolute().parent if database.on_sqlite else Path.cwd()
    if not folder.is_dir():
        raise StoreRefused(f"the folder {folder} is not there", "make it, or correct DATABASE_URL")
    copied = folder / f"{Path(database.url.database or '').name}.restoring"
    needed = NEEDED * file.stat().st_size
    _remove(copied)  # of a restore that was killed
    try:
        with _telling_where(folder, needed):
            make_private(copied)
            await to_thread(copyfile, file, copied)
        async with _file_database(copied) as backup:
            with _telling_where(folder, needed):
                await _check_backup(backup)
                await migration.migrate(backup)
            with _telling_where(folder, needed) if database.on_sqlite else nullcontext():
                return await _replace(database, backup, overwrite=overwrite)
    finally:
        _remove(copied)


async def _replace(database: Database, backup: Database, *, overwrite: bool) -> int:
    await migration.schema_of(database)  # makes a file that only its owner can read
    async with backup.viewing() as source, database.exclusive_writing() as target:
        count = await _count(target)
        if count and not overwrite:
            raise StoreRefused(
                f"the database holds {count} games",
                "say --overwrite to put the backup in their place",
            )
        await target.run_sync(migration.make_schema_anew)
        await _copy_rows(source, target, metadata)
        if not database.on_sqlite:
            await _continue_numbering(target)
        return await _count(target)


@contextmanager
def _telling_where(folder: Path, needed: int) -> Iterator[None]:
    """Name the folder when its disk is full."""
    try:
        yield
    except (StoreFull, OSError) as error:
        if isinstance(error, OSError) and error.errno not in (ENOSPC, EDQUOT):
            raise
        raise StoreFull(
            f"the disk is full: there is no room in {folder}",
            f"make room for {needed // 1_000_000 + 1} MB; nothing was restored",
        ) from error


def _remove(copy: Path) -> None:
    """Remove a copy with the files that SQLite has beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        copy.with_name(copy.name + ending).unlink(missing_ok=True)


async def _copy_server(source: AsyncConnection, partial: Path) -> None:
    """Copy row by row into the file, without a write-ahead log, which would become as long."""
    schema = await source.run_sync(migration.find_schema)
    async with _file_database(partial) as empty:
        await migration.migrate(empty, schema or "head")
        async with empty.reading() as connection:
            await connection.execute(text("PRAGMA journal_mode = DELETE"))
    tables = await source.run_sync(migration.tables_of)
    async with _file_database(partial) as copy, copy.writing() as target:
        await _copy_rows(source, target, tables)


async def _copy_rows(source: AsyncConnection, target: AsyncConnection, tables: MetaData) -> None:
    """Copy all rows into empty tables, as of the moment that the source sees. They go from driver
    to driver unchanged, in the order of their keys, as a hundred thousand games have millions. A
    table comes after those it refers to."""
    for table in tables.sorted_tables:
        add = str(insert(table).compile(dialect=target.dialect))
        key = list(table.primary_key)
        indices = [list(table.columns).index(column) for column in key]
        page = select(table).order_by(*key).limit(BATCH)
        rows = [tuple(row) for row in await source.execute(page)]
        while rows:
            await target.exec_driver_sql(add, rows)
            last = [rows[-1][index] for index in indices]
            after = page.where(tuple_(*key) > tuple_(*last))
            rows = [tuple(row) for row in await source.execute(after)]


async def _continue_numbering(target: AsyncConnection) -> None:
    """Advance PostgreSQL's sequences, which ignore rows inserted with their own numbers."""
    for table in metadata.sorted_tables:
        if "id" in table.c:
            sequence = func.pg_get_serial_sequence(table.name, "id")
            following = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
            await target.execute(select(func.setval(sequence, following, False)))


async def _count(connection: AsyncConnection) -> int:
    """Count the games; 0 without tables."""
    if games.name not in (await connection.run_sync(migration.tables_of)).tables:
        return 0
    return (await connection.execute(select(func.count(games.c.id)))).scalar_one()


def _file_database(file: Path) -> Database:
    return Database(f"{SQLITE_DRIVER}:///{file}")


def _check_copy(partial: Path) -> int:
    """Read all of a new backup, every page and every text; returns how many games it holds."""
    try:
        with closing(sqlite3.connect(partial)) as copy:
            [(verdict, *_)] = copy.execute("PRAGMA integrity_check(1)")
            for (table,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
                for _ in copy.execute(f"SELECT * FROM {table}"):
                    pass
            [(count,)] = copy.execute("SELECT count(*) FROM games")
    except sqlite3.Error:
        verdict = "unreadable"
    if verdict != "ok":
        raise StoreCorrupt("what was copied is damaged", "look for the damage with `verify`")
    return int(count)


async def _check_backup(backup: Database) -> None:
    """Refuse anything but an intact backup of the bot that can be brought to this version."""
    try:
        async with backup.reading() as connection:
            verdict = await connection.scalar(text("PRAGMA integrity_check"))
            named = text("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'")
            ours = await connection.scalar(named)
    except StoreFull:
        raise
    except StoreError as error:
        raise StoreRefused(f"the backup cannot be read: {error.problem}", "take another") from error
    if verdict != "ok" or not ours:
        raise StoreRefused("the file is no whole backup of the bot", "take another one")
    schema = await migration.schema_of(backup)
    if schema is not None and schema < migration.FIRST_REVISION:
        raise StoreOlder(
            f"the backup is of version {schema}, from before 1.0.0",
            "upgrade it first: restore it with version 1.0.0 of the bot, and back up again",
        )


def _sync(path: Path) -> None:
    """Sync a file or folder. Windows syncs files that are open for writing, and no folders."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError as error:  # the system does not say of which file
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        os.close(handle)
