"""Upgrading databases that hold games: with a backup, under one lock, all of it or nothing,
whatever happens on the way; and going back."""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, inspect, text

from bot.host.__main__ import main
from bot.host.data.upgrade import NAMES, upgrade
from bot.host.data.verify import verify
from bot.host.running import running
from bot.host.settings import Settings
from bot.match.errors import StoreFull, StoreOlder, StoreRefused
from bot.process.clock import HOUR, system_clock
from bot.store.connection.database import OPEN_LOCK, Database
from bot.store.connection.faults import FORBIDDEN
from bot.store.migration import newest_revision, schema_of
from bot.store.server import server_of
from tests.bot.kit import FakePoster
from tests.bot.proof.failing import fill
from tests.bot.proof.frozen import freeze_in, versions
from tests.bot.proof.playing import opened
from tests.bot.proof.postgres import PATIENCE, Server
from tests.bot.unsynced import UNSYNCED, unsynced

ROOT = Path(__file__).parents[3]
OLDEST = versions()[0]
NEWEST = newest_revision()
# Every how many statements one is tried, and always the last, before which whatever had been
# committed too early would be there. All of them held when these tests were written; on a server
# each takes half a second.
STEPS = {"sqlite": 1, "postgresql": 10}
# Of everything in a PostgreSQL database but its rows.
DEFINITIONS = """
SELECT 'column', table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT 'index', tablename, indexname, indexdef, '', ''
    FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', ''
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
ORDER BY 1, 2, 3
"""
# Waits until no other connection has the database open.
FREE = f"SET lock_timeout = '60s'; SELECT pg_advisory_lock({OPEN_LOCK})"


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
        text = "\n".join(connection.iterdump())
    connection.close()
    return text


def dump_at(url: str) -> str:
    """Everything that a database holds."""
    if url.startswith("sqlite"):
        return dump(Path(url.partition("///")[2]))

    async def read() -> str:
        database = Database(url, PATIENCE)
        try:
            async with database.reading() as connection:
                defined = await connection.execute(text(DEFINITIONS))
                lines = [str(line) for line in defined]
                tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
                for table in sorted(tables):
                    rows = await connection.execute(text(f"SELECT * FROM {table}"))
                    lines += [table, *sorted(map(str, rows))]
            return "\n".join(lines)
        finally:
            await database.close()

    return asyncio.run(read())


def backups(folder: Path) -> list[Path]:
    return sorted((folder / "backups").glob(NAMES))


async def upgrade_at(url: str, folder: Path) -> None:
    database = Database(url, PATIENCE)
    try:
        await upgrade(database, folder)
    finally:
        await database.close()


@contextmanager
def after(statements: int, do: Callable[[], None]) -> Iterator[None]:
    """Do something before the statement of this number, among all of them."""
    left = iter(range(statements))

    def count(*_: Any) -> None:
        if next(left, None) is None:
            do()

    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", count)


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
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"upgraded from {version} to {NEWEST}; {backup} is from before"
    assert lines[-1] == "every game replays as it is stored"
    assert f"INSERT INTO \"alembic_version\" VALUES('{version}')" in dump(backup)
    assert main(["upgrade"]) == 0
    assert capsys.readouterr().out.startswith("the database is up to date\n")
    assert backups(tmp_path) == [backup]
    assert main(["restore", str(backup), "--overwrite"]) == 0


async def test_the_start_upgrades_a_file_and_replays_meanwhile(
    frozen: Path, tmp_path: Path
) -> None:
    (tmp_path / "bot.db").write_bytes(frozen.read_bytes())
    async with running(Settings(), lambda _: FakePoster()) as opened_:
        assert await schema_of(opened_.database) == NEWEST
        async with asyncio.timeout(60):
            while [line async for line in verify(opened_.database)]:
                await asyncio.sleep(0.01)
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


@pytest.mark.parametrize("command", ["verify", "backup copy.db", "show 1"])
def test_other_commands_make_no_tables(
    command: str,
    postgresql_url: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgresql_url)
    before = dump_at(postgresql_url)
    assert main(command.split()) == 1
    said = capsys.readouterr().err
    assert said.startswith("the bot has no tables at postgresql+asyncpg://127.0.0.1:")
    assert said.endswith("; check DATABASE_URL\n")
    assert dump_at(postgresql_url) == before
    assert list(tmp_path.iterdir()) == []


async def test_the_command_waits_for_the_bot_to_stop(url: str, tmp_path: Path) -> None:
    await freeze_in(OLDEST, url)
    bot = Database(url)
    database = Database(url)
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
    server = await server_of(database)
    assert re.fullmatch(r"PostgreSQL \d+\.\d+", server.name)
    assert server.clock is not None
    assert abs(server.clock - system_clock()) < HOUR
    monkeypatch.setattr("bot.store.server.OLDEST_POSTGRESQL", 1000)
    with pytest.raises(StoreRefused, match="use PostgreSQL 1000 or newer"):
        await server_of(database)
    await database.close()


