"""`/health` says in one line what is wrong, `/metrics` what is measured: to this machine only."""

import asyncio
import socket
from collections.abc import AsyncIterator
from errno import EACCES
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr
from sqlalchemy import update

from bot.host import health as at_work
from bot.host.health import SILENT_AFTER, STUCK_AFTER, Health, PortTaken, serve
from bot.host.nightly import Backups
from bot.host.running import running
from bot.host.settings import Settings, SettingsError
from bot.match.actions import Join, NewGame
from bot.match.errors import StoreUnreachable
from bot.process.clock import SECOND
from bot.process.metrics import Metrics
from bot.process.shards import Shards
from bot.process.stopping import Stopping
from bot.store.connection.database import Database
from bot.store.schema import outbox as outbox_table
from bot.table.delivery import Delivery
from bot.table.posting import TryLater
from bot.table.workers import Worker, rest_for
from render.pictures import Drawing
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, FakePoster, Seated, TurnedClock, by
from tests.bot.painting import studio_here


class FakeGateway:
    def __init__(self) -> None:
        self.connections = {0: True}

    @property
    def connected(self) -> bool:
        return all(self.connections.values())


@pytest.fixture
def gateway() -> FakeGateway:
    return FakeGateway()


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def stopping() -> Stopping:
    return Stopping()


@pytest.fixture
def health(
    database: Database,
    gateway: FakeGateway,
    stopping: Stopping,
    metrics: Metrics,
    clock: TurnedClock,
) -> Health:
    return Health(database, gateway, stopping=stopping, metrics=metrics, clock=clock)


@pytest.fixture
async def port(health: Health) -> AsyncIterator[int]:
    port = free_port()
    async with serve(health, port):
        yield port


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def get(port: int, page: str, host: str = "127.0.0.1") -> tuple[int, str]:
    async with (
        ClientSession() as session,
        session.get(f"http://{host}:{port}/{page}") as answer,
    ):
        return answer.status, await answer.text()


async def value(health: Health, name: str) -> float:
    lines = await health.lines()
    [line] = [line for line in lines if line.startswith(f"carcassonne_{name} ")]
    return float(line.split()[-1])


async def test_a_bot_that_is_well(port: int) -> None:
    assert await get(port, "health") == (200, "ok\n")


async def test_without_the_gateway_nobody_can_play(port: int, gateway: FakeGateway) -> None:
    gateway.connections[0] = False
    assert await get(port, "health") == (503, "there is no connection to Discord's gateway\n")


async def test_a_shard_that_is_not_connected_is_named(
    port: int, health: Health, gateway: FakeGateway
) -> None:
    gateway.connections = {0: False, 2: True, 5: False}
    problem = "there is no connection to Discord's gateway for shard 0 and 5\n"
    assert await get(port, "health") == (503, problem)
    assert await value(health, "gateway_connected") == 0
    shards = [line for line in await health.lines() if "shard_connected{" in line]
    assert shards == [
        'carcassonne_shard_connected{shard="0"} 0',
        'carcassonne_shard_connected{shard="2"} 1',
        'carcassonne_shard_connected{shard="5"} 0',
    ]


async def test_a_process_among_several_says_which_one_it_is(
    database: Database, gateway: FakeGateway, stopping: Stopping, metrics: Metrics
) -> None:
    health = Health(
        database, gateway, stopping=stopping, metrics=metrics, shards=Shards(6, (0, 2, 5))
    )
    async with serve(health, port := free_port()):
        assert await get(port, "health") == (200, "ok; shards 0, 2, 5 of 6\n")


async def test_a_bot_that_stops_is_not_to_be_counted_on(port: int, stopping: Stopping) -> None:
    stopping.ask()
    assert await get(port, "health") == (503, "the bot is stopping\n")


async def test_a_database_that_fails(
    port: int, monkeypatch: pytest.MonkeyPatch, health: Health
) -> None:
    async def fails(*_: object) -> None:
        raise StoreUnreachable("the database cannot be reached", "check DATABASE_URL")

    monkeypatch.setattr(at_work, "oldest_due", fails)
    monkeypatch.setattr(at_work, "measure", fails)
    assert await get(port, "health") == (503, "the database: the database cannot be reached\n")
    assert await value(health, "database_up") == 0


