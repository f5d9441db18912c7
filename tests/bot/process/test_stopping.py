"""Stopping: what was begun is finished, what takes too long is cut off, and nothing new begins."""

import asyncio
import signal
from pathlib import Path
from threading import Timer

import pytest
from pydantic import SecretStr
from sqlalchemy import select

from bot.host.running import GIVE_BACK_WITHIN, running
from bot.host.settings import Settings
from bot.match.actions import NewGame
from bot.process.stopping import (
    CUT_OFF_WITHIN,
    FINISH_WITHIN,
    GONE_WITHIN,
    HANG_UP_WITHIN,
    LAST_CUT_OFF_WITHIN,
    LAST_WITHIN,
    SIGNALS,
    Stopping,
    on_signals,
    run_until_stopped,
)
from bot.store.connection.database import Database
from bot.store.schema import outbox as outbox_table
from bot.table.delivery import Delivery
from tests.bot.kit import ANNA, CHANNEL, FakePoster, Seated, SlowPoster, by


@pytest.fixture
def slow() -> SlowPoster:
    return SlowPoster()


@pytest.fixture
def settings(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return Settings(database_url=SecretStr(url))


async def states(database: Database) -> list[tuple[str, str | None]]:
    """For every message: its state, and who has claimed it."""
    statement = select(outbox_table.c.state, outbox_table.c.claimed_by).order_by(outbox_table.c.id)
    async with database.reading() as connection:
        return [(state, claimed) for state, claimed in (await connection.execute(statement)).all()]


async def test_what_is_begun_is_finished() -> None:
    stopping = Stopping()
    done = asyncio.Event()

    async def work() -> None:
        with stopping.work():
            await done.wait()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    finishing = asyncio.create_task(stopping.finish())
    assert await asyncio.wait({finishing}, timeout=0.2) == (set(), {finishing})
    done.set()
    await finishing
    assert task.done()
    assert stopping.doing == 0


async def test_overlong_work_is_cut_off_with_time_to_report_it() -> None:
    stopping = Stopping()
    said = []

    async def work() -> None:
        with stopping.work():
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                await asyncio.sleep(0.01)
                said.append("sorry")
                raise

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await stopping.finish(within=0.01)
    assert said == ["sorry"]
    assert task.cancelled()


async def test_what_will_not_even_be_cut_off_is_left_behind() -> None:
    stopping = Stopping()
    done = asyncio.Event()
    deaf = asyncio.Event()

    async def work() -> None:
        with stopping.work():
            while not done.is_set():
                try:
                    await done.wait()
                except asyncio.CancelledError:
                    deaf.set()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await stopping.finish(within=0.01, cut_off=0.01)
    assert deaf.is_set()
    assert stopping.doing == 1
    done.set()
    await task


async def test_what_runs_until_it_is_asked_to_stop_is_ended_then() -> None:
    stopping = Stopping()
    ended = []
    async with asyncio.timeout(60):
        async with run_until_stopped(stopping):
            stopping.ask()
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("closed")
    assert ended == ["closed"]
    assert asyncio.current_task() is not None


async def test_interactions_arriving_during_shutdown_are_answered() -> None:
    stopping = Stopping()
    answered = []

    async def answer() -> None:
        with stopping.work():
            await asyncio.sleep(0.05)
            answered.append("come back in a minute")

    clicks = []

    async def hang_up() -> None:
        clicks.append(asyncio.create_task(answer()))

    async with asyncio.timeout(60), run_until_stopped(stopping, hang_up):
        stopping.ask()
        await asyncio.Event().wait()
    assert answered == ["come back in a minute"]


@pytest.mark.parametrize("fault", [ConnectionResetError(), TimeoutError()])
async def test_unclosable_gateway_does_not_delay_the_shutdown(fault: Exception) -> None:
    stopping = Stopping()

    async def hang_up() -> None:
        raise fault

    async with asyncio.timeout(60), run_until_stopped(stopping, hang_up):
        stopping.ask()
        await asyncio.Event().wait()


async def test_what_ends_by_itself_ends() -> None:
    stopping = Stopping()
    async with run_until_stopped(stopping):
        pass
    assert not stopping.is_requested


async def test_an_end_that_nobody_asked_for_is_no_stop() -> None:
    async def run() -> None:
        async with run_until_stopped(Stopping()):
            await asyncio.Event().wait()

    task = asyncio.create_task(run())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_on_stopping_a_post_in_flight_arrives_and_no_other_goes(
    seated: Seated, slow: SlowPoster
) -> None:
    stopping = Stopping()
    outbox = Delivery(seated.database, slow, clock=seated.clock, stopping=stopping)
    await seated.open()
    delivering = asyncio.create_task(outbox.drain())
    await slow.begun.wait()
    await seated.open(CHANNEL + 1)
    stopping.ask()
    slow.let.set()
    await stopping.finish()
    await delivering
    assert await states(seated.database) == [("delivered", None), ("waiting", None)]
    assert await outbox.deliver_due() == 0


async def test_interrupted_posts_are_released_to_the_next_process(
    settings: Settings, slow: SlowPoster, poster: FakePoster
) -> None:
    stopping = Stopping()
    async with running(settings, lambda _: slow, stopping=stopping) as work:
        await work.table.open(by(ANNA), NewGame("castle", 1, CHANNEL))
        await slow.begun.wait()
        [(_, claimed)] = await states(work.database)
        assert claimed is not None
        stopping.ask()
        await stopping.finish(within=0.01)
    async with running(settings, lambda _: poster) as work:
        await work.delivery.drain()
        assert poster.kinds(CHANNEL) == ["lobby"]
        assert await states(work.database) == [("delivered", None)]


async def test_only_what_one_process_has_claimed_is_given_back(
    seated: Seated, slow: SlowPoster
) -> None:
    both = [Delivery(seated.database, slow, clock=seated.clock) for _ in range(2)]
    await seated.open()
    delivering = asyncio.create_task(both[0].drain())
    await slow.begun.wait()
    await both[1].give_back()
    [(_, claimed)] = await states(seated.database)
    assert claimed is not None
    slow.let.set()
    await delivering


async def test_a_database_that_hangs_does_not_hold_up_the_end(
    settings: Settings, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(outbox: Delivery) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Delivery, "give_back", hangs)
    monkeypatch.setattr("bot.host.running.GIVE_BACK_WITHIN", 0.01)
    async with asyncio.timeout(60), running(settings, lambda _: poster):
        pass


def test_the_steps_of_a_stop_fit_into_ten_seconds() -> None:
    finishing = FINISH_WITHIN + CUT_OFF_WITHIN
    last = HANG_UP_WITHIN + LAST_WITHIN + LAST_CUT_OFF_WITHIN
    assert finishing + last + GIVE_BACK_WITHIN < GONE_WITHIN < 10


class Interrupted(Timer):
    """The same signal arrives again in the meantime, as when make passes on a signal that a
    terminal sent to both."""

    def start(self) -> None:
        self.function = lambda *_: None
        super().start()
        handler = signal.getsignal(signal.SIGTERM)
        assert callable(handler)
        handler(signal.SIGTERM, None)


async def test_a_signal_arriving_twice_at_once_asks_to_stop_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.process.stopping.Timer", Interrupted)
    before = {number: signal.getsignal(number) for number in SIGNALS}
    stopping = Stopping()
    try:
        with on_signals(stopping):
            signal.raise_signal(signal.SIGTERM)
            await stopping.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
