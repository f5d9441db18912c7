"""Start the bot: open every resource and pass it to whatever needs it.

With `DISCORD_TOKEN` it plays in Discord; without, in a simulated Discord in the browser.
"""

import asyncio
import logging
import platform
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from socket import socket
from typing import NoReturn

import discord

from bot import NAME, VERSION
from bot.discord.answering.desk import Desk
from bot.discord.channel_poster import BarePosts, ChannelPoster
from bot.discord.client import TableBot
from bot.discord.connection import log_when_ready, stay_connected
from bot.discord.emojis import SIMULATED, USUAL, ApplicationEmojis, wanted_emojis
from bot.discord.seat_calls import SeatCaller
from bot.games.faces import FACES, prepare_painting, prepare_painting_sparingly
from bot.host.health import LOOPBACK, Health, PortTaken, serve
from bot.host.running import Running, running
from bot.host.settings import BAD_SETTINGS, SECRETS, Settings, SettingsError, read_settings
from bot.locale import read_texts
from bot.match.computers import prepare_thinking
from bot.match.errors import StoreError
from bot.presentation.address import PublicAddress
from bot.presentation.studio import CACHE_SIZE, Studio
from bot.process import logs
from bot.process.allowance import Allowance, ConcurrencyLimit
from bot.process.memory import MIB, allocate_sparingly, settle_memory
from bot.process.metrics import Metrics
from bot.process.shards import ALL
from bot.process.stopping import Stopping, interruptible, on_signals, run_until_stopped
from bot.process.worker_processes import Thrift, WorkerProcesses
from bot.table.emojis import EmojiUse
from bot.table.table import Table
from bot.table.thinking import Thinking
from bot.web import server as web

log = logging.getLogger("bot")

# Thinkers yield to the painters.
THINKERS_NICENESS = 10
THRIFT = Thrift(most_memory=110 * MIB)
# The size of the cache of pictures there, in bytes.
CACHE_SIZE_IN_SMALL_MODE = 4 * MIB
REFUSED_TOKEN = "DISCORD_TOKEN: Discord does not accept this token; copy it again from the Bot page"
NOTHING_TO_START = (
    "DISCORD_TOKEN: set it in .env to play in Discord. To play in the browser without one, "
    "install the requirements of requirements-playground.txt."
)


def main() -> None:
    try:
        settings = read_settings()
    except SettingsError as error:
        _stop(str(error), BAD_SETTINGS)
    logs.set_up(settings.log_level, settings.log_format, simulated=settings.discord_token is None)
    log.info("%s %s, Python %s", NAME, VERSION, platform.python_version())
    for remark in settings.remarks:
        log.warning("%s", remark)
    if settings.in_small_mode:
        log.info("in small mode: the first picture or thought after a pause takes seconds")
        allocate_sparingly()
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False
    interruptible()
    read_texts()
    try:
        asyncio.run(start(settings))
    except KeyboardInterrupt:
        log.info("interrupted during startup")
    except SettingsError as error:
        _stop(str(error), BAD_SETTINGS)
    except PortTaken as error:
        _stop(str(error))
    except StoreError as error:
        log.debug("the database cannot be used", exc_info=True)
        _stop(str(error))
    except discord.LoginFailure:
        _stop(REFUSED_TOKEN, BAD_SETTINGS)
    log.info("stopped")


async def start(settings: Settings) -> None:
    """Run until stopped."""
    stopping = Stopping()
    metrics = Metrics()
    listening = listen_for_pages(settings)
    address = settings.public_url
    if address is None and listening is not None:
        address = PublicAddress(f"http://{LOOPBACK}:{listening.getsockname()[1]}")
    painters, thinkers = open_workers(settings)
    thinking = None if thinkers is None else Thinking(thinkers.count, thinkers.run)
    cache_size = CACHE_SIZE_IN_SMALL_MODE if settings.in_small_mode else CACHE_SIZE
    studio = Studio(painters.count, painters.run, cache_size=cache_size, metrics=metrics)
    bare_posts = BarePosts()
    allowance = Allowance()
    concurrency = ConcurrencyLimit()

    def connect(table: Table) -> ChannelPoster:
        desk = Desk(
            table,
            FACES,
            studio,
            stopping,
            metrics,
            address=address,
            allowance=allowance,
            concurrency=concurrency,
        )
        bot = TableBot(desk, shards=settings.shards, welcomes=settings.welcome)
        return ChannelPoster(bot, bare_posts)

    try:
        with on_signals(stopping):
            async with running(
                settings, connect, thinking=thinking, stopping=stopping, metrics=metrics
            ) as opened:
                settle_memory()
                bot = opened.poster.client
                workers = list(opened.workers)
                site = None
                if address is not None:
                    site = web.Site(
                        address,
                        opened.table,
                        FACES,
                        studio,
                        settings.web_proxies,
                        allowance,
                        concurrency,
                    )
                    workers.append(site.streams.worker)
                health = Health(
                    opened.database,
                    bot,
                    stopping=stopping,
                    metrics=metrics,
                    delivery=opened.delivery,
                    workers=workers,
                    backups=opened.backups,
                    painters=painters,
                    thinkers=None if thinkers is painters else thinkers,
                    shards=settings.shards or ALL,
                    open_pages=None if site is None else lambda: site.streams.count,
                )
                async with (
                    serve(health, settings.metrics_port),
                    _with_pages(site, listening),
                    run_until_stopped(stopping, bot.hang_up),
                    _with_emojis(opened, settings, studio),
                    SeatCaller(bot, opened.table.seat_calls).worker,
                ):
                    await _play(opened, settings)
    finally:
        bare_posts.close()
        painters.close()
        if thinkers is not None and thinkers is not painters:
            thinkers.close()
        studio.close()
        if listening is not None:
            listening.close()


