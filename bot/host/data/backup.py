"""Backup and restore: every row of a database to and from an SQLite file, while games run.

The file is an ordinary database of the bot, so a backup of PostgreSQL can be opened with SQLite
and restored into either. Knows the tables only by their list in the schema.
"""

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Select, Table, delete, func, insert, select, text, tuple_

from bot.match.errors import StoreError, StoreRefused
from bot.store.connection.database import SQLITE_DRIVER, Connected, Database
from bot.store.connection.migrating import migrate
from bot.store.schema import games, metadata

BATCH = 500
TABLES: Sequence[Table] = metadata.sorted_tables
"""In an order in which every table comes after those it refers to."""


async def back_up(database: Database, file: Path) -> int:
    """One consistent moment of the database as a file; returns how many games it holds."""
    if file.exists():
        raise StoreRefused(f"{file} is there already", "choose another name or remove it")
    if not file.parent.is_dir():
        raise StoreRefused(f"the folder {file.parent} is not there", "make it, or name another one")
    partial = file.with_name(file.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        async with _file_database(partial) as copy:
            await migrate(copy)
            async with database.viewing() as source, copy.writing() as target:
                count = await _copy(source, target)
            await _into_one_file(copy)
        _sync(partial)
        partial.replace(file)
        _sync(file.parent)
    finally:
        for left in (partial, *_companions(partial)):
            left.unlink(missing_ok=True)
    return count


async def restore(database: Database, file: Path, *, overwrite: bool = False) -> int:
    """Everything in the backup, replacing what the database holds; all of it or nothing.

    Refused while a bot runs on the database: it would remember games that are gone.
    """
    if not file.is_file():
        raise StoreRefused(f"{file} is not there", "name the file that backup wrote")
    with TemporaryDirectory() as folder:
        copied = Path(folder) / "backup.db"
        copyfile(file, copied)
        async with _file_database(copied) as backup:
            await _check(backup)
            await migrate(backup)
            async with backup.viewing() as source, database.writing_alone() as target:
                await _make_room(target, overwrite=overwrite)
                count = await _copy(source, target)
                if not database.on_sqlite:
                    await _go_on_numbering(target)
    return count


@asynccontextmanager
async def _file_database(file: Path) -> AsyncIterator[Database]:
    database = Database(f"{SQLITE_DRIVER}:///{file}")
    try:
        yield database
    finally:
        await database.close()


async def _copy(source: Connected, target: Connected) -> int:
    for table in TABLES:
        async for rows in _batches(source, table):
            await target.execute(insert(table), rows)
    return int((await source.execute(select(func.count()).select_from(games))).scalar_one())


async def _batches(source: Connected, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    key = list(table.primary_key)
    page = select(table).order_by(*key).limit(BATCH)
    rows = await _rows(source, page)
    while rows:
        yield rows
        last = [rows[-1][column.name] for column in key]
        rows = await _rows(source, page.where(tuple_(*key) > tuple_(*last)))


async def _rows(source: Connected, page: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in (await source.execute(page)).mappings()]


async def _check(backup: Database) -> None:
    """Only an intact backup of the bot is restored."""
    try:
        async with backup.reading() as connection:
            found = (await connection.execute(text("PRAGMA integrity_check"))).scalar()
            named = text("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'")
            ours = (await connection.execute(named)).scalar()
    except StoreError as error:
        raise StoreRefused(f"the backup cannot be read: {error.problem}", "take another") from error
    if found != "ok" or not ours:
        raise StoreRefused("the file is no whole backup of the bot", "take another one")


async def _make_room(target: Connected, *, overwrite: bool) -> None:
    there = (await target.execute(select(func.count()).select_from(games))).scalar_one()
    if there and not overwrite:
        raise StoreRefused(
            f"the database holds {there} games", "say --overwrite to put the backup in their place"
        )
    for table in reversed(TABLES):
        await target.execute(delete(table))


async def _go_on_numbering(target: Connected) -> None:
    """PostgreSQL's sequences do not advance for rows that bring their own numbers."""
    for table in TABLES:
        if "id" in table.c:
            name: Any = table.name
            await target.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'),"
                    f" (SELECT coalesce(max(id), 0) + 1 FROM {name}), false)"
                )
            )


async def _into_one_file(copy: Database) -> None:
    async with copy.reading() as connection:
        await connection.execute(text("PRAGMA journal_mode = DELETE"))


def _companions(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in ("-wal", "-shm", "-journal")]


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
