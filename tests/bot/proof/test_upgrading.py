"""Upgrading databases that hold games: with a backup, under one lock, all of it or nothing,
whatever happens on the way; and going back."""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import op
from sqlalchemy import Engine, event, text

from bot.host.__main__ import main
from bot.host.data.upgrade import NAMES, upgrade
from bot.host.data.verify import verify
from bot.host.running import running
from bot.host.settings import Settings
from bot.match.errors import StoreFull, StoreOlder, StoreRefused, StoreUnmigrated
from bot.process.clock import HOUR, system_clock
from bot.store.connection.database import Database
from bot.store.connection.sqlite import PRAGMAS
from bot.store.migration import newest_revision, schema_of
from bot.store.server import server_of
from tests.bot.kit import FakePoster
from tests.bot.proof.failing import fill
from tests.bot.proof.frozen import freeze_in, versions
from tests.bot.proof.playing import opened
from tests.bot.proof.postgres import Server

ROOT = Path(__file__).parents[3]
OLDEST = versions()[0]
NEWEST = newest_revision()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}"


@pytest.fixture
def postgresql_url(server: Server) -> str:
    return server.new_database()


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BACKUP_FOLDER", str(tmp_path / "backups"))


@pytest.fixture(scope="session")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The oldest database, with its games."""
    file = tmp_path_factory.mktemp("frozen") / "bot.db"
    asyncio.run(freeze_in(OLDEST, f"sqlite+aiosqlite:///{file}"))
    return file


def dump(file: Path) -> str:
    with sqlite3.connect(file) as connection:
        told = "\n".join(connection.iterdump())
    connection.close()
    return told


def backups(folder: Path) -> list[Path]:
    return sorted((folder / "backups").glob(NAMES))


async def upgrade_at(url: str, folder: Path) -> None:
    database = Database(url)
    try:
        await upgrade(database, folder)
    finally:
        await database.close()


def after(statements: int, do: Callable[[], None]) -> Callable[..., None]:
    """A listener that does something before the statement of this number, among all of them."""
    left = iter(range(statements))

    def count(*_: Any) -> None:
        if next(left, None) is None:
            do()

    return count


# Up.


@pytest.mark.parametrize("version", versions()[:-1])
def test_every_version_is_backed_up_and_upgraded(
    version: str,
    url: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asyncio.run(freeze_in(version, url))
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["upgrade"]) == 0
    [backup] = backups(tmp_path)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"upgraded from {version} to {NEWEST}; {backup} is from before"
    assert told[-1] == "every game replays as it is stored"
    assert f"INSERT INTO \"alembic_version\" VALUES('{version}')" in dump(backup)
    assert main(["upgrade"]) == 0
    assert capsys.readouterr().out.startswith("the database is up to date\n")
    assert backups(tmp_path) == [backup]
    assert main(["restore", str(backup), "--overwrite"]) == 0


async def test_the_start_upgrades_a_file(frozen: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.db").write_bytes(frozen.read_bytes())
    async with running(Settings(), lambda _: FakePoster()) as opened_:
        assert await schema_of(opened_.database) == NEWEST
        assert [line async for line in verify(opened_.database)] == []
    [backup] = backups(tmp_path)
    assert dump(backup) == dump(frozen)


async def test_the_start_leaves_a_server_to_the_command(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await freeze_in(OLDEST, postgresql_url)
    monkeypatch.setenv("DATABASE_URL", postgresql_url)
    with pytest.raises(StoreOlder, match=r"run `python -m bot\.host upgrade`"):
        async with running(Settings(), lambda _: FakePoster()):
            pass
    database = Database(postgresql_url)
    assert await schema_of(database) == OLDEST
    await database.close()


@pytest.mark.parametrize("command", ["verify", "show 1", "export-game 1 game.json"])
def test_other_commands_upgrade_nothing(
    command: str, frozen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.db").write_bytes(frozen.read_bytes())
    assert main(command.split()) == 1
    assert "run `python -m bot.host upgrade`" in capsys.readouterr().err
    assert dump(tmp_path / "bot.db") == dump(frozen)


async def test_the_command_waits_for_the_bot_to_stop(url: str, tmp_path: Path) -> None:
    await freeze_in(OLDEST, url)
    bot, database = Database(url), Database(url)
    assert await schema_of(bot) == OLDEST
    with pytest.raises(StoreRefused, match="stop the bot first"):
        await upgrade(database, tmp_path / "backups", alone=True)
    await bot.close()
    assert await upgrade(database, tmp_path / "backups", alone=True) is not None
    await database.close()


async def test_two_starts_upgrade_once(frozen: Path, sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "bot.db").write_bytes(frozen.read_bytes())
    await asyncio.gather(*(upgrade_at(sqlite_url, tmp_path / "backups") for _ in range(2)))
    assert len(backups(tmp_path)) == 1


async def test_a_server_says_its_version_and_an_old_one_is_refused(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(postgresql_url)
    found = await server_of(database)
    assert re.fullmatch(r"PostgreSQL \d+\.\d+", found.name)
    assert found.clock is not None
    assert abs(found.clock - system_clock()) < HOUR
    monkeypatch.setattr("bot.store.server.OLDEST_POSTGRESQL", 1000)
    with pytest.raises(StoreRefused, match="use PostgreSQL 1000 or newer"):
        await server_of(database)
    await database.close()


# Not all the way.


def statements_of_an_upgrade(frozen: Path, folder: Path) -> int:
    """The number of statements from the oldest version to the newest, with the backup."""
    (folder / "bot.db").write_bytes(frozen.read_bytes())
    done: list[None] = []
    count = after(0, lambda: done.append(None))
    event.listen(Engine, "before_cursor_execute", count)
    try:
        asyncio.run(upgrade_at(f"sqlite+aiosqlite:///{folder / 'bot.db'}", folder / "backups"))
    finally:
        event.remove(Engine, "before_cursor_execute", count)
    return len(done)


@pytest.fixture(scope="session")
def statements(frozen: Path, tmp_path_factory: pytest.TempPathFactory) -> int:
    return statements_of_an_upgrade(frozen, tmp_path_factory.mktemp("counted"))


def refuse() -> None:
    raise RuntimeError("no further")


def test_a_failing_statement_leaves_the_file_as_it_was(
    statements: int, frozen: Path, sqlite_url: str, tmp_path: Path
) -> None:
    before = dump(frozen)
    (tmp_path / "bot.db").write_bytes(frozen.read_bytes())
    assert statements > 50
    for number in range(statements):
        failing = after(number, refuse)
        event.listen(Engine, "before_cursor_execute", failing)
        try:
            with pytest.raises((StoreUnmigrated, RuntimeError)) as told:
                asyncio.run(upgrade_at(sqlite_url, tmp_path / "backups"))
        finally:
            event.remove(Engine, "before_cursor_execute", failing)
        assert dump(tmp_path / "bot.db") == before, number
    assert "the database is as it was: start the earlier version again" in str(told.value)
    assert len(backups(tmp_path)) == 1
    asyncio.run(upgrade_at(sqlite_url, tmp_path / "backups"))
    assert len(backups(tmp_path)) == 1


MORTAL = """
import asyncio, os, sys
import alembic.command
from tests.bot.proof.test_upgrading import upgrade_and_die

