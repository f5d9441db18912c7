"""A disk or a file that fails: a clear error, nothing lost, and the game continues afterwards.

How each fault is produced: SQLITE_FULL comes from a small file system in memory where this process
may mount one, and everywhere from SQLite's own limit on pages; SQLITE_READONLY from a file whose
permissions say so (as root the test steps down to `nobody` for it); SQLITE_BUSY from another
connection that holds the write lock; SQLITE_CORRUPT and SQLITE_NOTADB from bytes written over the
file.
"""

import asyncio
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from bot.host import check as checking
from bot.host.__main__ import main
from bot.host.data.backup import NEEDED, back_up, restore
from bot.match.errors import StoreCorrupt, StoreFull, StoreLocked, StoreReadOnly, StoreUnreachable
from bot.store.connection.database import Database
from bot.table.delivery import Delivery, Pace
from bot.table.table import Table
from tests.bot.proof import ledger
from tests.bot.proof.failing import Playing, file_of, fill, playing, says_what_to_do
from tests.bot.proof.playing import Players, opened, started
from tests.bot.proof.posting import FilePoster, read_attempts

NOBODY = 65534
PAGE = 4096


# A full disk.


def test_a_full_disk_stops_the_table_until_there_is_room(small_disk: Path) -> None:
    async def run() -> None:
        async with playing(f"sqlite+aiosqlite:///{small_disk / 'bot.db'}") as game:
            ballast = fill(small_disk, but=200_000)
            says_what_to_do(await game.play_until_it_fails(StoreFull))
            await game.use_up_the_rest()
            for _ in range(3):
                with pytest.raises(StoreFull):
                    await game.play()
            await game.nothing_is_lost()
            ballast.unlink()
            await game.goes_on()

    asyncio.run(run())


