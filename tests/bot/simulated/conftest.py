"""The world, with art that is drawn once for all tests."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from shutil import copyfile

import pytest
import simcord

from bot.client import TableBot
from bot.games.face import Face
from bot.games.faces import load_faces
from bot.store.database import Database
from bot.store.migrating import migrate
from bot.studio import Studio
from bot.table import Table
from tests.bot.kit import TurnedClock
from tests.bot.simulated.world import SEED, World, world_in


@pytest.fixture(scope="session")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Face]:
    """Drawn by whichever process of the run comes first; the others find it in its folder."""
    return load_faces(tmp_path_factory.getbasetemp().parent / "art")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with its schema, to be copied."""

    async def migrate_once(path: Path) -> None:
        database = Database(f"sqlite+aiosqlite:///{path}")
        await migrate(database)
        await database.close()

    path = tmp_path_factory.mktemp("migrated") / "bot.db"
    asyncio.run(migrate_once(path))
    return path


@pytest.fixture
async def database(migrated: Path, url: str) -> AsyncIterator[Database]:
    copyfile(migrated, url.removeprefix("sqlite+aiosqlite:///"))
    database = Database(url)
    yield database
    await database.close()


@pytest.fixture
def table(database: Database, clock: TurnedClock) -> Table:
    return Table(database, clock=clock, seeds=lambda: SEED)


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()


@pytest.fixture
def simcord_bot(table: Table, faces: Mapping[str, Face], studio: Studio) -> TableBot:
    return TableBot(table, faces, studio, shards=1)


@pytest.fixture
def friends(
    simcord_env: simcord.Env, simcord_bot: TableBot, database: Database, clock: TurnedClock
) -> World:
    """A server with a channel, in which Anna, Ben and Carla are."""
    return world_in(simcord_env, simcord_bot, database, clock)