url, folder = sys.argv[1:]
for line in sys.stdin:
    child = os.fork()
    if not child:
        upgrade_and_die(url, folder, int(line))
        os._exit(0)
    print(os.waitpid(child, 0)[1], flush=True)
"""


def upgrade_and_die(url: str, folder: str, statements: int) -> None:
    killing = after(statements, lambda: os.kill(os.getpid(), signal.SIGKILL))
    event.listen(Engine, "before_cursor_execute", killing)
    asyncio.run(upgrade_at(url, Path(folder)))


def test_a_killed_process_leaves_the_file_as_it_was(
    statements: int, frozen: Path, sqlite_url: str, tmp_path: Path
) -> None:
    before = dump(frozen)
    (tmp_path / "bot.db").write_bytes(frozen.read_bytes())
    with subprocess.Popen(
        [sys.executable, "-c", MORTAL, sqlite_url, str(tmp_path / "backups")],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as mortal:
        assert mortal.stdin is not None
        assert mortal.stdout is not None
        for number in range(statements):
            mortal.stdin.write(f"{number}\n")
            mortal.stdin.flush()
            assert int(mortal.stdout.readline()) == signal.SIGKILL
            assert dump(tmp_path / "bot.db") == before, number
    asyncio.run(upgrade_at(sqlite_url, tmp_path / "backups"))
    [backup] = backups(tmp_path)
    assert dump(backup) == before


def test_a_disk_that_is_full_half_way(
    frozen: Path, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By SQLite's own limit on pages: from the size that the file has to the one that it gets."""
    before, file = dump(frozen), tmp_path / "bot.db"
    file.write_bytes(frozen.read_bytes())
    pages, failed = frozen.stat().st_size // 4096, 0
    while True:
        limited = (*PRAGMAS, f"max_page_count = {pages}")
        monkeypatch.setattr("bot.store.connection.sqlite.PRAGMAS", limited)
        try:
            asyncio.run(upgrade_at(sqlite_url, tmp_path / "backups"))
            break
        except StoreFull:
            failed += 1
        assert dump(file) == before
        pages += 1
    assert failed > 3
    assert len(backups(tmp_path)) == 1