def test_a_bot_that_starts_on_a_full_disk_says_so(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{small_disk / 'bot.db'}")
    ballast = fill(small_disk, but=40_000)
    assert main(["upgrade"]) == 1
    said = capsys.readouterr().err
    assert "the disk is full; make room" in said
    assert len(said.splitlines()) == 1
    ballast.unlink()
    assert main(["upgrade"]) == 0


def test_a_restore_without_room_names_the_folder_and_changes_nothing(small_disk: Path) -> None:
    """With more and more room, until there is enough."""
    url = f"sqlite+aiosqlite:///{small_disk / 'bot.db'}"

    async def restore_with(free: int) -> str:
        """What came of it."""
        ballast = fill(small_disk, but=free)
        async with opened(url) as database:
            before = await ledger.read_database(database)
            try:
                count = await restore(database, backup, overwrite=True)
            except StoreFull as full:
                problem = full.problem
            else:
                return f"{count} restored"
            finally:
                ballast.unlink()
            assert await ledger.read_database(database) == before
            assert not list(small_disk.glob("*.restoring*"))
            return problem

    async def prepare() -> None:
        async with playing(url) as game:
            await back_up(game.database, backup)
            await game.play()

    with TemporaryDirectory() as elsewhere:
        backup = Path(elsewhere) / "backup.db"
        asyncio.run(prepare())
        step = backup.stat().st_size // 4
        tried = [asyncio.run(restore_with(free)) for free in range(step, 5 * 4 * step, step)]
    enough = tried.index("1 restored")
    assert 4 < enough <= NEEDED * 4
    assert set(tried[:enough]) == {f"the disk is full: there is no room in {small_disk}"}
    assert set(tried[enough:]) == {"1 restored"}


def test_a_full_database_stops_the_table_until_it_may_grow(sqlite_url: str) -> None:
    """The limit belongs to a connection, and a connection that failed is not used again."""

    async def run() -> None:
        async with playing(sqlite_url) as game:
            async with game.database.reading() as connection:
                await connection.exec_driver_sql("PRAGMA max_page_count = 1")
            says_what_to_do(await game.play_until_it_fails(StoreFull))
            await game.goes_on()

    asyncio.run(run())


# A file that only allows reading.


@contextmanager
def without_privileges() -> Iterator[None]:
    """Permissions do not hold for root, so root steps down to `nobody`."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize("folder_mode", [0o777, 0o555])
def test_a_read_only_file_stops_the_table_until_writable(
    public_folder: Path, folder_mode: int
) -> None:
    file = public_folder / "bot.db"
    url = f"sqlite+aiosqlite:///{file}"

    async def prepare() -> Playing:
        async with playing(url) as game:
            return game

    def permit(mode: int, folder_mode: int) -> None:
        for path in public_folder.iterdir():
            path.chmod(mode)
        public_folder.chmod(folder_mode)

    async def run() -> None:
        database = Database(url)
        before.database = database
        before.table = Table(database)
        before.players = Players(database, Random(2))
        with without_privileges():
            for _ in range(2):
                with pytest.raises((StoreReadOnly, StoreUnreachable)) as raised:
                    await started(before.table, 2)
                says_what_to_do(raised.value)
                assert "permission" in raised.value.advice
        permit(0o666, 0o777)
        with without_privileges():
            await before.goes_on()
            await started(before.table, 2)
            await database.close()

    before = asyncio.run(prepare())
    permit(0o444, folder_mode)
    asyncio.run(run())


# A database locked by another process.


@pytest.mark.parametrize("how", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_locked_file_stops_the_table_until_it_is_let_go(sqlite_url: str, how: str) -> None:
    async def run() -> None:
        async with playing(sqlite_url, busy_timeout=0.2) as game:
            other = sqlite3.connect(file_of(sqlite_url), isolation_level=None)
            other.execute(how)
            says_what_to_do(await game.play_until_it_fails(StoreLocked))
            other.execute("ROLLBACK")
            other.close()
            await game.goes_on()

    asyncio.run(run())


# A file that cannot be opened.


def why_unreachable(file: Path) -> str:
    async def run() -> None:
        async with opened(f"sqlite+aiosqlite:///{file}"):
            pass

    with pytest.raises(StoreUnreachable) as raised:
        asyncio.run(run())
    says_what_to_do(raised.value)
    return raised.value.problem


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "bot.db"
    reason = f"{file}: No such file or directory"
    assert why_unreachable(file) == f"the database cannot be reached ({reason})"


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    assert why_unreachable(tmp_path).endswith(f"({tmp_path}: Is a directory)")


@pytest.mark.parametrize("mode", [0o000, 0o666, 0o555])
def test_a_folder_without_rights_is_told(public_folder: Path, mode: int) -> None:
    file = public_folder / "bot.db"
    public_folder.chmod(mode)
    with without_privileges():
        assert why_unreachable(file).endswith(f"({file}: Permission denied)")
    public_folder.chmod(0o777)


def test_a_file_without_rights_is_told(public_folder: Path) -> None:
    file = public_folder / "bot.db"
    file.touch(mode=0o000)
    with without_privileges():
        assert why_unreachable(file).endswith(f"({file}: Permission denied)")


def test_check_goes_on_after_a_folder_without_rights(
    public_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = public_folder / "data" / "bot.db"
    file.parent.mkdir(mode=0o000)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")
    monkeypatch.setattr(checking, "_pictures", lambda **_: checking.Finding("pictures", "painted"))
    monkeypatch.chdir(public_folder)
    with without_privileges():
        assert main(["check"]) == 1
    output = capsys.readouterr().out
    assert f"problem  database: {file} cannot be read (Permission denied)" in output
    assert "pictures: painted" in output


# The outbox in all these cases.


def test_the_outbox_delivers_all_once_the_database_is_back(sqlite_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with playing(sqlite_url, busy_timeout=0.2) as game:
            poster = FilePoster(tmp_path / "posts", Random(1), unreliable=False)
            pace = Pace(lease=0.5, first_retry=0.05, look_again=0.05)
            outbox = Delivery(game.database, poster, pace=pace)
            other = sqlite3.connect(file_of(sqlite_url), isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            delivering = asyncio.create_task(outbox.worker.run())
            await asyncio.sleep(0.5)
            assert read_attempts(tmp_path / "posts") == []
            assert not delivering.done()
            other.execute("ROLLBACK")
            other.close()
            while not all_delivered(contents := await ledger.read_database(game.database)):
                await asyncio.sleep(0.05)
            delivering.cancel()
            await asyncio.gather(delivering, return_exceptions=True)
            ledger.every_message_was_delivered(contents, read_attempts(tmp_path / "posts"))

    asyncio.run(asyncio.wait_for(run(), 60))


def all_delivered(contents: ledger.Ledger) -> bool:
    return all(row["state"] == "delivered" for row in contents.outbox)


# A damaged file.


@pytest.fixture
def kept_game(sqlite_url: str) -> Path:
    """A closed database with a game in it."""

    async def prepare() -> None:
        async with playing(sqlite_url):
            pass

    asyncio.run(prepare())
    return file_of(sqlite_url)


@pytest.mark.parametrize("kept", [0, 100, PAGE])
def test_a_damaged_file_is_told_and_a_mended_one_works(
    sqlite_url: str, kept_game: Path, kept: int
) -> None:
    """Garbage from the first byte, after the header, after the first page."""
    whole = kept_game.read_bytes()

    async def run() -> None:
        database = Database(sqlite_url)
        table = Table(database)
        kept_game.write_bytes(whole[:kept] + Random(1).randbytes(len(whole) - kept))
        for _ in range(2):
            with pytest.raises(StoreCorrupt) as raised:
                await table.games.get(1)
            says_what_to_do(raised.value)
        remove_log(kept_game)
        kept_game.write_bytes(whole)
        assert (await table.games.get(1)).ply == 3
        await database.close()

    asyncio.run(run())


def remove_log(file: Path) -> None:
    for ending in ("-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def test_a_schema_that_is_not_text_is_reported_as_damage(
    sqlite_url: str,
    kept_game: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    remove_log(kept_game)
    entry = re.compile(rb"tablegamesgames(.)CREATE TABLE ", re.DOTALL)
    damaged, count = entry.subn(b"tableg\xbfmesgames\\1CREATE TABLX ", kept_game.read_bytes())
    assert count == 1
    kept_game.write_bytes(damaged)
    assert main(["verify"]) == 1
    assert "the database is damaged" in capsys.readouterr().err


def test_verify_reports_any_damaged_page_or_all_is_there(
    sqlite_url: str,
    kept_game: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    whole = kept_game.read_bytes()
    chance = Random(1)
    sound = ledger.read_file(kept_game)
    detected = 0
    for page in range(len(whole) // PAGE):
        damaged = bytearray(whole)
        at = page * PAGE + chance.randrange(PAGE - 64)
        damaged[at : at + 64] = chance.randbytes(64)
        remove_log(kept_game)
        kept_game.write_bytes(damaged)
        if main(["verify"]) == 0:
            contents = ledger.read_file(kept_game)
            assert (contents.games, contents.moves) == (sound.games, sound.moves), f"page {page}"
        else:
            detected += 1
    assert detected
    assert "Traceback" not in capsys.readouterr().err