def listen_for_pages(settings: Settings) -> socket | None:
    """Take the port of the web pages, if they are served: with a public address, and always in the
    playground, where any free one will do. Raises PortTaken."""
    if settings.public_url is None and settings.discord_token is not None:
        return None
    try:
        if settings.public_url is None:
            return web.listen(LOOPBACK, 0)
        return web.listen(str(settings.web_host), settings.web_port)
    except web.PortNotFree as error:
        raise PortTaken(str(error)) from error


@asynccontextmanager
async def _with_pages(site: web.Site | None, listening: socket | None) -> AsyncIterator[None]:
    """Serve the web pages meanwhile, if there are any."""
    if site is None or listening is None:
        yield
        return
    async with web.serve(site, listening):
        log.info("web pages of games are at %s", site.address.origin)
        yield


def open_workers(settings: Settings) -> tuple[WorkerProcesses, WorkerProcesses | None]:
    """Open the painters, and the thinkers if there are any; in small mode one process is both."""
    begin = partial(WorkerProcesses, secrets=SECRETS)
    if settings.in_small_mode:
        both = begin(1, prepare_painting_sparingly, niceness=THINKERS_NICENESS, thrift=THRIFT)
        return both, both if settings.thinkers else None
    painters = begin(settings.most_painters, prepare_painting)
    if not settings.thinkers:
        return painters, None
    return painters, begin(settings.thinkers, prepare_thinking, niceness=THINKERS_NICENESS)


@asynccontextmanager
async def _with_emojis(
    opened: Running[ChannelPoster], settings: Settings, studio: Studio
) -> AsyncIterator[None]:
    """Look after the application's emojis meanwhile, unless the host does not want any."""
    if not settings.emojis:
        yield
        return
    bot = opened.poster.client
    use = EmojiUse(opened.database)
    pace = USUAL if settings.discord_token else SIMULATED
    drawings = wanted_emojis(FACES.values())
    emojis = ApplicationEmojis(bot, drawings, studio, bot.desk.emojis, use, pace=pace)
    emojis.worker.start()
    try:
        yield
    finally:
        await emojis.stop()


async def _play(opened: Running[ChannelPoster], settings: Settings) -> None:
    bot = opened.poster.client
    if settings.discord_token is None:
        await _playground(opened, settings)
        return
    log_when_ready(bot)
    settle_when_ready(bot)
    await stay_connected(bot, settings.discord_token.get_secret_value())


def settle_when_ready(bot: TableBot) -> None:
    """Settle the memory again once the bot is ready: what Discord sends about the bot's servers
    lives as long as the connection, and may be more than everything else. With the next connection,
    all of it is replaced."""
    connected_before = False

    async def on_ready() -> None:
        nonlocal connected_before
        settle_memory(anew=connected_before)
        connected_before = True

    bot.add_listener(on_ready)


async def _playground(opened: Running[ChannelPoster], settings: Settings) -> None:
    try:
        from bot.discord.playground import PlaygroundError, play_in_browser  # noqa: PLC0415  # optional
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        _stop(NOTHING_TO_START, BAD_SETTINGS)
    try:
        await play_in_browser(
            opened.poster.client,
            opened.delivery,
            opened.outbox,
            settings.playground_port,
            show=settings.playground_opens,
        )
    except PlaygroundError as error:
        _stop(str(error))


def _stop(problem: str, code: int = 1) -> NoReturn:
    sys.stderr.write(f"{problem}\n")
    sys.exit(code)