def test_a_disk_without_room_for_the_backup(
    frozen: Path, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = small_disk / "bot.db"
    file.write_bytes(frozen.read_bytes())
    ballast = fill(small_disk, but=frozen.stat().st_size // 2)
    with pytest.raises(StoreFull):
        asyncio.run(upgrade_at(f"sqlite+aiosqlite:///{file}", small_disk))
    assert dump(file) == dump(frozen)
    assert list(small_disk.glob("before-upgrade*")) == []
    ballast.unlink()
    asyncio.run(upgrade_at(f"sqlite+aiosqlite:///{file}", small_disk))


def test_a_folder_that_cannot_be_made_stops_it(
    frozen: Path, sqlite_url: str, tmp_path: Path
) -> None:
    (tmp_path / "bot.db").write_bytes(frozen.read_bytes())
    (tmp_path / "backups").touch()
    with pytest.raises(StoreRefused, match="nothing was changed: correct BACKUP_FOLDER"):
        asyncio.run(upgrade_at(sqlite_url, tmp_path / "backups"))
    assert dump(tmp_path / "bot.db") == dump(frozen)


def test_a_failed_migration_on_a_server_changes_nothing(
    postgresql_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asyncio.run(freeze_in(OLDEST, postgresql_url))
    monkeypatch.setenv("DATABASE_URL", postgresql_url)
    with monkeypatch.context() as patch:
        patch.setattr(op, "create_table", lambda *_, **__: refuse())
        assert main(["upgrade"]) == 1
    told = capsys.readouterr().err
    assert f"the migration from {OLDEST} to {NEWEST} failed (RuntimeError: no further)" in told
    assert len(told.splitlines()) == 1
    assert main(["upgrade"]) == 0
    assert len(backups(tmp_path)) == 1


# Back.


def test_a_backup_is_restored_over_a_newer_version(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def make_newer() -> None:
        async with opened(url) as database, database.writing() as connection:
            await connection.execute(text("CREATE TABLE news (id integer, game_id integer)"))
            await connection.execute(text("ALTER TABLE games ADD COLUMN news text"))
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    async def schema() -> str | None:
        database = Database(url)
        try:
            return await schema_of(database)
        finally:
            await database.close()

    asyncio.run(freeze_in(OLDEST, url))
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["upgrade"]) == 0
    [backup] = backups(tmp_path)
    asyncio.run(make_newer())
    assert main(["verify"]) == 1
    assert "restore" in capsys.readouterr().err
    assert main(["restore", str(backup)]) == 1
    assert asyncio.run(schema()) == "9999"
    assert main(["restore", str(backup), "--overwrite"]) == 0
    assert asyncio.run(schema()) == NEWEST
    assert main(["verify"]) == 0
