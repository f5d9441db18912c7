"""Database, outbox and timers of one process, opened and closed together."""

import logging
from asyncio import timeout
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.host.data.replay import Replay
from bot.host.data.upgrade import upgrade
from bot.host.nightly import Backups
from bot.host.settings import Settings
from bot.match.errors import StoreError
from bot.process.clock import Clock, system_clock
from bot.process.memory import return_memory, settle_memory_if_grown
from bot.process.metrics import Metrics
from bot.process.shards import ALL
from bot.process.stopping import Stopping
from bot.store.cleanup import DRAFTS, GAMES, MESSAGES
from bot.store.connection.database import Database
from bot.store.connection.faults import WriteConflict
from bot.store.migration import require_newest_schema
from bot.store.server import server_of
from bot.table.computers import Computers
from bot.table.delivery import Delivery, Outbox, Pace
from bot.table.housekeeping import Cleanup, Timers
from bot.table.posting import Poster
from bot.table.table import Table
from bot.table.thinking import Thinking
from bot.table.workers import Worker, rest_for, stop_all

log = logging.getLogger(__name__)

AnyPoster = TypeVar("AnyPoster", bound=Poster)

# In seconds.
TIDY_EVERY = 5.0
# The seconds by which a hanging database may delay the shutdown.
GIVE_BACK_WITHIN = 1.5


def open_database(settings: Settings) -> Database:
    """Open the database from the settings, as it is: nothing is migrated."""
    return Database(
        settings.database_url.get_secret_value(),
        settings.busy_timeout_seconds,
        settings.connections,
        settings.pages,
    )


@dataclass(frozen=True, slots=True)
class Running(Generic[AnyPoster]):
    table: Table
    poster: AnyPoster
    outbox: Outbox
    delivery: Delivery
    database: Database
    backups: Backups | None
    workers: tuple[Worker, ...]


@asynccontextmanager
async def running(
    settings: Settings,
    make_poster: Callable[[Table], AnyPoster],
    clock: Clock = system_clock,
    pace: Pace | None = None,
    *,
    thinking: Thinking | None = None,
    stopping: Stopping | None = None,
    metrics: Metrics | None = None,
) -> AsyncIterator[Running[AnyPoster]]:
    """Run a table: the poster made for it posts its messages, its timers run, its backups are made
    every night and, with `thinking`, computer players move and hints and reviews are given. After
    an upgrade every game is replayed meanwhile. At the end, whatever was claimed and not finished
    is released."""
    stopping = stopping or Stopping()
    metrics = metrics or Metrics()
    async with open_database(settings) as database:
        await _bring_up_to_date(database, settings)
        outbox = Outbox()
        table = Table(
            database,
            clock=clock,
            timeouts=settings.timeouts,
            cached_states=settings.most_states,
            metrics=metrics,
            outbox=outbox,
            thinking=thinking,
        )
        poster = make_poster(table)
        delivery = Delivery(
            database,
            poster,
            clock=clock,
            timeouts=settings.timeouts,
            pace=pace
            or Pace(
                lease=settings.post_lease_seconds, longest_retry=settings.longest_retry_seconds
            ),
            shards=settings.shards or ALL,
            stopping=stopping,
            metrics=metrics,
            outbox=outbox,
        )
        backups = None
        computers = None
        workers = [
            delivery.worker,
            Timers(database, table, clock).worker,
            _cleaner(database, clock, sparingly=settings.in_small_mode),
        ]
        if settings.backup_folder is not None:
            backups = Backups(
                database,
                settings.backup_folder.expanduser(),
                settings.backup_at,
                settings.backup_keep,
                clock=clock,
                metrics=metrics,
            )
            workers.append(backups.worker)
        if thinking is not None:
            computers = Computers(database, table, thinking, clock, stopping=stopping)
            workers.append(computers.worker)
        replay = Replay(database, clock)
        is_replay_due = await replay.is_due()
        if is_replay_due:
            log.info("replaying every game in the background, as the rules or counts are new")
            workers.append(replay.worker)
        for worker in workers:
            worker.start()
        try:
            yield Running(table, poster, outbox, delivery, database, backups, tuple(workers))
        finally:
            delivery.cancel_all()
            await stop_all(workers)
            await _give_back(delivery.give_back)
            if is_replay_due:
                await _give_back(replay.lease.give_back)
            if thinking is not None:
                thinking.close()
            if computers is not None:
                await _give_back(computers.close)


async def _bring_up_to_date(database: Database, settings: Settings) -> None:
    """Upgrade the database on SQLite; a server may serve others, so it is left to the command."""
    log.info("the database is run by %s", (await server_of(database)).name)
    if not database.on_sqlite:
        await require_newest_schema(database)
    elif upgraded := await upgrade(database, settings.backup_folder):
        log.info("%s", upgraded)


async def _give_back(give_back: Callable[[], Awaitable[None]]) -> None:
    """Give back what was claimed; if that fails, the lease expires."""
    try:
        async with timeout(GIVE_BACK_WITHIN):
            await give_back()
    except (StoreError, WriteConflict, TimeoutError) as error:
        log.warning("cannot release claims: %r", error)


def _cleaner(database: Database, clock: Clock, *, sparingly: bool) -> Worker:
    """Make the worker that cleans up. With `sparingly`, memory is returned as well, which takes a
    millisecond."""
    everything = [Cleanup(database, clock, spent) for spent in (MESSAGES, GAMES, DRAFTS)]

    async def tidy() -> bool:
        await database.checkpoint()
        for tidying in everything:
            await tidying.step()
        settle_memory_if_grown()
        if sparingly:
            return_memory()
        return False

    return Worker("tidying", tidy, rest_for(TIDY_EVERY))
