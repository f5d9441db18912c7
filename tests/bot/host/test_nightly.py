"""The nightly backup: when it is due, what is kept, and what happens when it fails."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from bot.host import nightly
from bot.host.nightly import Backups
from bot.host.running import running
from bot.host.settings import Settings
from bot.match.errors import StoreFull
from bot.process.clock import DAY, HOUR, SECOND
from bot.process.metrics import Metrics
from bot.store.connection.database import Database
from tests.bot.kit import FakePoster, Seated, TurnedClock

HALF_PAST_THREE = time(3, 30)
MINUTE = 60 * SECOND


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * SECOND


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock(at("2026-03-01 12:00"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "safe" / "backups"


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def make_backups(
    database: Database, folder: Path, clock: TurnedClock, metrics: Metrics
) -> Callable[[], Backups]:
    """Each backup is made by another process."""
    return lambda: Backups(database, folder, HALF_PAST_THREE, keep=3, clock=clock, metrics=metrics)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("*.db"))


def games(file: Path) -> int:
    with closing(sqlite3.connect(file)) as backup:
        return int(backup.execute("SELECT count(*) FROM games").fetchone()[0])


async def test_the_first_is_made_at_once(
    make_backups: Callable[[], Backups], folder: Path, seated: Seated
) -> None:
    await seated.start()
    file = await make_backups().look()
    assert file == folder / "bot-20260301-120000Z.db"
    assert games(file) == 1
    assert names(folder) == [file.name]


async def test_there_is_one_a_night(
    make_backups: Callable[[], Backups], folder: Path, clock: TurnedClock
) -> None:
    backups = make_backups()
    for _ in range(3 * 24 * 2):
        await backups.look()
        clock.turn(30 * MINUTE)
    assert names(folder) == [
        "bot-20260302-033000Z.db",
        "bot-20260303-033000Z.db",
        "bot-20260304-033000Z.db",
    ]


async def test_it_is_not_made_early(
    make_backups: Callable[[], Backups], folder: Path, clock: TurnedClock
) -> None:
    await make_backups().look()
    clock.now = at("2026-03-02 03:29:59")
    assert await make_backups().look() is None
    clock.now = at("2026-03-02 03:30")
    assert await make_backups().look() == folder / "bot-20260302-033000Z.db"
    assert await make_backups().look() is None


async def test_nights_that_were_missed_are_made_up_for_once(
    make_backups: Callable[[], Backups], folder: Path, clock: TurnedClock
) -> None:
    await make_backups().look()
    clock.turn(5 * DAY + 8 * HOUR)
    backups = make_backups()
    assert await backups.look() is not None
    assert await backups.look() is None
    assert names(folder) == ["bot-20260301-120000Z.db", "bot-20260306-200000Z.db"]


async def test_the_oldest_are_removed_and_nothing_else_is(
    make_backups: Callable[[], Backups], folder: Path, clock: TurnedClock
) -> None:
    folder.mkdir(parents=True)
    for name in ("bot.db", "bot-20250101.db", "bot-20251332-000000Z.db", "notes.txt"):
        (folder / name).touch()
    backups = make_backups()
    for _ in range(5):
        await backups.look()
        clock.turn(DAY)
    others = {"bot.db", "bot-20250101.db", "bot-20251332-000000Z.db"}
    assert set(names(folder)) - others == {
        "bot-20260303-120000Z.db",
        "bot-20260304-120000Z.db",
        "bot-20260305-120000Z.db",
    }
    assert (folder / "notes.txt").exists()


async def test_backups_from_the_future_are_pruned_before_the_newest(
    make_backups: Callable[[], Backups], folder: Path, clock: TurnedClock
) -> None:
    for _ in range(3):
        await make_backups().look()
        clock.turn(DAY)
    clock.turn(-30 * DAY)
    first = await make_backups().look()
    assert first is not None
    assert first.exists()
    clock.turn(DAY)
    second = await make_backups().look()
    assert second is not None
    assert names(folder) == [first.name, second.name, "bot-20260303-120000Z.db"]


async def test_a_backup_from_the_future_does_not_block_new_ones(
    make_backups: Callable[[], Backups], folder: Path
) -> None:
    folder.mkdir(parents=True)
    (folder / "bot-20990101-000000Z.db").touch()
    assert await make_backups().look() is not None


async def test_what_a_process_that_died_left_behind_is_swept_up(
    make_backups: Callable[[], Backups], folder: Path
) -> None:
    folder.mkdir(parents=True)
    left = [folder / f"bot-20260228-033000Z.db.partial{end}" for end in ("", "-wal", "-journal")]
    for file in left:
        file.touch()
    await make_backups().look()
    assert not any(file.exists() for file in left)


async def test_of_several_processes_one_makes_it(
    make_backups: Callable[[], Backups], folder: Path, metrics: Metrics
) -> None:
    files = await asyncio.gather(*(make_backups().look() for _ in range(4)))
    assert len([file for file in files if file]) == 1
    assert metrics.backups["made",] == 1
    assert len(names(folder)) == 1


async def test_one_that_fails_is_logged_and_tried_again_in_an_hour(
    make_backups: Callable[[], Backups],
    clock: TurnedClock,
    metrics: Metrics,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tries: list[Path] = []

    async def full(database: Database, file: Path) -> int:
        tries.append(file)
        raise StoreFull("the disk is full", "make room")

    backups = make_backups()
    with monkeypatch.context() as patch:
        patch.setattr(nightly, "back_up", full)
        for _ in range(4):
            assert await backups.look() is None
            clock.turn(29 * MINUTE)
    assert len(tries) == 2
    assert metrics.backups["failed",] == 2
    assert backups.problem == "the disk is full; make room"
    assert caplog.records[-1].levelno == logging.ERROR
    assert "backup failed: the disk is full" in caplog.text
    clock.turn(HOUR)
    assert await backups.look() is not None
    assert backups.problem is None


async def test_a_folder_that_cannot_be_made_is_reported(
    database: Database, tmp_path: Path, clock: TurnedClock
) -> None:
    (tmp_path / "file").touch()
    backups = Backups(database, tmp_path / "file" / "x", HALF_PAST_THREE, 3, clock=clock)
    assert await backups.look() is None
    assert backups.problem is not None
    assert "Not a directory" in backups.problem


async def test_a_bug_in_it_stops_nothing_either(
    make_backups: Callable[[], Backups], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(database: Database, file: Path) -> int:
        raise RuntimeError

    monkeypatch.setattr(nightly, "back_up", broken)
    backups = make_backups()
    assert await backups.look() is None
    assert backups.problem == "RuntimeError"


async def test_a_backup_by_another_process_clears_the_failure(
    make_backups: Callable[[], Backups], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(database: Database, file: Path) -> int:
        raise StoreFull("the disk is full", "make room")

    backups = make_backups()
    with monkeypatch.context() as patch:
        patch.setattr(nightly, "back_up", full)
        await backups.look()
    assert await make_backups().look() is not None
    await backups.look()
    assert backups.problem is None


async def test_only_its_owner_may_look_into_the_folder(
    make_backups: Callable[[], Backups], folder: Path
) -> None:
    await make_backups().look()
    assert folder.stat().st_mode & 0o777 == 0o700


async def test_the_bot_makes_it_while_it_runs(
    folder: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("BACKUP_FOLDER", str(folder))
    async with running(Settings(), lambda _: FakePoster()) as work, asyncio.timeout(60):
        assert work.backups is not None
        while not names(folder):
            await asyncio.sleep(0.01)


async def test_stopping_the_bot_leaves_no_partial_backup(
    folder: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("BACKUP_FOLDER", str(folder))
    async with running(Settings(), lambda _: FakePoster()), asyncio.timeout(60):
        while not list(folder.glob("*.partial")):
            await asyncio.sleep(0)
    assert [file.name for file in folder.iterdir()] == [nightly.LOCK]


async def test_without_a_folder_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with running(Settings(), lambda _: FakePoster()) as work:
        assert work.backups is None