def test_a_user_who_may_not_make_tables(
    server: Server,
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = postgresql_url.rpartition("/")[2]
    server.execute("CREATE ROLE guest LOGIN PASSWORD 'guest'")
    server.execute(f"GRANT ALL ON DATABASE {name} TO guest")
    monkeypatch.setenv("DATABASE_URL", re.sub("//.*@", "//guest:guest@", postgresql_url))
    assert main(["upgrade"]) == 1
    assert capsys.readouterr().err == f"{FORBIDDEN()}\n"
    server.execute(f"ALTER DATABASE {name} OWNER TO guest")
    assert main(["upgrade"]) == 0


# Not all the way.


@pytest.fixture
def old(url: str) -> str:
    """The address of the oldest database, with its games."""
    asyncio.run(freeze_in(OLDEST, url))
    return url


@pytest.fixture
def statements(old: str, request: pytest.FixtureRequest, tmp_path: Path) -> Sequence[int]:
    """The numbers of the statements that are tried, of an upgrade from the oldest version to the
    newest, with the backup. Those before only look for the version."""

    async def look() -> None:
        database = Database(old)
        await schema_of(database)
        await database.close()

    looks: list[None] = []
    everything: list[None] = []
    with after(0, lambda: looks.append(None)):
        asyncio.run(look())
    with after(0, lambda: everything.append(None)):
        asyncio.run(upgrade_at(old, tmp_path / "counted"))
    # Each migration changes something, and is noted.
    assert len(everything) - len(looks) > 2 * (len(versions()) - 1)
    if old.startswith("sqlite"):
        (tmp_path / "bot.db").unlink()
    else:
        anew = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
        request.getfixturevalue("server").clear(old, anew)
    asyncio.run(freeze_in(OLDEST, old))
    step = STEPS[old.partition("+")[0]]
    return [*range(len(looks), len(everything) - 1, step), len(everything) - 1]


def refuse() -> None:
    raise RuntimeError("no further")


def test_a_failing_statement_changes_nothing(
    statements: Sequence[int],
    old: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nor does it keep the lock: the next attempt would say that another process is there."""
    monkeypatch.setenv("DATABASE_URL", old)
    monkeypatch.setenv("BUSY_TIMEOUT_SECONDS", str(PATIENCE))
    before = dump_at(old)
    for number in statements:
        with after(number, refuse):
            assert main(["upgrade"]) == 1
        text = capsys.readouterr().err
        assert f"the migration from {OLDEST} to {NEWEST} failed (RuntimeError: no further)" in text
        assert "the database is as it was: start the earlier version again" in text
        assert len(text.splitlines()) == 1
        assert dump_at(old) == before, number
    assert len(backups(tmp_path)) == 1
    assert main(["upgrade"]) == 0
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
    with unsynced(), after(statements, lambda: os.kill(os.getpid(), signal.SIGKILL)):
        asyncio.run(upgrade_at(url, Path(folder)))


def test_a_killed_process_changes_nothing(
    statements: Sequence[int], old: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    before = dump_at(old)
    with subprocess.Popen(
        [sys.executable, "-c", MORTAL, old, str(tmp_path / "backups")],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as mortal:
        assert mortal.stdin is not None
        assert mortal.stdout is not None
        for number in statements:
            mortal.stdin.write(f"{number}\n")
            mortal.stdin.flush()
            assert int(mortal.stdout.readline()) == signal.SIGKILL
            if not old.startswith("sqlite"):  # the server frees the lock when it notices
                request.getfixturevalue("server").execute(FREE, old.rpartition("/")[2])
            assert dump_at(old) == before, number
    asyncio.run(upgrade_at(old, tmp_path / "backups"))
    assert list((tmp_path / "backups").iterdir()) == backups(tmp_path)
    assert len(backups(tmp_path)) == 1


def test_what_a_killed_upgrade_left_is_removed_by_the_next(
    frozen: Path, sqlite_url: str, tmp_path: Path
) -> None:
    (tmp_path / "bot.db").write_bytes(frozen.read_bytes())
    folder = tmp_path / "backups"
    folder.mkdir()
    left = folder / "before-upgrade-20260301-120000Z.db.partial"
    others = folder / "by-hand.db.partial"
    for file in (left, left.with_name(f"{left.name}-journal"), others):
        file.touch()
    asyncio.run(upgrade_at(sqlite_url, folder))
    assert sorted(folder.iterdir()) == [*backups(tmp_path), others]


def test_a_server_that_stops_half_way(
    server: Server,
    postgresql_url: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asyncio.run(freeze_in(OLDEST, postgresql_url))
    monkeypatch.setenv("DATABASE_URL", postgresql_url)
    before = dump_at(postgresql_url)
    with after(100, server.stop):
        assert main(["upgrade"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("the database cannot be reached (")
    assert len(said.splitlines()) == 1
    server.start()
    assert dump_at(postgresql_url) == before
    assert main(["upgrade"]) == 0
    assert len(backups(tmp_path)) == 1


def test_a_disk_that_is_full_half_way(
    frozen: Path, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By SQLite's own limit on pages: from the size that the file has to the one that it gets."""
    before = dump(frozen)
    file = tmp_path / "bot.db"
    file.write_bytes(frozen.read_bytes())
    pages = frozen.stat().st_size // 4096
    failed = 0
    while True:
        limited = (*UNSYNCED, f"max_page_count = {pages}")
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
