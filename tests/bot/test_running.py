"""The table at work: what it posts arrives, and a restart forgets nothing."""

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot import running as work
from bot.actions import Join, NewGame
from bot.messages import Board
from bot.running import running
from bot.settings import Settings
from bot.store.database import Database
from bot.store.preferences import prefer, preferences_of, set_channel, settings_of
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, FakePoster, Seated, by


@pytest.fixture
def settings(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return Settings(database_url=SecretStr(url))


async def arrived(poster: FakePoster, count: int) -> None:
    async with asyncio.timeout(10):
        while len(poster.posted) < count:
            await asyncio.sleep(0.01)


async def test_what_is_done_is_posted_by_itself(settings: Settings, poster: FakePoster) -> None:
    async with running(settings, poster) as table:
        opened = await table.open(by(ANNA), NewGame("castle", GUILD, CHANNEL))
        await table.act(by(BEN), opened.game_id, Join())
        await arrived(poster, 3)
    assert isinstance(poster.posted[-1][1], Board)


async def test_a_restart_delivers_what_was_left_and_keeps_the_game(
    settings: Settings, seated: Seated, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    async with running(settings, poster, seated.clock) as table:
        await arrived(poster, 5)
        assert await table.game(game.id) == await seated.table.game(game.id)


async def test_the_log_of_sqlite_is_tidied_beside_the_games(
    settings: Settings, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    tidied = asyncio.Event()
    original = Database.tidy

    async def seen(database: Database) -> None:
        await original(database)
        tidied.set()

    monkeypatch.setattr(Database, "tidy", seen)
    monkeypatch.setattr(work, "TIDY_EVERY", 0.01)
    async with running(settings, poster), asyncio.timeout(10):
        assert await tidied.wait()


async def test_preferences_and_settings_are_kept_one_by_one(database: Database) -> None:
    async with database.writing() as connection:
        assert await preferences_of(connection, ANNA) == {}
        await prefer(connection, ANNA, {"pings": "off", "language": "de"}, 1)
        await prefer(connection, ANNA, {"pings": "on"}, 2)
        await set_channel(connection, GUILD, CHANNEL, {"preset": "site"}, 1)
        await set_channel(connection, GUILD, CHANNEL, {"language": "de"}, 2)
    async with database.reading() as connection:
        assert await preferences_of(connection, ANNA) == {"pings": "on", "language": "de"}
        assert await preferences_of(connection, BEN) == {}
        assert await settings_of(connection, CHANNEL) == {"preset": "site", "language": "de"}
