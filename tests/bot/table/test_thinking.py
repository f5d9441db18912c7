"""Whose work the thinkers do next: moves and hints before reviews, and each person in turn."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from threading import Semaphore

import pytest

from bot.table.thinking import MOST_BEFORE_A_REVIEW, Purpose, Thinking
from tests.bot.kit import ANNA, BEN, CARLA

GUARD = 60.0
MOVE = Purpose.MOVE
HINT = Purpose.HINT
REVIEW = Purpose.REVIEW


@dataclass
class Held:
    """Thinkers that finish a piece of work only when they are allowed to."""

    count: int = 1
    begun: list[str] = field(default_factory=list)
    let: Semaphore = field(default_factory=lambda: Semaphore(0))

    def run(self, work: Callable[[], str], /) -> str:
        self.begun.append(work())
        assert self.let.acquire(timeout=GUARD)
        return self.begun[-1]


@dataclass
class Asked:
    """What was asked of the thinkers."""

    thinkers: Held
    thinking: Thinking
    tasks: list[asyncio.Task[str]] = field(default_factory=list)

    async def ask(self, name: str, purpose: Purpose, *people: int) -> asyncio.Task[str]:
        task = asyncio.create_task(self.thinking.of(lambda: name, purpose, *people))
        self.tasks.append(task)
        await asyncio.sleep(0)  # now it is in the queue
        return task

    async def begun(self, count: int) -> Sequence[str]:
        """What has begun, once this many pieces have."""
        async with asyncio.timeout(GUARD):
            while len(self.thinkers.begun) < count:
                await asyncio.sleep(0.001)
        return self.thinkers.begun

    async def finish(self) -> Sequence[str]:
        """All of it, in the order in which it was begun."""
        self.thinkers.let.release(len(self.tasks))
        async with asyncio.timeout(GUARD):
            await asyncio.gather(*self.tasks, return_exceptions=True)
        return self.thinkers.begun


@asynccontextmanager
async def asking(count: int = 1) -> AsyncIterator[Asked]:
    thinkers = Held(count)
    thinking = Thinking(thinkers.count, thinkers.run)
    yield Asked(thinkers, thinking)
    thinkers.let.release(100)
    thinking.close()


@pytest.fixture
async def asked() -> AsyncIterator[Asked]:
    """One thinker, which is busy with a first piece of work."""
    async with asking() as queue:
        await queue.ask("first", HINT, CARLA)
        yield queue


async def test_moves_come_before_hints_and_hints_before_reviews(asked: Asked) -> None:
    await asked.ask("review", REVIEW, BEN)
    await asked.ask("hint", HINT, BEN)
    await asked.ask("move", MOVE)
    assert await asked.finish() == ["first", "move", "hint", "review"]


async def test_a_hint_waits_for_one_move_at_most(asked: Asked) -> None:
    """A person looks at the screen for it, and there may be hundreds of games."""
    for number in range(3):
        await asked.ask(f"move {number}", MOVE)
    await asked.ask("hint", HINT, BEN)
    assert await asked.finish() == ["first", "move 0", "hint", "move 1", "move 2"]


async def test_a_move_waits_for_one_hint_at_most(asked: Asked) -> None:
    for person in (ANNA, BEN):
        await asked.ask(f"hint {person}", HINT, person)
    await asked.ask("move", MOVE)
    assert await asked.finish() == ["first", "move", f"hint {ANNA}", f"hint {BEN}"]


@pytest.mark.parametrize("purpose", [HINT, REVIEW])
async def test_one_person_does_not_crowd_out_another(asked: Asked, purpose: Purpose) -> None:
    for number in range(3):
        await asked.ask(f"Anna {number}", purpose, ANNA)
    await asked.ask("Ben", purpose, BEN)
    assert await asked.finish() == ["first", "Anna 0", "Ben", "Anna 1", "Anna 2"]


async def test_shared_work_is_done_once_in_the_first_turn_of_any_user(
    asked: Asked,
) -> None:
    for number in range(3):
        await asked.ask(f"Anna {number}", REVIEW, ANNA)
    await asked.ask("both", REVIEW, ANNA, BEN)
    assert await asked.finish() == ["first", "Anna 0", "both", "Anna 1", "Anna 2"]


async def test_no_review_starts_while_a_move_is_prepared_or_stored() -> None:
    async with asking() as asked:
        asked.thinking.expect_moves(1)
        await asked.ask("review", REVIEW, ANNA)
        await asked.ask("move", MOVE)
        asked.thinkers.let.release()
        assert await asked.tasks[1] == "move"
        assert await asked.begun(1) == ["move"]
        await asked.ask("next move", MOVE)
        asked.thinkers.let.release()
        assert await asked.tasks[2] == "next move"
        assert await asked.begun(2) == ["move", "next move"]
        asked.thinking.expect_moves(0)
        assert await asked.finish() == ["move", "next move", "review"]


async def test_a_review_is_made_however_many_moves_there_are() -> None:
    async with asking() as asked:
        asked.thinking.expect_moves(100)
        await asked.ask("part", REVIEW, ANNA)
        for number in range(MOST_BEFORE_A_REVIEW + 2):
            await asked.ask(f"move {number}", MOVE)
        await asked.ask("next part", REVIEW, ANNA)
        moves = [f"move {number}" for number in range(MOST_BEFORE_A_REVIEW + 2)]
        asked.thinkers.let.release(len(moves) + 1)
        expected = [*moves[:MOST_BEFORE_A_REVIEW], "part", *moves[MOST_BEFORE_A_REVIEW:]]
        assert await asked.begun(len(expected)) == expected


async def test_reviews_leave_one_of_several_thinkers_free() -> None:
    async with asking(2) as asked:
        for person in (ANNA, BEN):
            await asked.ask(f"review {person}", REVIEW, person)
        await asked.ask("hint", HINT, CARLA)
        assert sorted(await asked.begun(2)) == ["hint", f"review {ANNA}"]
        assert (await asked.finish())[2:] == [f"review {BEN}"]


async def test_a_review_uses_the_thinker_that_no_move_needs() -> None:
    async with asking(2) as asked:
        asked.thinking.expect_moves(1)
        await asked.ask("review", REVIEW, ANNA)
        assert await asked.begun(1) == ["review"]
        await asked.ask("move", MOVE)
        assert await asked.begun(2) == ["review", "move"]


async def test_work_that_nobody_awaits_any_more_is_skipped(asked: Asked) -> None:
    gone = await asked.ask("gone", HINT, ANNA)
    await asked.ask("hint", HINT, ANNA)
    gone.cancel()
    assert await asked.finish() == ["first", "hint"]


async def test_an_error_reaches_only_whoever_asked(asked: Asked) -> None:
    def fail() -> str:
        raise ValueError("no idea")

    failing = asyncio.create_task(asked.thinking.of(fail, HINT, ANNA))
    await asyncio.sleep(0)
    await asked.ask("hint", HINT, BEN)
    assert await asked.finish() == ["first", "hint"]
    with pytest.raises(ValueError, match="no idea"):
        await failing


async def test_at_the_end_what_has_not_begun_is_given_up() -> None:
    async with asking() as asked:
        await asked.ask("first", MOVE)
        waiting = await asked.ask("waiting", HINT, ANNA)
        asked.thinking.close()
        late = await asked.ask("late", HINT, ANNA)
        assert await asked.finish() == ["first"]
        assert waiting.cancelled()
        assert late.cancelled()
        assert asked.tasks[0].result() == "first"
