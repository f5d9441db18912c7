"""Several processes look after the application's emojis: each is uploaded once."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any, cast

from bot.discord.answering.sending import KnownEmojis
from bot.discord.emojis import SIMULATED, ApplicationEmojis
from bot.process.clock import DAY
from bot.table.emojis import EmojiUse
from tests.bot.discord.test_emojis import Application, drawings
from tests.bot.kit import TurnedClock
from tests.bot.painting import studio_here
from tests.bot.proof.playing import opened

WANTED = 40
PROCESSES = 3


def test_three_processes_upload_each_emoji_once(url: str) -> None:
    """All at the same moment, each with a connection of its own."""

    async def run() -> None:
        clock = TurnedClock()
        studio = studio_here()
        application = Application(clock)
        async with AsyncExitStack() as stack:
            databases = [await stack.enter_async_context(opened(url)) for _ in range(PROCESSES)]
            caches = [KnownEmojis() for _ in databases]
            processes = [
                ApplicationEmojis(
                    cast(Any, application),
                    drawings(WANTED),
                    studio,
                    cache,
                    EmojiUse(database, clock),
                    clock=clock,
                    pace=SIMULATED,
                )
                for cache, database in zip(caches, databases, strict=True)
            ]
            while any(len(cache.available) < WANTED for cache in caches):
                await asyncio.gather(*(process._round() for process in processes))
                clock.now += 1000
            assert application.requests["create"] == len(set(application.names)) == WANTED
        studio.close()

    asyncio.run(run())


def test_what_no_version_has_used_for_30_days_is_found(url: str) -> None:
    async def run() -> None:
        clock = TurnedClock()
        async with opened(url) as database:
            use = EmojiUse(database, clock)
            await use.note(["old", "kept"])
            clock.now += 29 * DAY
            await use.note(["kept"])
            assert await use.unused(["old", "kept", "unknown"]) == []
            clock.now += 2 * DAY
            assert await use.unused(["old", "kept", "unknown"]) == ["old"]
            await use.forget("old")
            assert await use.unused(["old"]) == []

    asyncio.run(run())


def test_a_lease_is_taken_by_one_process_until_it_ends(url: str) -> None:
    async def run() -> None:
        clock = TurnedClock()
        async with opened(url) as database, opened(url) as second:
            lease = EmojiUse(database, clock).lease
            other = EmojiUse(second, clock).lease
            until = await lease.take()
            assert until is not None
            assert await other.take() is None
            assert await lease.take() == until
            await lease.give_back()
            assert await other.take() == until
            clock.now = until
            assert await lease.take() is not None
            clock.now -= 30 * DAY
            assert await other.take() is not None

    asyncio.run(run())
