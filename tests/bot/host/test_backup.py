"""Backups: consistent while games run, complete or absent, and never overwriting a file."""

import asyncio
import re
import tempfile
from errno import EDQUOT, ENOSPC
from pathlib import Path

import pytest
from sqlalchemy import select, update

from bot.host.data.backup import back_up, restore
from bot.host.data.verify import verify
from bot.match.actions import Resign
from bot.match.errors import StoreCorrupt, StoreFull, StoreNewer, StoreOlder, StoreRefused
from bot.store.connection.database import Database
from bot.store.schema import metadata, moves
from tests.bot.kit import ANNA, Seated, by


async def contents(database: Database) -> dict[str, list[tuple[object, ...]]]:
    async with database.viewing() as connection:
        return {
            table.name: [tuple(row) for row in await connection.execute(select(table))]
            for table in metadata.sorted_tables
        }


async def differences(database: Database) -> list[str]:
    return [str(line) async for line in verify(database)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.db"


async def test_everything_comes_back(seated: Seated, file: Path, other: Database) -> None:
    game = await seated.start()
    await seated.play(game.id, 3)
    assert await back_up(seated.database, file) == 1
    assert await restore(other, file) == 1
    assert await contents(other) == await contents(seated.database)


async def test_a_backup_is_of_one_moment_while_games_run(seated: Seated, file: Path) -> None:
    games = [await seated.start(channel) for channel in range(10, 14)]

    async def play_on(game_id: int) -> None:
        for _ in range(12):
            await seated.play(game_id)

    playing = asyncio.gather(*(play_on(game.id) for game in games))
    await asyncio.sleep(0.05)
    await back_up(seated.database, file)
    await playing
    copy = Database(f"sqlite+aiosqlite:///{file}")
    assert await differences(copy) == []
    await copy.close()


async def test_a_backup_is_not_written_over_a_file(seated: Seated, file: Path) -> None:
    file.write_text("precious")
    with pytest.raises(StoreRefused, match="there already"):
        await back_up(seated.database, file)
    assert file.read_text() == "precious"


async def test_a_backup_that_failed_leaves_nothing_behind(
    seated: Seated, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(path: Path) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("bot.host.data.backup._sync", no_room)
    with pytest.raises(OSError, match="No space left"):
        await back_up(seated.database, file)
    assert [path.name for path in file.parent.glob("backup*")] == []


async def test_a_restore_does_not_overwrite_games_unless_told(seated: Seated, file: Path) -> None:
    game = await seated.start()
    await back_up(seated.database, file)
    await seated.play(game.id)
    before = await contents(seated.database)
    with pytest.raises(StoreRefused, match="--overwrite"):
        await restore(seated.database, file)
    assert await contents(seated.database) == before
    await restore(seated.database, file, overwrite=True)
    assert (await seated.table.games.get(game.id)).ply == 0
    assert await differences(seated.database) == []


async def test_a_restore_works_beside_the_database(
    seated: Seated, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full temporary folder is no matter; and one that was killed left its copy behind."""
    await seated.start()
    await back_up(seated.database, file)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    for ending in ("", "-wal", "-shm"):
        (tmp_path / f"bot.db.restoring{ending}").write_bytes(b"cut off")
    assert await restore(seated.database, file, overwrite=True) == 1
    await seated.database.close()
    assert {path.name for path in tmp_path.iterdir()} == {"backup.db", "bot.db"}


@pytest.mark.parametrize("number", [ENOSPC, EDQUOT])
async def test_a_restore_names_the_folder_that_is_full(
    seated: Seated, file: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fill(source: Path, target: Path) -> None:
        target.write_bytes(b"the beginning")
        raise OSError(number, "No space left on device", str(source), None, str(target))

    await seated.start()
    await back_up(seated.database, file)
    before = await contents(seated.database)
    monkeypatch.setattr("bot.host.data.backup.copyfile", fill)
    with pytest.raises(StoreFull) as raised:
        await restore(seated.database, file, overwrite=True)
    assert raised.value.problem == f"the disk is full: there is no room in {file.parent}"
    assert re.fullmatch(r"make room for \d+ MB; nothing was restored", raised.value.advice)
    assert await contents(seated.database) == before
    assert not list(file.parent.glob("*.restoring*"))


async def test_a_restore_into_a_folder_that_is_not_there_names_it(
    seated: Seated, file: Path, tmp_path: Path
) -> None:
    await back_up(seated.database, file)
    other = Database(f"sqlite+aiosqlite:///{tmp_path / 'nowhere' / 'bot.db'}")
    with pytest.raises(StoreRefused, match=f"the folder {tmp_path / 'nowhere'} is not there"):
        await restore(other, file)


async def test_games_go_on_after_a_restore(seated: Seated, file: Path, other: Database) -> None:
    game = await seated.start()
    await back_up(seated.database, file)
    await restore(other, file)
    restored = Seated(type(seated.table)(other, clock=seated.clock), other, seated.clock)
    await restored.play(game.id, 3)
    await restored.table.act(by(ANNA), game.id, Resign())
    assert (await restored.open()) == game.id + 1


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5000])
async def test_what_is_no_backup_is_refused_and_changes_nothing(
    seated: Seated, file: Path, content: bytes
) -> None:
    await seated.start()
    before = await contents(seated.database)
    file.write_bytes(content)
    with pytest.raises(StoreRefused, match="backup"):
        await restore(seated.database, file, overwrite=True)
    assert await contents(seated.database) == before


async def test_a_backup_of_a_newer_bot_is_refused(seated: Seated, file: Path) -> None:
    await back_up(seated.database, file)
    newer = Database(f"sqlite+aiosqlite:///{file}")
    async with newer.writing() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await newer.close()
    with pytest.raises(StoreNewer):
        await restore(seated.database, file, overwrite=True)


async def test_a_backup_from_before_the_first_release_is_refused(
    seated: Seated, file: Path
) -> None:
    await back_up(seated.database, file)
    await seated.start()
    before = await contents(seated.database)
    older = Database(f"sqlite+aiosqlite:///{file}")
    async with older.writing() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0011'")
    await older.close()
    with pytest.raises(StoreOlder, match=r"version 0011, .*: restore it with version 1\.0\.0 of"):
        await restore(seated.database, file, overwrite=True)
    assert await contents(seated.database) == before


async def test_a_missing_backup_is_named(seated: Seated, file: Path) -> None:
    with pytest.raises(StoreRefused, match=str(file)):
        await restore(seated.database, file)


async def test_a_file_that_was_tampered_with_is_found_by_verify(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    async with seated.database.writing() as connection:
        await connection.execute(update(moves).where(moves.c.ply == 2).values(events="[]"))
    assert await differences(seated.database) == [
        f"game {game.id}: ply 2 gives other events than the stored ones"
    ]


async def test_a_text_that_is_damaged_is_in_no_backup(seated: Seated, file: Path) -> None:
    await seated.start()
    async with seated.database.writing() as connection:
        await connection.exec_driver_sql("UPDATE games SET options = CAST(x'7bff7d' AS TEXT)")
    with pytest.raises(StoreCorrupt, match="damaged"):
        await back_up(seated.database, file)
    assert list(file.parent.glob("backup*")) == []