async def test_a_database_that_does_not_answer(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(at_work, "oldest_due", hangs)
    monkeypatch.setattr(at_work, "measure", hangs)
    monkeypatch.setattr(at_work, "PATIENCE", 0.01)
    assert (await get(port, "health"))[0] == 503
    assert "carcassonne_database_up 0" in (await get(port, "metrics"))[1]


async def test_a_post_that_nobody_takes_up_is_stuck(
    health: Health, seated: Seated, clock: TurnedClock
) -> None:
    await seated.open()
    clock.turn(STUCK_AFTER)
    assert await health.problem() is None
    clock.turn(5 * SECOND)
    assert await health.problem() == "the outbox is stuck: a post has been due for 125 seconds"


async def test_a_post_that_is_tried_again_and_again_is_not_stuck(
    health: Health, seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.open()
    poster.failures[CHANNEL] = [TryLater() for _ in range(20)]
    for _ in range(20):
        await outbox.drain()
        assert await health.problem() is None
        clock.turn(600 * SECOND)
    assert await value(health, "posts_waiting") == 1
    assert await value(health, "oldest_post_seconds") == 20 * 600


async def test_what_waits_behind_another_post_is_not_stuck(
    health: Health, seated: Seated, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    await seated.start()
    poster.failures[CHANNEL] = [TryLater(1000.0)]
    await outbox.drain()
    clock.turn(900 * SECOND)
    assert await value(health, "posts_waiting") > 1
    assert await health.problem() is None


async def test_a_worker_that_is_dead_or_stuck_is_reported(
    database: Database, gateway: FakeGateway, metrics: Metrics
) -> None:
    async def round_() -> bool:
        return False

    worker = Worker("timers", round_, rest_for(60))
    health = Health(database, gateway, stopping=Stopping(), metrics=metrics, workers=[worker])
    worker.start()
    assert await health.problem() is None
    await worker.stop()
    assert await health.problem() == "the timers worker has ended"


async def test_posts_that_are_tried_and_never_arrive_are_reported(
    seated: Seated, gateway: FakeGateway, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    lent: Any = {"stopping": Stopping(), "metrics": Metrics(), "clock": clock}
    health = Health(seated.database, gateway, delivery=outbox, **lent)
    await seated.open()
    poster.failures[CHANNEL] = [TryLater(), TryLater()]
    await outbox.drain()
    clock.turn(SILENT_AFTER)
    await outbox.drain()
    assert await health.problem() is None
    clock.turn(5 * SECOND)
    problem = "posts are tried, and none has arrived for 305 seconds"
    assert await health.problem() == problem
    await outbox.drain()
    assert await health.problem() is None


async def test_a_post_that_was_called_off_does_not_count_as_tried(
    seated: Seated, gateway: FakeGateway, outbox: Delivery, poster: FakePoster, clock: TurnedClock
) -> None:
    lent: Any = {"stopping": Stopping(), "metrics": Metrics(), "clock": clock}
    health = Health(seated.database, gateway, delivery=outbox, **lent)
    poster.failures[CHANNEL] = [TryLater(), TryLater()]
    await seated.open()
    await outbox.drain()
    async with seated.database.writing() as connection:
        await connection.execute(update(outbox_table).values(state="cancelled"))
    clock.turn(SILENT_AFTER + SECOND)
    assert await health.problem() is None
    await seated.open(CHANNEL + 1)
    poster.failures[CHANNEL + 1] = [TryLater()]
    await outbox.drain()
    assert await health.problem() is None


async def test_a_failed_backup_is_reported_without_forcing_a_restart(
    database: Database, gateway: FakeGateway, metrics: Metrics, clock: TurnedClock, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    settings = Settings()
    backups = Backups(
        database, tmp_path / "file" / "x", settings.backup_at, 1, clock=clock, metrics=metrics
    )
    health = Health(
        database, gateway, stopping=Stopping(), metrics=metrics, backups=backups, clock=clock
    )
    await backups.look()
    assert await value(health, "backup_failed") == 1
    port = free_port()
    async with serve(health, port):
        status, text = await get(port, "health")
    assert status == 200
    assert text.startswith("ok; the last backup failed: ")


async def test_the_age_of_the_backup_is_reported(
    database: Database, gateway: FakeGateway, metrics: Metrics, clock: TurnedClock, tmp_path: Path
) -> None:
    at = Settings().backup_at
    stopping = Stopping()
    backups = Backups(database, tmp_path / "safe", at, 1, clock=clock)
    health = Health(
        database, gateway, stopping=stopping, metrics=metrics, backups=backups, clock=clock
    )
    assert not any("backup_age" in line for line in await health.lines())
    await backups.look()
    clock.turn(60 * SECOND)
    assert await value(health, "backup_age_seconds") == 60


async def test_the_games_and_posts_of_the_database_are_counted(
    health: Health, seated: Seated
) -> None:
    await seated.start()
    await seated.open(CHANNEL + 1)
    lines = await health.lines()
    assert 'carcassonne_open_games{status="lobby"} 1' in lines
    assert 'carcassonne_open_games{status="running"} 1' in lines
    assert await value(health, "database_bytes") > 4096
    assert await value(health, "posts_waiting") == 5


async def test_what_the_process_does_is_measured(
    health: Health, stopping: Stopping, clock: TurnedClock
) -> None:
    clock.turn(90 * SECOND)
    assert await value(health, "uptime_seconds") == 90
    assert await value(health, "gateway_connected") == 1
    with stopping.work():
        assert await value(health, "work_in_progress") == 1
    if Path("/proc/self/status").exists():
        assert await value(health, "memory_bytes") > 10_000_000


async def test_the_lag_of_the_event_loop_is_measured(
    health: Health, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_work, "LAG_EVERY", 0.001)
    health.lag_meter.start()
    async with asyncio.timeout(60):
        while metrics.lag.count() < 3:
            await asyncio.sleep(0.001)
    await health.lag_meter.stop()


async def test_moves_and_posts_are_counted(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, poster: FakePoster, metrics: Metrics
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = Settings(database_url=SecretStr(url))
    poster.failures[CHANNEL] = [TryLater()]
    async with running(settings, lambda _: poster, metrics=metrics) as work, asyncio.timeout(60):
        opened = await work.table.open(by(ANNA), NewGame("castle", GUILD, CHANNEL))
        await work.table.act(by(BEN), opened.game_id, Join())
        while not metrics.posts["delivered",]:
            await asyncio.sleep(0.01)
    assert metrics.actions["opened",] == 1
    assert metrics.actions["started",] == 1
    assert metrics.posts["put_off",] == 1


async def test_painting_is_measured_and_what_was_kept_is_not(metrics: Metrics) -> None:
    studio = studio_here(metrics=metrics)
    drawing = Drawing("a.png", "a picture", lambda: b"painted")
    for _ in range(3):
        await studio.paint(drawing, "the same")
    studio.close()
    assert metrics.painted.count() == 1


async def test_metrics_are_in_the_form_that_prometheus_reads(port: int) -> None:
    async with (
        ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        assert (await answer.text()).endswith("\n")


async def test_only_this_machine_is_answered(port: int) -> None:
    """Another loopback address stands for those of the network."""
    with pytest.raises(OSError, match="Connect call failed"):
        await get(port, "health", host="127.0.0.2")


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost:80", 200),
        ("[::1]:9464", 200),
        ("rebound.example.org", 421),
        ("127.0.0.1.example.org:9464", 421),
        ("[", 421),
        ("", 421),
    ],
)
@pytest.mark.parametrize("page", ["health", "metrics"])
async def test_only_loopback_names_are_answered(
    name: str, status: int, page: str, port: int
) -> None:
    async with (
        ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/{page}", headers={"Host": name}) as answer,
    ):
        assert answer.status == status


async def test_occupied_port_stops_the_start_naming_the_setting(port: int, health: Health) -> None:
    with pytest.raises(PortTaken) as refused:
        async with serve(health, port):
            pass
    taken = f"METRICS_PORT: another program has port {port}; end it, or set another one"
    assert str(refused.value) == taken


async def test_a_port_that_the_system_forbids_is_an_invalid_setting(
    health: Health, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: object) -> None:
        raise OSError(EACCES, "error while attempting to bind on address ('127.0.0.1', 80)")

    monkeypatch.setattr("bot.host.health.web.TCPSite.start", refuse)
    with pytest.raises(SettingsError) as refused:
        async with serve(health, 80):
            pass
    forbidden = "METRICS_PORT: 80 cannot be had (Permission denied); set another one"
    assert str(refused.value) == forbidden


async def test_unless_it_is_asked_for_nothing_is_served(
    health: Health, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("bot.host.health.web.AppRunner")
    async with serve(health, 0):
        pass
