"""The table at work: database, outbox and timers of one process, opened and closed together."""

import gc
import logging
from asyncio import create_task, gather, sleep, timeout
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from bot.backups import Backups
from bot.clock import Clock, system_clock
from bot.errors import StoreError
from bot.metrics import Metrics
from bot.outbox import Outbox, Pace, Poster
from bot.settings import Settings
from bot.stopping import Stopping
from bot.store.database import Database
from bot.store.faults import Clash
from bot.store.migrating import migrate
from bot.table import Table
from bot.timers import Timers

log = logging.getLogger(__name__)

TIDY_EVERY = 5.0
"""In seconds."""
GIVE_BACK_WITHIN = 1.5
"""How many seconds a database that hangs may hold up the end."""


def settle_memory() -> None:
    """Once everything is loaded: spare the garbage collector what lives as long as the process, and
    let it look at little at a time, and hardly ever at everything. A click of Discord's leaves some
    hundred cycles behind; the longest pause counts, not the sum."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 4, 1_000)


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
    backups: Backups | None


@asynccontextmanager
async def running(
    settings: Settings,
    poster: Poster,
    clock: Clock = system_clock,
    pace: Pace | None = None,
    *,
    stopping: Stopping | None = None,
    metrics: Metrics | None = None,
) -> AsyncIterator[Running]:
    """A table whose messages are delivered, whose timers are kept and whose nights are backed up,
    until the end. What was claimed for delivery and not delivered is given back then."""
    async with open_database(settings) as database:
        opened = _put_together(
            settings, database, poster, clock=clock, pace=pace, stopping=stopping, metrics=metrics
        )
        tasks = [
            create_task(opened.outbox.run()),
            create_task(Timers(database, opened.table, clock).run()),
            create_task(_tidied(database)),
        ]
        if opened.backups is not None:
            tasks.append(create_task(opened.backups.run()))
        try:
            yield opened
        finally:
            for task in tasks:
                task.cancel()
            await gather(*tasks, return_exceptions=True)
            await _give_back(opened.outbox)


def _put_together(
    settings: Settings,
    database: Database,
    poster: Poster,
    *,
    clock: Clock,
    pace: Pace | None,
    stopping: Stopping | None,
    metrics: Metrics | None,
) -> Running:
    cached = settings.cached_states
    table = Table(
        database, clock=clock, patience=settings.patience, cached_states=cached, metrics=metrics
    )
    pace = pace or Pace(
        lease=settings.post_lease_seconds, longest_retry=settings.longest_retry_seconds
    )
    outbox = Outbox(
        database,
        poster,
        table.pause,
        clock=clock,
        pace=pace,
        stopping=stopping,
        metrics=metrics,
    )
    table.on_change = outbox.wake
    return Running(table, outbox, database, _backups(settings, database, clock, metrics))


def _backups(
    settings: Settings, database: Database, clock: Clock, metrics: Metrics | None
) -> Backups | None:
    folder = settings.backup_folder
    if folder is None:
        return None
    at, keep = settings.backup_at, settings.backup_keep
    return Backups(database, folder.expanduser(), at, keep, clock=clock, metrics=metrics)


async def _give_back(outbox: Outbox) -> None:
    """When that is impossible, the lease runs out."""
    try:
        async with timeout(GIVE_BACK_WITHIN):
            await outbox.give_back()
    except (StoreError, Clash, TimeoutError) as error:
        log.warning("what was claimed for delivery is not given back: %r", error)


async def _tidied(database: Database) -> None:
    """A database that fails is tidied later."""
    while True:
        await sleep(TIDY_EVERY)
        with suppress(StoreError):
            await database.tidy()
