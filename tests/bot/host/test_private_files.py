"""What holds the seeds of games is for its owner only, whatever the umask."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.host.data.backup import back_up
from tests.bot.kit import Seated


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


async def test_backup_and_database_are_readable_by_their_owner_only(
    seated: Seated, tmp_path: Path
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await back_up(seated.database, tmp_path / "backup.db")
    assert modes(tmp_path) == dict.fromkeys(
        ("backup.db", "bot.db", "bot.db-wal", "bot.db-shm"), 0o600
    )
