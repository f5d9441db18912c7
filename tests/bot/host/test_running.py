"""The table in operation: what it posts arrives, and a restart forgets nothing."""

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import text, update

import bot.table.housekeeping
from bot.host import running as at_work
from bot.host.running import running
from bot.host.settings import Settings
from bot.match.actions import Join, NewGame
from bot.match.errors import StoreFull
from bot.match.game import Status
from bot.match.messages import BoardPost
from bot.match.preferences import USUAL, PlayerPreferences
from bot.process.clock import HOUR
from bot.store.connection.database import Database
from bot.store.connection.faults import WriteConflict
from bot.store.people import player_preferences, prefer, set_channel, settings_of
from bot.store.schema import games
from bot.table.housekeeping import Timers
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, OTHER_CHANNEL, FakePoster, Seated, by


@pytest.fixture
def settings(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return Settings(database_url=SecretStr(url))


async def wait_for_posts(poster: FakePoster, count: int) -> None:
    async with asyncio.timeout(60):
        while len(poster.posted) < count:
            await asyncio.sleep(0.01)


async def test_what_is_done_is_posted_by_itself(settings: Settings, poster: FakePoster) -> None:
    async with running(settings, lambda _: poster) as work:
        opened = await work.table.open(by(ANNA), NewGame("castle", GUILD, CHANNEL))
        await work.table.act(by(BEN), opened.game_id, Join())
        await wait_for_posts(poster, 3)
    assert isinstance(poster.posted[-1][1], BoardPost)


async def test_restarting_delivers_pending_posts_and_keeps_the_game(
    settings: Settings, seated: Seated, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    async with running(settings, lambda _: poster, seated.clock) as work:
        await wait_for_posts(poster, 5)
        assert await work.table.games.get(game.id) == await seated.table.games.get(game.id)


async def test_what_is_due_can_be_delivered_at_once(settings: Settings, poster: FakePoster) -> None:
    async with running(settings, lambda _: poster) as work:
        await work.table.open(by(ANNA), NewGame("castle", GUILD, CHANNEL))
        await work.delivery.drain()
        assert poster.kinds(CHANNEL) == ["lobby"]
        async with work.database.reading() as connection:
            assert await player_preferences(connection, ANNA) == USUAL


@pytest.mark.parametrize(
    "error", [StoreFull("full", "make room"), WriteConflict("a deadlock"), ValueError("a driver's")]
)
async def test_the_timers_outlive_a_database_that_fails(
    seated: Seated, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    game_id = await seated.open()
    seated.clock.turn(48 * HOUR)
    timers = Timers(seated.database, seated.table, seated.clock, look_every=0.01)
    original = timers.look
    failures = [error]

    async def fails_once() -> int:
        if failures:
            raise failures.pop()
        return await original()

    monkeypatch.setattr(timers, "look", fails_once)
    at_work = asyncio.create_task(timers.worker.run())
    async with asyncio.timeout(60):
        while (await seated.table.games.get(game_id)).status is Status.LOBBY:
            await asyncio.sleep(0.01)
    at_work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await at_work


async def test_a_faulty_game_does_not_keep_others_from_expiring(seated: Seated) -> None:
    faulty = await seated.open(CHANNEL)
    sound = await seated.open(OTHER_CHANNEL)
    async with seated.database.writing() as connection:
        spoiled = update(games).where(games.c.id == faulty).values(options="{")
        await connection.execute(spoiled)
    seated.clock.turn(48 * HOUR)
    await seated.look()
    assert (await seated.table.games.get(sound)).status is Status.CANCELLED


async def test_a_damaged_row_does_not_keep_other_games_from_expiring(seated: Seated) -> None:
    damaged = await seated.open(CHANNEL)
    sound = await seated.open(OTHER_CHANNEL)
    async with seated.database.writing() as connection:
        damage = text("UPDATE games SET told = CAST(x'ff' AS TEXT) WHERE id = :game")
        await connection.execute(damage, {"game": damaged})
    seated.clock.turn(48 * HOUR)
    await seated.look()
    assert (await seated.table.games.get(sound)).status is Status.CANCELLED


async def test_games_due_during_a_long_round_do_not_wait_for_its_end(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await seated.open(CHANNEL)
    seated.clock.turn(1)
    later = await seated.open(OTHER_CHANNEL)
    seated.clock.turn(48 * HOUR)
    monkeypatch.setattr(bot.table.housekeeping, "LOOK_EVERY", 0.0)
    assert await seated.look() == bot.table.housekeeping.ROUND_SIZE
    states = [(await seated.table.games.get(game)).status for game in (first, later)]
    assert states == [Status.CANCELLED, Status.LOBBY]


async def test_the_log_of_sqlite_is_tidied_beside_the_games(
    settings: Settings, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    tidied = asyncio.Event()
    original = Database.checkpoint

    async def seen(database: Database) -> None:
        await original(database)
        tidied.set()

    monkeypatch.setattr(Database, "checkpoint", seen)
    monkeypatch.setattr(at_work, "TIDY_EVERY", 0.01)
    async with running(settings, lambda _: poster), asyncio.timeout(60):
        assert await tidied.wait()


async def test_memory_that_has_grown_is_settled_while_the_bot_runs(
    settings: Settings, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = asyncio.Event()
    monkeypatch.setattr(at_work, "settle_memory_if_grown", looked.set)
    async with running(settings, lambda _: poster), asyncio.timeout(60):
        assert await looked.wait()


async def test_health_covers_every_long_running_task(
    settings: Settings, poster: FakePoster, tmp_path: Path
) -> None:
    with_backups = settings.model_copy(update={"backup_folder": tmp_path / "backups"})
    async with running(with_backups, lambda _: poster) as work:
        names = [worker.name for worker in work.workers]
        others = {task.get_name() for task in asyncio.all_tasks()} - {"outbox", "timers"}
    assert names == ["outbox", "timers", "tidying", "backups"]
    assert {"tidying", "backups"} <= others


async def test_preferences_and_settings_are_kept_one_by_one(database: Database) -> None:
    async with database.writing() as connection:
        assert await player_preferences(connection, ANNA) == USUAL
        await prefer(connection, ANNA, {"quiet": "1-2", "language": "de"}, 1)
        await prefer(connection, ANNA, {"quiet": "3-4"}, 2)
        await set_channel(connection, GUILD, CHANNEL, {"preset": "site"}, 1)
        await set_channel(connection, GUILD, CHANNEL, {"language": "de"}, 2)
    async with database.reading() as connection:
        assert await player_preferences(connection, ANNA) == PlayerPreferences(
            quiet=(3, 4), language="de"
        )
        assert await player_preferences(connection, BEN) == USUAL
        assert await settings_of(connection, CHANNEL) == {"preset": "site", "language": "de"}


async def test_memory_is_returned_meanwhile_in_small_mode(
    settings: Settings, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    returned = asyncio.Event()
    monkeypatch.setattr(at_work, "return_memory", returned.set)
    small = settings.model_copy(update={"small": True})
    async with running(small, lambda _: poster), asyncio.timeout(60):
        await returned.wait()
