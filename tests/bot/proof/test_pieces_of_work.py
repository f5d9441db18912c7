"""Pieces of work behave the same on SQLite, where they share transactions, and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Generator
from contextlib import suppress
from functools import partial
from itertools import count as counted
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from bot.match.errors import Refused, StoreRefused, Why
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict
from bot.store.schema import channels
from tests.bot.proof.playing import opened


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    async with opened(url) as database:
        yield database


async def write(connection: AsyncConnection, channel: int) -> int:
    values = {"channel_id": channel, "guild_id": 1, "settings": "{}", "changed_at": 0}
    await connection.execute(insert(channels).values(**values))
    return channel


async def count(connection: AsyncConnection) -> int:
    query = select(func.count()).select_from(channels)
    return int((await connection.execute(query)).scalar_one())


async def test_of_many_at_once_each_holds_or_fails_by_itself(database: Database) -> None:
    async def write_one(number: int) -> int:
        async def work(connection: AsyncConnection) -> int:
            await write(connection, number % 20)
            if number % 7 == 0:
                raise Refused(Why.NO_SUCH_ORDER)
            return number

        return await database.write(work)

    answers = await asyncio.gather(*map(write_one, range(40)), return_exceptions=True)
    held = [answer for answer in answers if isinstance(answer, int)]
    assert sorted(number % 20 for number in held) == list(range(20))
    assert all(isinstance(answer, int | WriteConflict | Refused) for answer in answers)
    assert await database.read(count) == 20


async def test_who_is_cancelled_meets_no_other_error(database: Database) -> None:
    """It fails in the middle of its statements; all of them hold, or none."""
    loop = asyncio.get_running_loop()
    begun = asyncio.Event()

    async def long(connection: AsyncConnection) -> None:
        loop.call_soon_threadsafe(begun.set)
        for channel in range(60):
            await write(connection, channel)

    writing = asyncio.create_task(database.write(long))
    await begun.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await database.read(count) in (0, 60)


async def test_a_view_stays_at_one_moment(database: Database) -> None:
    """A reader looks around while one channel after another is written."""
    written = asyncio.create_task(write_all(database, 60))
    while not written.done():
        first, second = await database.view(count_twice)
        assert first == second
    await written
    assert await database.view(count_twice) == (60, 60)


async def write_all(database: Database, number: int) -> None:
    for channel in range(number):
        await database.write(lambda connection, channel=channel: write(connection, channel))  # type: ignore[misc]


async def count_twice(connection: AsyncConnection) -> tuple[int, int]:
    first = await count(connection)
    for _ in range(5):
        await count(connection)
    return first, await count(connection)


# What is left open.


class CancelledAt:
    """A piece of work whose task is cancelled as soon as it waits for the nth time."""

    def __init__(self, nth: int, work: Coroutine[Any, Any, object]) -> None:
        self._nth = nth
        self._work = work
        self.waits = 0

    def __await__(self) -> Generator[Any, None, None]:
        steps = self._work.__await__()
        go_on = partial(next, steps)
        with suppress(StopIteration):
            while True:
                awaited = go_on()
                self.waits += 1
                if self.waits == self._nth:
                    task = asyncio.current_task()
                    assert task is not None
                    asyncio.get_running_loop().call_soon(task.cancel)
                try:
                    yield awaited
                    go_on = partial(next, steps)
                except BaseException as error:
                    go_on = partial(steps.throw, error)

    async def run(self) -> None:
        await self


async def until_nobody_has_it_open(url: str) -> None:
    """A server takes a moment to notice that a connection has ended."""
    async with asyncio.timeout(60):
        while True:
            alone = Database(url)
            try:
                async with alone.exclusive_writing():
                    return
            except StoreRefused:
                await asyncio.sleep(0.01)
            finally:
                await alone.close()


async def reading(database: Database) -> None:
    async with database.reading() as connection:
        await count(connection)


async def viewing(database: Database) -> None:
    async with database.viewing() as connection:
        await count(connection)


async def writing(database: Database) -> None:
    async with database.writing() as connection:
        await count(connection)


async def read(database: Database) -> None:
    await database.read(count)


async def view(database: Database) -> None:
    await database.view(count)


async def write_nothing(database: Database) -> None:
    await database.write(count)


@pytest.mark.parametrize(
    ("how", "before"),
    [(writing, 0), *((how, 1) for how in (reading, viewing, writing, read, view, write_nothing))],
)
async def test_who_is_cancelled_at_any_wait_leaves_nothing_open(
    url: str, how: Callable[[Database], Coroutine[Any, Any, None]], before: int
) -> None:
    """On a new connection, and on one that is kept from the work before."""
    for nth in counted(1):
        database = Database(url)
        for _ in range(before):
            await how(database)
        caller = CancelledAt(nth, how(database))
        task = asyncio.create_task(caller.run())
        await asyncio.wait([task])
        assert task.cancelled() or task.exception() is None
        await database.close()
        await until_nobody_has_it_open(url)
        if caller.waits < nth:
            break


@pytest.mark.parametrize("fails", [False, True])
async def test_who_outlasts_the_database_leaves_nothing_open(url: str, fails: bool) -> None:
    database = Database(url)
    with suppress(Refused):
        async with database.reading() as connection:
            await count(connection)
            await database.close()
            if fails:
                raise Refused(Why.NO_SUCH_ORDER)
    await until_nobody_has_it_open(url)
