"""The table at work: database, outbox and timers of one process, opened and closed together."""

import gc
from asyncio import create_task, gather, sleep
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from bot.clock import Clock, system_clock
from bot.errors import StoreError
from bot.outbox import Outbox, Pace, Poster
from bot.settings import Settings
from bot.store.database import Database
from bot.store.migrating import migrate
from bot.table import Table
from bot.timers import Timers

TIDY_EVERY = 5.0
"""In seconds."""


def settle_memory() -> None:
    """Once everything is loaded: spare the garbage collector what lives as long as the process, and
    let it look less often. A move makes thousands of small values, and hardly a cycle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncIterator[Database]:
    """The database of the settings, brought to this version's schema."""
    database = Database(
        settings.database_url.get_secret_value(),
        settings.busy_timeout_seconds,
        settings.connections,
    )
    try:
        await migrate(database)
        yield database
    finally:
        await database.close()


@dataclass(frozen=True, slots=True)
class Running:
    table: Table
    outbox: Outbox
    database: Database


@asynccontextmanager
async def running(
    settings: Settings, poster: Poster, clock: Clock = system_clock, pace: Pace | None = None
) -> AsyncIterator[Running]:
    """A table whose messages are delivered and whose timers are kept, until the end."""
    async with open_database(settings) as database:
        table = Table(
            database,
            clock=clock,
            patience=settings.patience,
            cached_states=settings.cached_states,
        )
        pace = pace or Pace(
            lease=settings.post_lease_seconds, longest_retry=settings.longest_retry_seconds
        )
        outbox = Outbox(database, poster, table.pause, clock=clock, pace=pace)
        table.on_change = outbox.wake
        tasks = [
            create_task(outbox.run()),
            create_task(Timers(database, table, clock).run()),
            create_task(_tidied(database)),
        ]
        try:
            yield Running(table, outbox, database)
        finally:
            for task in tasks:
                task.cancel()
            await gather(*tasks, return_exceptions=True)


async def _tidied(database: Database) -> None:
    """A database that fails is tidied later."""
    while True:
        await sleep(TIDY_EVERY)
        with suppress(StoreError):
            await database.tidy()
