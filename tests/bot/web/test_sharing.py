"""Answers that many want at the same moment."""

import asyncio

import pytest

from bot.web.sharing import Shared


class Counted:
    """Works out an answer when it is let go on."""

    def __init__(self) -> None:
        self.times = 0
        self.may_go_on = asyncio.Event()

    async def work_out(self) -> int:
        self.times += 1
        times = self.times
        await self.may_go_on.wait()
        return times

    async def fail(self) -> int:
        self.times += 1
        raise ValueError("no answer")


async def test_all_who_ask_at_once_get_one_answer() -> None:
    counted = Counted()
    shared = Shared[int]()
    asked = [asyncio.create_task(shared.get("key", counted.work_out)) for _ in range(3)]
    await asyncio.sleep(0)
    counted.may_go_on.set()
    assert await asyncio.gather(*asked) == [1, 1, 1]


async def test_without_keeping_the_next_one_asks_anew() -> None:
    counted = Counted()
    counted.may_go_on.set()
    shared = Shared[int]()
    assert [await shared.get("key", counted.work_out) for _ in range(2)] == [1, 2]


async def test_the_latest_answers_are_kept() -> None:
    counted = Counted()
    counted.may_go_on.set()
    shared = Shared[int](kept=2)
    for key in ("a", "b", "a", "c", "a", "b"):
        await shared.get(key, counted.work_out)
    assert counted.times == 4


async def test_a_failure_is_not_kept() -> None:
    counted = Counted()
    shared = Shared[int](kept=2)
    for _ in range(2):
        with pytest.raises(ValueError, match="no answer"):
            await shared.get("key", counted.fail)
    assert counted.times == 2


async def test_whoever_goes_away_takes_nothing_from_the_others() -> None:
    counted = Counted()
    shared = Shared[int]()
    first, second = (asyncio.create_task(shared.get("key", counted.work_out)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    counted.may_go_on.set()
    assert await second == 1
