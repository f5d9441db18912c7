"""Health of the bot, and what it measures: `/health` and `/metrics`, on this machine only.

`/health` answers 200 while people can play, else 503 and one line that says what is wrong. Problems
that can wait for the host, such as a failed backup, follow an `ok`.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import KW_ONLY, dataclass
from errno import EADDRINUSE
from functools import partial
from typing import Protocol
from urllib.parse import urlsplit

from aiohttp import web

from bot import VERSION
from bot.host.nightly import Backups
from bot.host.settings import SettingsError
from bot.match.errors import StoreError
from bot.process.clock import SECOND, Clock, Millis, system_clock
from bot.process.memory import resident_memory
from bot.process.metrics import Metrics, gauge, gauges
from bot.process.shards import ALL, Shards
from bot.process.stopping import Stopping
from bot.process.worker_processes import WorkerProcesses
from bot.store.connection.database import Database
from bot.store.figures import StoreFigures, measure, oldest_due, oldest_undelivered
from bot.table.delivery import Delivery
from bot.table.workers import Worker, first_problem, rest_for

LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = (LOOPBACK, "localhost", "::1")
# The timeout for an answer of the database, in seconds.
PATIENCE = 3.0
# A post that nobody has claimed this long after it is due is stuck, and so is the delivery.
STUCK_AFTER = 120 * SECOND
# If posts have been tried for this long and Discord has answered neither yes nor no, something is
# wrong.
SILENT_AFTER = 300 * SECOND
LAG_EVERY = 0.5
HANG_UP_WITHIN = 0.5


class PortTaken(Exception):
    """Another program has the port, perhaps the bot's own last process: waiting can help."""


class Gateway(Protocol):
    """Client, as far as its health is concerned."""

    @property
    def connected(self) -> bool: ...

    @property
    def connections(self) -> Mapping[int, bool]:
        """Shards, each True if connected."""


@dataclass(eq=False)
class Health:
    """State of one process."""

    database: Database
    gateway: Gateway
    _: KW_ONLY
    stopping: Stopping
    metrics: Metrics
    delivery: Delivery | None = None
    workers: Sequence[Worker] = ()
    backups: Backups | None = None
    painters: WorkerProcesses | None = None
    thinkers: WorkerProcesses | None = None
    shards: Shards = ALL
    open_pages: Callable[[], int] | None = None
    """Counts the web pages that are told of moves; None if no pages are served."""
    clock: Clock = system_clock

    def __post_init__(self) -> None:
        self._since = self.clock()
        self.lag_meter = Worker("lag meter", self._measure_lag, rest_for(LAG_EVERY))

    async def problem(self) -> str | None:
        """Name the fault that keeps people from playing, in one line."""
        if self.stopping.is_requested:
            return "the bot is stopping"
        if not self.gateway.connected:
            return f"there is no connection to Discord's gateway{self._missing_shards}"
        try:
            async with asyncio.timeout(PATIENCE), self.database.reading() as connection:
                due = await oldest_due(connection)
                tried = await oldest_undelivered(connection)
        except StoreError as error:
            return f"the database: {error.problem}"
        except TimeoutError:
            return f"the database does not answer within {PATIENCE:.0f} seconds"
        return first_problem((*self.workers, self.lag_meter)) or self._late(due, tried)

    @property
    def _missing_shards(self) -> str:
        """Shards that are not connected, in words; empty if all or none are."""
        connections = self.gateway.connections
        lost = [str(shard) for shard, connected in connections.items() if not connected]
        return f" for shard {' and '.join(lost)}" if 0 < len(lost) < len(connections) else ""

    def _late(self, due: Millis | None, tried: Millis | None) -> str | None:
        """Describe late posts. While none is accepted anywhere, those that are due wait on
        purpose."""
        posting = None if self.delivery is None else self.delivery.health
        since = None if posting is None else posting.unanswered_since
        if posting is not None and since is not None and tried is not None:
            unanswered = self.clock() - max(since, tried)
            if unanswered > SILENT_AFTER:
                silent = f"posts are tried, and none has arrived for {unanswered // SECOND} seconds"
                return f"{silent}: {posting.why}" if posting.why else silent
            if posting.nowhere:
                return None
        late = 0 if due is None else self.clock() - due
        if late > STUCK_AFTER:
            return f"the outbox is stuck: a post has been due for {late // SECOND} seconds"
        return None

    @property
    def remarks(self) -> Iterator[str]:
        """Shards of this process, if there are several, and what the host should look at."""
        if not self.shards.are_all:
            yield str(self.shards)
        if self.backups is not None and self.backups.problem is not None:
            yield f"the last backup failed: {self.backups.problem}"

    async def _measure_lag(self) -> bool:
        now = asyncio.get_running_loop().time
        expected = now() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        self.metrics.lag.observe(max(0.0, now() - expected))
        return True

    async def lines(self) -> list[str]:
        """List all measurements, for Prometheus."""
        figures: StoreFigures | None = None
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                figures = await measure(self.database)
        return [*self.metrics.lines(), *self._of_the_database(figures), *self._of_the_process()]

    def _of_the_database(self, figures: StoreFigures | None) -> Iterator[str]:
        yield from gauge("database_up", "Whether the database answers.", figures is not None)
        if figures is None:
            return
        oldest = self._seconds_since(figures.oldest_post) or 0.0
        yield from gauge("posts_waiting", "Posts that wait in the outbox.", figures.posts_waiting)
        yield from gauge("oldest_post_seconds", "The age of the post that waits longest.", oldest)
        yield from gauges("open_games", "Games that are not over.", "status", figures.open_games)
        yield from gauge("database_bytes", "The size of the database.", figures.size)

    def _of_the_process(self) -> Iterator[str]:
        connected = self.gateway.connected
        memory = resident_memory(os.getpid())
        yield from gauge("gateway_connected", "Whether Discord's gateway is.", connected)
        shards = {str(shard): up for shard, up in self.gateway.connections.items()}
        yield from gauges("shard_connected", "Whether a shard is.", "shard", shards)
        yield from gauges("version", "The version that runs.", "version", {VERSION: 1})
        yield from gauge("uptime_seconds", "Since the start.", self._seconds_since(self._since))
        yield from gauge("memory_bytes", "What the process holds in memory.", memory)
        yield from _worker_gauges("painters", self.painters)
        yield from _worker_gauges("thinkers", self.thinkers)
        if self.open_pages is not None:
            yield from gauge("open_pages", "Web pages that are told of moves.", self.open_pages())
        doing = self.stopping.doing
        yield from gauge("work_in_progress", "What is being answered and posted.", doing)
        if self.backups is not None:
            age = self._seconds_since(self.backups.newest())
            yield from gauge("backup_age_seconds", "The age of the newest backup.", age)
            failed = self.backups.problem is not None
            yield from gauge("backup_failed", "Whether the last backup failed.", failed)

    def _seconds_since(self, moment: Millis | None) -> float | None:
        return None if moment is None else max(0, self.clock() - moment) / SECOND


