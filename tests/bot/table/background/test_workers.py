"""What runs as long as the process survives every fault of its own, and reports when it can no
longer do its rounds."""

import asyncio
from contextlib import suppress

import pytest

from bot.match.errors import StoreFull
from bot.store.connection.faults import WriteConflict
from bot.table.workers import Worker, rest_for

FAULTS = [
    StoreFull("the disk is full", "make room"),
    WriteConflict("a deadlock"),
    ValueError("a bug"),
    asyncio.CancelledError("something that was waited for"),
]


class Watch:
    """A time that stands still until it is advanced."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Rounds:
    """Rounds that end as given: with a fault, or well."""

    def __init__(self, *faults: BaseException) -> None:
        self.faults = list(faults)
        self.well = asyncio.Event()

    async def __call__(self) -> bool:
        if self.faults:
            raise self.faults.pop()
        self.well.set()
        return False


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
async def test_a_worker_outlives(fault: BaseException) -> None:
    rounds = Rounds(fault)
    worker = Worker("timers", rounds, rest_for(0))
    worker.start()
    async with asyncio.timeout(60):
        await rounds.well.wait()
    assert worker.problem is None
    await worker.stop()


async def test_a_worker_that_hangs_is_stuck() -> None:
    watch = Watch()
    hangs = asyncio.Event()

    async def round_() -> bool:
        return await hangs.wait()

    worker = Worker("timers", round_, rest_for(0), patience=60, now=watch)
    worker.start()
    await asyncio.sleep(0)
    problems = []
    for watch.now in (60, 61):
        problems.append(worker.problem)
    stuck = "the timers worker is stuck: its last good round was 61 seconds ago"
    assert problems == [None, stuck]
    await worker.stop()


async def test_a_worker_failing_every_round_is_reported_with_reason() -> None:
    watch = Watch()
    tried = asyncio.Event()

    async def round_() -> bool:
        tried.set()
        raise ValueError

    worker = Worker("timers", round_, rest_for(60), patience=60, now=watch)
    worker.start()
    await tried.wait()
    await asyncio.sleep(0)
    watch.now = 61
    expected = "the timers worker fails (ValueError): its last good round was 61 seconds ago"
    assert worker.problem == expected
    await worker.stop()


async def test_a_worker_that_has_ended_is_told() -> None:
    worker = Worker("timers", Rounds(), rest_for(0))
    worker.start()
    await worker.stop()
    assert worker.problem == "the timers worker has ended"


async def test_a_worker_ends_though_its_round_swallows_that() -> None:
    begun = asyncio.Event()

    async def round_() -> bool:
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return True

    worker = Worker("timers", round_, rest_for(0))
    worker.start()
    await begun.wait()
    async with asyncio.timeout(60):
        await worker.stop()
