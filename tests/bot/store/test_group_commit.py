"""Group commit on SQLite: what is written at the same moment shares a transaction, and each piece
of work still holds or fails separately."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.errors import StoreFull, StoreInDoubt, StoreLocked, StoreUnreachable
from bot.store.connection.database import Database
from bot.store.connection.faults import WriteConflict
from bot.store.connection.sqlite import WatchedConnection, driver_of
from bot.store.schema import channels

Writing = Callable[[AsyncConnection], Coroutine[Any, Any, int]]
KNOWN: ContextVar[str] = ContextVar("KNOWN")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


@pytest.fixture
async def database(migrated: Path, file: Path) -> AsyncIterator[Database]:
    copy(migrated, file)
    database = Database(f"sqlite+aiosqlite:///{file}", busy_timeout=0.5)
    yield database
    await database.close()


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each group commit found written, on its own connection."""
    counts: list[int] = []

    def commit(driver: WatchedConnection) -> None:
        counts.append(driver.execute("SELECT count(*) FROM channels").fetchone()[0])
        sqlite3.Connection.commit(driver)

    monkeypatch.setattr(WatchedConnection, "commit", commit, raising=False)
    return counts


def row(channel: int) -> Writing:
    async def work(connection: AsyncConnection) -> int:
        values = {"channel_id": channel, "guild_id": 1, "settings": "{}", "changed_at": 0}
        await connection.execute(insert(channels).values(**values))
        return channel

    return work


def then(work: Writing, error: Exception) -> Writing:
    async def failing(connection: AsyncConnection) -> int:
        await work(connection)
        raise error

    return failing


async def stored_ids(database: Database) -> list[int]:
    async with database.reading() as connection:
        rows = await connection.execute(select(channels.c.channel_id).order_by(text("1")))
        return list(rows.scalars())


async def test_writes_of_the_same_moment_are_one_commit(
    database: Database, commits: list[int]
) -> None:
    """The first does not wait for anybody; the others come while it waits for its connection."""
    answers = await asyncio.gather(*(database.write(row(n)) for n in range(6)))
    assert answers == list(range(6))
    assert commits == [6]


async def test_the_first_of_many_do_not_wait_for_all(
    database: Database, commits: list[int]
) -> None:
    await asyncio.gather(*(database.write(row(n)) for n in range(40)))
    assert commits == [16, 32, 40]


async def test_a_write_that_is_alone_waits_for_nobody(
    database: Database, commits: list[int]
) -> None:
    for n in range(3):
        await database.write(row(n))
    assert commits == [1, 2, 3]


async def test_what_comes_during_a_commit_is_in_the_next(
    database: Database, commits: list[int]
) -> None:
    later: list[asyncio.Future[int]] = []
    loop = asyncio.get_running_loop()

    async def work(connection: AsyncConnection) -> int:
        for n in (1, 2):
            coming = database.write(row(n))
            later.append(asyncio.run_coroutine_threadsafe(coming, loop))  # type: ignore[arg-type]
        return await row(0)(connection)

    await database.write(work)
    assert [await asyncio.wrap_future(write) for write in later] == [1, 2]
    assert commits == [1, 3]


async def test_they_are_written_in_the_order_in_which_they_came(database: Database) -> None:
    seen: list[int] = []

    def noting(n: int) -> Writing:
        async def work(connection: AsyncConnection) -> int:
            seen.append(n)
            return n

        return work

    await asyncio.gather(*(database.write(noting(n)) for n in range(8)))
    assert seen == list(range(8))


async def test_one_that_fails_takes_nobody_with_it(database: Database, commits: list[int]) -> None:
    refused = WriteConflict("somebody was faster")
    works = [row(1), then(row(2), refused), row(3), row(1), row(4)]
    answers = await asyncio.gather(*map(database.write, works), return_exceptions=True)
    assert answers[:3] == [1, refused, 3]
    assert isinstance(answers[3], WriteConflict)  # the row is there
    assert answers[4] == 4
    assert await stored_ids(database) == [1, 3, 4]
    assert commits == [3]