def _worker_gauges(name: str, workers: WorkerProcesses | None) -> Iterator[str]:
    if workers is not None:
        held = sum(workers.memory())
        replaced = workers.replaced
        yield from gauge(f"{name}_memory_bytes", f"What the {name} hold in memory.", held)
        yield from gauge(f"{name}_replaced", f"How many {name} died or hung.", replaced)


@asynccontextmanager
async def serve(health: Health, port: int) -> AsyncIterator[None]:
    """Serve the two pages; none at port 0. Raises PortTaken, or SettingsError if the system never
    gives this port to the bot."""
    if not port:
        yield
        return
    app = web.Application(middlewares=[_refuse_other_names])
    app.router.add_get("/health", partial(_tell_health, health))
    app.router.add_get("/metrics", partial(_tell_metrics, health))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=HANG_UP_WITHIN)
    await runner.setup()
    health.lag_meter.start()
    try:
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            if error.errno == EADDRINUSE:
                taken = f"METRICS_PORT: another program has port {port}; end it, or set another one"
                raise PortTaken(taken) from error
            reason = os.strerror(error.errno or 0)
            forbidden = f"METRICS_PORT: {port} cannot be had ({reason}); set another one"
            raise SettingsError(forbidden) from error
        yield
    finally:
        await health.lag_meter.stop()
        await runner.cleanup()


@web.middleware
async def _refuse_other_names(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests under another name: a page of a stranger's, in a browser on this machine,
    reaches this port by a name that was made to lead here."""
    try:
        name = urlsplit(f"//{request.headers.get('Host', LOOPBACK)}").hostname
    except ValueError:
        name = None
    if name not in LOOPBACK_NAMES:
        raise web.HTTPMisdirectedRequest(text=f"ask for http://{LOOPBACK}, by this name\n")
    return await handler(request)


async def _tell_health(health: Health, _: web.Request) -> web.Response:
    problem = await health.problem()
    if problem is not None:
        return web.Response(status=503, text=f"{problem}\n")
    return web.Response(text="; ".join(["ok", *health.remarks]) + "\n")


async def _tell_metrics(health: Health, _: web.Request) -> web.Response:
    answer = web.Response(text="\n".join(await health.lines()) + "\n")
    answer.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
    return answer
