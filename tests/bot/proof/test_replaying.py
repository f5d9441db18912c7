"""A replay whose processes are ended in the midst of a game, again and again: what they had noted
stays, and the last one completes it."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

from pydantic import SecretStr

from bot.host.data import replay, verify
from bot.host.data.replay import LEASE, Replay, digest_of_rules
from bot.host.running import running
from bot.host.settings import Settings
from bot.process.clock import Millis
from bot.process.stopping import Stopping, on_signals, run_until_stopped
from bot.store import log
from bot.store.connection.database import AsyncConnection
from bot.store.replays import Progress, load_progress
from bot.table.table import Table
from tests.bot.earlier import play_as_before
from tests.bot.kit import NOON, FakePoster, Seated, TurnedClock
from tests.bot.proof.playing import opened

ROOT = Path(__file__).parents[3]
ENDED = 9
BATCH = 2
# What ends each process, and in the midst of which of the games that it replays.
LIVES = ((signal.SIGKILL, 1), (signal.SIGTERM, 3), (signal.SIGKILL, 4), (signal.SIGTERM, 2))


def replay_until_ended(url: str, now: Millis, games: int) -> None:
    """The process: a table at work. It says when it has come to that game, and stays there."""
    read = log.every_move
    left = iter(range(games - 1))

    async def every_move(connection: AsyncConnection, game_id: int) -> list[log.LoggedMove]:
        if next(left, None) is None:
            sys.stdout.write("in the midst\n")
            sys.stdout.flush()
            await asyncio.Event().wait()
        return await read(connection, game_id)

    async def run() -> None:
        stopping = Stopping()
        settings = Settings(database_url=SecretStr(url))
        with on_signals(stopping):
            async with (
                running(settings, lambda _: FakePoster(), TurnedClock(now), stopping=stopping),
                run_until_stopped(stopping),
            ):
                await asyncio.Event().wait()

    verify.every_move = every_move  # type: ignore[attr-defined]
    replay.BATCH = BATCH
    replay.REST = 0.001
    asyncio.run(run())


def end(number: signal.Signals, url: str, now: Millis, games: int) -> int:
    """The exit code of a process that gets the signal in the midst of this game."""
    script = f"from {__name__} import replay_until_ended as run; run({url!r}, {now}, {games})"
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in the midst\n"
        process.send_signal(number)
        process.communicate()
    return process.returncode


def test_whatever_ends_the_processes_the_replay_is_completed(url: str) -> None:
    async def prepare() -> list[int]:
        async with opened(url) as database:
            clock = TurnedClock()
            seated = Seated(Table(database, clock=clock), database, clock)
            return await play_as_before(seated, ENDED)

    async def progress() -> Progress | None:
        async with opened(url) as database:
            return await database.read(load_progress, digest_of_rules())

    async def complete(now: Millis) -> None:
        async with opened(url) as database:
            last = Replay(database, TurnedClock(now))
            for _ in range(ENDED):
                await last.step()
            assert not await last.is_due()
            assert [line async for line in verify.verify(database)] == []

    ids = asyncio.run(prepare())
    now = NOON
    replayed = 0
    for number, games in LIVES:
        code = end(number, url, now, games)
        assert code == (-number if number == signal.SIGKILL else 0)
        if number == signal.SIGKILL:
            now += LEASE  # it was not given back
        replayed += (games - 1) // BATCH * BATCH
        last_id = ids[replayed - 1] if replayed else 0
        assert asyncio.run(progress()) == (last_id, False)
    asyncio.run(complete(now))
