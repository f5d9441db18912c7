"""How much one person may ask for in a short time, and at the same moment."""

import asyncio

import pytest

from bot.discord.answering.desk import REPLAY
from bot.process.allowance import Allowance, ConcurrencyLimit, TooFast

ANNA = 1
BEN = 2


def test_a_replay_takes_as_much_as_many_boards() -> None:
    allowance = Allowance(now=lambda: 0.0)
    allowance.take(ANNA, REPLAY)
    allowance.take(ANNA, REPLAY)
    with pytest.raises(TooFast) as caught:
        allowance.take(ANNA)
    assert caught.value.seconds == 1
    allowance.take(BEN, REPLAY)


def test_what_is_refused_takes_nothing() -> None:
    allowance = Allowance(at_once=REPLAY, now=lambda: 0.0)
    allowance.take(ANNA)
    with pytest.raises(TooFast):
        allowance.take(ANNA, REPLAY)
    allowance.take(ANNA, REPLAY - 1)


async def enter(
    concurrency: ConcurrencyLimit, person: int, name: str, inside: list[str], out: asyncio.Event
) -> None:
    async with concurrency.admit(person):
        inside.append(name)
        await out.wait()


async def test_a_person_has_two_requests_in_progress_at_a_time() -> None:
    concurrency = ConcurrencyLimit()
    inside = list[str]()
    out = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for name in ("anna 0", "anna 1", "anna 2", "anna 3"):
            group.create_task(enter(concurrency, ANNA, name, inside, out))
        group.create_task(enter(concurrency, BEN, "ben", inside, out))
        await asyncio.sleep(0)
        assert inside == ["anna 0", "anna 1", "ben"]
        out.set()
    assert inside == ["anna 0", "anna 1", "ben", "anna 2", "anna 3"]


async def test_of_whoever_waits_for_nothing_nothing_is_remembered() -> None:
    concurrency = ConcurrencyLimit()
    for person in range(100):
        async with concurrency.admit(person):
            assert len(concurrency._semaphores) == 1
    assert not concurrency._semaphores
