"""A file that is removed or replaced under the running bot: noticed at the next statement,
reported, and not written to."""

import asyncio
import subprocess
import sys
from pathlib import Path
from shutil import copyfile

import pytest

from bot.host.data.verify import verify
from bot.match.errors import StoreCorrupt
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.table.table import Table
from tests.bot.kit import Seated, TurnedClock


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


def log_of(file: Path) -> Path:
    return file.with_name(file.name + "-wal")


async def count_moves(file: Path, game_id: int) -> int:
    """How many moves of a consistent game a new process finds."""
    database = Database(f"sqlite+aiosqlite:///{file}")
    try:
        assert [line async for line in verify(database)] == []
        return (await Table(database).games.get(game_id)).ply
    finally:
        await database.close()


async def test_nothing_is_acknowledged_once_the_log_is_removed(seated: Seated, file: Path) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    log_of(file).unlink()
    with pytest.raises(StoreCorrupt, match="removed or replaced while the bot runs"):
        await seated.play(game.id)
    with pytest.raises(StoreCorrupt, match="stop the bot"):
        await seated.table.games.get(game.id)
    assert not log_of(file).exists()


async def test_what_was_stored_before_a_removed_log_survives_a_stop(
    seated: Seated, file: Path
) -> None:
    game = await seated.start()
    await seated.play(game.id, 3)
    log_of(file).unlink()
    with pytest.raises(StoreCorrupt):
        await seated.play(game.id)
    await seated.database.close()
    assert await count_moves(file, game.id) == 3


async def test_no_connection_is_made_to_a_file_that_lost_its_log(
    seated: Seated, file: Path
) -> None:
    game = await seated.start()
    log_of(file).unlink()
    async with seated.database.reading():
        with pytest.raises(StoreCorrupt, match="removed or replaced"):
            await seated.table.games.get(game.id)
    assert not log_of(file).exists()


async def test_a_file_that_was_replaced_is_noticed(seated: Seated, file: Path) -> None:
    game = await seated.start()
    copy = file.with_name("copy.db")
    copyfile(file, copy)
    copy.replace(file)
    with pytest.raises(StoreCorrupt, match="removed or replaced"):
        await seated.play(game.id)


async def test_a_new_log_after_all_connections_closed_is_accepted(
    file: Path,
) -> None:
    database = Database(f"sqlite+aiosqlite:///{file}")
    await migrate(database)
    seated = Seated(Table(database), database, TurnedClock())
    game = await seated.start()
    await database.close()
    assert not log_of(file).exists()
    await seated.play(game.id)
    assert (await seated.table.games.get(game.id)).ply == 1
    await database.close()


async def test_other_processes_may_open_and_close_the_file(seated: Seated, file: Path) -> None:
    game = await seated.start()
    program = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('VACUUM'); c.close()"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program, str(file)], check=True
    )
    assert done.returncode == 0
    await seated.play(game.id)
    assert (await seated.table.games.get(game.id)).ply == 1
