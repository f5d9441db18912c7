"""A table on an SQLite file of its own, with a clock that stands still."""

import asyncio
import gc
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from shutil import copy
from typing import Any

import asyncpg
import pytest

from bot.process import memory
from bot.store.connection.database import Database
from bot.store.connection.sqlite import WatchedConnection
from bot.store.migration import migrate
from bot.table.delivery import Delivery, Pace
from bot.table.table import Table
from engine.games import GAMES
from tests.bot.company import Company
from tests.bot.kit import FakePoster, Seated, TurnedClock
from tests.bot.rounds import KIND, ROUNDS
from tests.bot.table.months import Months
from tests.bot.unsynced import unsynced


@pytest.fixture(scope="session", autouse=True)
def _nothing_waits_for_the_disk() -> Iterator[None]:
    with unsynced():
        yield


@pytest.fixture(autouse=True)
def _every_connection_is_closed() -> Iterator[None]:
    """A connection that is left open is a warning, in whatever test is running when it is
    collected. Here it fails the test that left it."""
    opened: list[tuple[str, sqlite3.Connection]] = []
    to_servers: list[asyncpg.Connection[asyncpg.Record]] = []
    connect = asyncpg.Connection.__init__

    def note_file(connection: WatchedConnection, path: str, **options: Any) -> None:
        opened.append((path, connection))
        sqlite3.Connection.__init__(connection, path, **options)

    def note_server(connection: "asyncpg.Connection[asyncpg.Record]", *arguments: Any) -> None:
        to_servers.append(connection)
        connect(connection, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WatchedConnection, "__init__", note_file)
        patch.setattr(asyncpg.Connection, "__init__", note_server)
        yield
    assert [path for path, connection in opened if _is_open(connection)] == []
    assert [connection for connection in to_servers if not connection.is_closed()] == []


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes >= 0
    except sqlite3.ProgrammingError:
        return False


@pytest.fixture
def unsettled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Memory is not settled before, nor afterwards."""
    thresholds = gc.get_threshold()
    exempting = memory._Exempting()
    monkeypatch.setattr(memory, "_exempting", exempting)
    yield
    gc.set_threshold(*thresholds)
    if exempting in gc.callbacks:
        gc.callbacks.remove(exempting)
    gc.unfreeze()


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with the newest schema, which tests copy."""
    path = tmp_path_factory.mktemp("migrated") / "bot.db"

    async def migrate_once() -> None:
        database = Database(f"sqlite+aiosqlite:///{path}")
        await migrate(database)
        await database.close()

    asyncio.run(migrate_once())
    return path


@asynccontextmanager
async def _copy_of(migrated: Path, url: str) -> AsyncIterator[Database]:
    copy(migrated, url.removeprefix("sqlite+aiosqlite:///"))
    database = Database(url)
    yield database
    await database.close()


@pytest.fixture
async def database(migrated: Path, url: str) -> AsyncIterator[Database]:
    async with _copy_of(migrated, url) as database:
        yield database


@pytest.fixture
async def other(migrated: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """A second database without games."""
    async with _copy_of(migrated, f"sqlite+aiosqlite:///{tmp_path / 'other.db'}") as database:
        yield database


@pytest.fixture
def elsewhere(other: Database, clock: TurnedClock) -> Seated:
    """A second table, to which games move."""
    return Seated(Table(other, clock=clock), other, clock)


@pytest.fixture
def seated(database: Database, clock: TurnedClock) -> Seated:
    """Everything random is the same in every run."""
    seeds = partial(next, map("seed {}".format, count()))
    return Seated(Table(database, clock=clock, seeds=seeds), database, clock)


@pytest.fixture
def company(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> Company:
    monkeypatch.setitem(GAMES, KIND, ROUNDS)
    return Company(seated)


@pytest.fixture
def poster() -> FakePoster:
    return FakePoster()


@pytest.fixture
def pace() -> Pace:
    return Pace()


@pytest.fixture
def outbox(seated: Seated, poster: FakePoster, clock: TurnedClock, pace: Pace) -> Delivery:
    """Without jitter: every pause has its full length."""
    return Delivery(
        seated.database,
        poster,
        clock=clock,
        pace=pace,
        jitter=lambda: 1.0,
    )


@pytest.fixture
def months(seated: Seated, outbox: Delivery, poster: FakePoster) -> Months:
    return Months(seated, outbox, poster)
