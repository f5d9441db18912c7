"""The replay after an upgrade: in the background, once, going on wherever it was ended."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.host.__main__ import main
from bot.host.data import replay as replaying
from bot.host.data.backup import back_up, restore
from bot.host.data.replay import LEASE, Replay
from bot.host.data.verify import verify
from bot.host.running import running
from bot.host.settings import Settings
from bot.store.connection.database import Database
from bot.store.replays import Progress, load_progress
from engine.castle.events import Event
from engine.castle.rules import Castle
from engine.castle.state import State
from engine.games import GAMES
from tests.bot.earlier import play_as_before
from tests.bot.kit import FakePoster, Seated

ENDED = 5
GAMES_THERE = ENDED + 1


class NextVersion(Castle):
    rules_version = "castle/next"


class CountsMore(Castle):
    def tally(
        self, frames: Iterable[tuple[State, Sequence[Event]]]
    ) -> tuple[Mapping[str, int], ...]:
        return tuple({**own, "more": 0} for own in super().tally(frames))


@pytest.fixture(autouse=True)
def two_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "BATCH", 2)
    monkeypatch.setattr(replaying, "REST", 0.001)


async def games_that_differ(database: Database) -> set[str]:
    """The games that verify lists."""
    return {difference.text.partition(":")[0] async for difference in verify(database)}


async def progress_of(replay: Replay) -> Progress | None:
    return await replay.database.read(load_progress, replay.rules)


async def replay_everything(replay: Replay) -> None:
    for _ in range(GAMES_THERE // replaying.BATCH + 1):
        await replay.step()


async def test_a_start_replays_every_game_in_the_background(
    seated: Seated, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await play_as_before(seated, ENDED)
    assert len(await games_that_differ(seated.database)) == GAMES_THERE
    settings = Settings(database_url=SecretStr(url))
    async with running(settings, lambda _: FakePoster(), seated.clock) as work:
        assert [worker.name for worker in work.workers][-1] == "replay"
        async with asyncio.timeout(60):
            while await games_that_differ(work.database):
                await asyncio.sleep(0.01)
            while await Replay(work.database).is_due():
                await asyncio.sleep(0.01)
        assert [worker.problem for worker in work.workers if worker.problem] == []
    async with running(settings, lambda _: FakePoster(), seated.clock) as work:
        assert "replay" not in [worker.name for worker in work.workers]


async def test_the_next_process_goes_on_where_one_was_ended(seated: Seated) -> None:
    ids = await play_as_before(seated, ENDED)
    left = []
    for _ in range(GAMES_THERE // 2):
        replay = Replay(seated.database, seated.clock)
        assert await replay.is_due()
        await replay.step()
        left.append(len(await games_that_differ(seated.database)))
        seated.clock.turn(LEASE)  # its lease ends, as it did not give it back
    assert left == [4, 2, 0]
    assert await progress_of(replay) == (ids[-1], False)
    assert not await Replay(seated.database, seated.clock).is_due()


async def test_of_several_processes_one_replays(seated: Seated, url: str) -> None:
    ids = await play_as_before(seated, ENDED)
    second = Database(url)
    replays = [Replay(seated.database, seated.clock), Replay(second, seated.clock)]
    await asyncio.gather(*(replay.step() for replay in replays))
    assert await progress_of(replays[0]) == (ids[1], False)
    seated.clock.turn(LEASE)
    await replays[1].step()
    await replays[0].step()
    assert await progress_of(replays[0]) == (ids[3], False)
    await replay_everything(replays[1])
    assert await progress_of(replays[0]) == (ids[-1], True)
    await replay_everything(replays[0])
    assert await games_that_differ(second) == set()
    await second.close()


async def test_what_needs_a_person_is_logged_and_holds_nothing_up(
    seated: Seated, caplog: pytest.LogCaptureFixture
) -> None:
    first, *others = await play_as_before(seated, ENDED)
    async with seated.database.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE games SET options = '{{' WHERE id = {first}")
    with caplog.at_level(logging.INFO):
        await replay_everything(Replay(seated.database, seated.clock))
    warning, last = caplog.messages
    assert warning.startswith(f"game {first}: it cannot be read")
    rewritten = 2 * len(others) - 1  # of the running one only its snapshot
    assert last == (
        f"every game was replayed: {rewritten} snapshots or counts were rewritten, 1 differences"
    )


async def test_it_is_due_again_when_the_rules_or_the_counts_change(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_as_before(seated, 1)
    await replay_everything(Replay(seated.database))
    for changed in (NextVersion(), CountsMore()):
        assert not await Replay(seated.database).is_due()
        with monkeypatch.context() as patch:
            patch.setitem(GAMES, "castle", changed)
            assert await Replay(seated.database).is_due()


async def test_it_gives_way_to_the_replay_of_another_version(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await play_as_before(seated, ENDED)
    older = Replay(seated.database, seated.clock)
    await older.step()
    seated.clock.turn(LEASE)
    with monkeypatch.context() as patch:
        patch.setitem(GAMES, "castle", NextVersion())
        newer = Replay(seated.database, seated.clock)
        await newer.step()
        assert await progress_of(newer) == (ids[1], False)
        await newer.lease.give_back()
        await replay_everything(older)
        assert await progress_of(older) is None
        assert await progress_of(newer) == (ids[1], False)


async def test_nothing_is_due_where_no_game_was_played(database: Database) -> None:
    replay = Replay(database)
    assert not await replay.is_due()
    assert await progress_of(replay) == (0, True)


async def test_a_backup_from_the_midst_of_it_goes_on_where_it_is_restored(
    seated: Seated, other: Database, tmp_path: Path
) -> None:
    ids = await play_as_before(seated, ENDED)
    await Replay(seated.database, seated.clock).step()
    await back_up(seated.database, tmp_path / "backup.db")
    await Replay(other).is_due()
    await restore(other, tmp_path / "backup.db")
    seated.clock.turn(LEASE)
    replay = Replay(other, seated.clock)
    assert await progress_of(replay) == (ids[1], False)
    await replay_everything(replay)
    assert await games_that_differ(other) == set()


@pytest.mark.parametrize("command", ["upgrade", "verify --repair", "restore backup.db --overwrite"])
async def test_a_command_that_replays_everything_leaves_nothing_due(
    command: str, seated: Seated, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    await play_as_before(seated, 1)
    await back_up(seated.database, tmp_path / "backup.db")
    await seated.database.close()
    assert await asyncio.to_thread(main, command.split()) == 0
    assert not await Replay(seated.database).is_due()
    assert await asyncio.to_thread(main, ["verify"]) == 0


async def test_verify_alone_changes_nothing(
    seated: Seated, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    await play_as_before(seated, 1)
    assert await asyncio.to_thread(main, ["verify"]) == 1
    assert await Replay(seated.database).is_due()