async def test_one_that_fails_alone_leaves_nothing_behind(database: Database) -> None:
    with pytest.raises(WriteConflict):
        await database.write(then(row(1), WriteConflict()))
    assert await stored_ids(database) == []
    assert await database.write(row(1)) == 1


async def test_the_one_after_a_failed_one_sees_nothing_of_it(database: Database) -> None:
    async def counting(connection: AsyncConnection) -> int:
        return len((await connection.execute(select(channels.c.channel_id))).all())

    _, count = await asyncio.gather(
        database.write(then(row(1), WriteConflict())),
        database.write(counting),
        return_exceptions=True,
    )
    assert count == 0


async def test_when_the_commit_fails_it_fails_for_all(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with full_at("commit", monkeypatch):
        works = [row(1), then(row(2), WriteConflict()), row(3)]
        answers = await asyncio.gather(*map(database.write, works), return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreFull] * 3
    assert await stored_ids(database) == []
    assert await database.write(row(1)) == 1


def failing_disk(monkeypatch: pytest.MonkeyPatch, *, done: bool) -> None:
    """Every commit reports an error of the disk, whether it is done or not."""

    def commit(driver: WatchedConnection) -> None:
        if done:
            sqlite3.Connection.commit(driver)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    monkeypatch.setattr(WatchedConnection, "commit", commit, raising=False)


@pytest.mark.parametrize("done", [True, False])
async def test_writers_are_in_doubt_when_the_disk_fails_at_the_commit(
    database: Database, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    with monkeypatch.context() as patch:
        failing_disk(patch, done=done)
        works = [row(1), then(row(2), WriteConflict()), row(3)]
        answers = await asyncio.gather(*map(database.write, works), return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreInDoubt, StoreUnreachable, StoreInDoubt]
    assert await stored_ids(database) == ([1, 3] if done else [])
    assert await database.write(row(4)) == 4


@pytest.mark.parametrize("done", [True, False])
async def test_whoever_writes_alone_is_in_doubt_too(
    database: Database, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    with monkeypatch.context() as patch:
        failing_disk(patch, done=done)
        with pytest.raises(StoreInDoubt, match="look what is stored"):
            async with database.writing() as connection:
                await row(1)(connection)
    assert await stored_ids(database) == ([1] if done else [])


async def test_a_connection_failing_after_its_commit_fails_no_writer(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After a full disk it is not used again."""

    async def broken(connection: AsyncConnection) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(AsyncConnection, "invalidate", broken)
        works = [row(1), then(row(2), full())]
        answers = await asyncio.gather(*map(database.write, works), return_exceptions=True)
    assert [answers[0], type(answers[1])] == [1, StoreFull]
    assert await stored_ids(database) == [1]
    assert "a connection failed after its commit" in caplog.text


async def test_a_rollback_by_sqlite_fails_every_writer_of_the_commit(database: Database) -> None:
    """SQLite does this on its own when the disk is full or fails in the middle of a statement."""

    async def given_up(connection: AsyncConnection) -> int:
        await row(2)(connection)

        def give_up(driver: sqlite3.Connection) -> None:
            driver.execute("ROLLBACK")
            raise full()

        await driver_of(connection).run(give_up)
        raise AssertionError

    works = [row(1), given_up, row(3)]
    answers = await asyncio.gather(*map(database.write, works), return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreFull] * 3
    assert await stored_ids(database) == []


async def test_who_is_cancelled_while_it_waits_writes_nothing(database: Database) -> None:
    async with database.writing():
        waiting = [asyncio.create_task(database.write(row(n))) for n in range(3)]
        await asyncio.sleep(0.01)
        waiting[0].cancel()
        waiting[2].cancel()
        await asyncio.sleep(0.01)
    await asyncio.gather(*waiting, return_exceptions=True)
    assert await stored_ids(database) == [1]


async def test_a_write_cancelled_in_its_turn_is_written_once(
    database: Database,
) -> None:
    loop = asyncio.get_running_loop()
    cancelled = asyncio.Event()
    tasks: list[asyncio.Task[int]] = []

    async def cancelling(connection: AsyncConnection) -> int:
        """Cancels its own caller, and continues."""
        loop.call_soon_threadsafe(tasks[0].cancel)
        loop.call_soon_threadsafe(cancelled.set)
        return await row(0)(connection)

    tasks += [asyncio.create_task(database.write(work)) for work in (cancelling, row(1))]
    await cancelled.wait()
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    assert await stored_ids(database) == [0, 1]
    assert await tasks[1] == 1


async def test_a_write_cancelled_with_its_commit_does_not_hang(
    database: Database,
) -> None:
    """For example by the end of the event loop, which cancels everything."""
    loop = asyncio.get_running_loop()
    begun = asyncio.Event()
    cancelled = threading.Event()
    others = asyncio.all_tasks()

    async def slow(connection: AsyncConnection) -> int:
        loop.call_soon_threadsafe(begun.set)
        cancelled.wait()
        return await row(1)(connection)

    writing = asyncio.create_task(database.write(slow))
    await begun.wait()
    for task in asyncio.all_tasks() - others:
        task.cancel()
    await asyncio.sleep(0)
    cancelled.set()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(writing, 60)
    assert await stored_ids(database) == [1]


async def test_each_waits_for_another_process_as_long_as_it_may(
    database: Database, file: Path
) -> None:
    """A write that came later waits longer, and succeeds when the lock is released."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        early = asyncio.create_task(database.write(row(1)))
        await asyncio.sleep(0.4)
        late = asyncio.create_task(database.write(row(2)))
        with pytest.raises(StoreLocked):
            await early
        assert not late.done()
        other.execute("ROLLBACK")
    assert await late == 2
    assert await stored_ids(database) == [2]


async def test_a_reader_sees_only_what_is_committed(database: Database) -> None:
    loop = asyncio.get_running_loop()
    seen: list[list[int]] = []

    async def looking(connection: AsyncConnection) -> int:
        await row(1)(connection)
        seen.append(asyncio.run_coroutine_threadsafe(stored_ids(database), loop).result(5))
        return 1

    await database.write(looking)
    assert (seen, await stored_ids(database)) == ([[]], [1])


async def test_work_that_awaits_anything_but_statements_is_refused(
    database: Database,
) -> None:
    async def dawdling(connection: AsyncConnection) -> int:
        await row(1)(connection)
        await asyncio.sleep(0)
        return 1

    answers = await asyncio.gather(
        database.write(dawdling), database.write(row(2)), return_exceptions=True
    )
    assert isinstance(answers[0], RuntimeError)
    assert await stored_ids(database) == [2]


async def test_a_piece_of_work_knows_what_its_caller_knows(database: Database) -> None:
    """Such as the id of the interaction, which the log shows."""

    async def read_name(connection: AsyncConnection) -> str:
        return KNOWN.get()

    async def asked(name: str) -> str:
        KNOWN.set(name)
        return await database.write(read_name)

    tasks = [asyncio.create_task(asked(name)) for name in ("Anna", "Ben")]
    assert await asyncio.gather(*tasks) == ["Anna", "Ben"]


async def test_closing_waits_for_what_is_written(database: Database, file: Path) -> None:
    writing = asyncio.create_task(database.write(row(1)))
    await asyncio.sleep(0)
    await database.close()
    assert await writing == 1
    assert not file.with_name(file.name + "-wal").exists()


def full() -> sqlite3.Error:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


@contextmanager
def full_at(name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def fails(driver: sqlite3.Connection) -> None:
        raise full()

    with monkeypatch.context() as patch:
        patch.setattr(WatchedConnection, name, fails, raising=False)
        yield
