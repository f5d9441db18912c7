"""The start of the bot: `python -m bot`. Opens everything, and hands it to whoever needs it.

With `DISCORD_TOKEN` it plays in Discord; without, in a simulated Discord in the browser.
"""

import asyncio
import logging
import sys
from typing import NoReturn, TypedDict

import discord
from aiohttp import ClientConnectionError

from bot import logs
from bot.client import TableBot
from bot.errors import StoreError
from bot.games.faces import load_faces
from bot.health import Health, served
from bot.metrics import Metrics
from bot.permissions import tell_the_host
from bot.posting import ChannelPoster
from bot.running import Running, running, settle_memory
from bot.settings import Settings, SettingsError, read_settings
from bot.stopping import Stopping, interruptible, on_signals, until_asked
from bot.studio import Studio
from render.progress import progress_bar

log = logging.getLogger("bot")

NOTHING_TO_START = (
    "DISCORD_TOKEN: set it in .env to play in Discord. To play in the browser without one, "
    "install the requirements of requirements-dev.txt."
)


class Lent(TypedDict):
    """What every part of the process is handed."""

    stopping: Stopping
    metrics: Metrics


def main() -> None:
    try:
        settings = read_settings()
    except SettingsError as error:
        _stop(str(error))
    logs.set_up(settings.log_level, settings.log_format, simulated=settings.discord_token is None)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    interruptible()
    try:
        asyncio.run(start(settings))
    except KeyboardInterrupt:
        log.info("interrupted before anything had begun")
    except (SettingsError, StoreError) as error:
        _stop(str(error))
    except discord.LoginFailure:
        _stop("DISCORD_TOKEN: Discord does not accept this token; copy it anew from the Bot page")
    except (ClientConnectionError, discord.GatewayNotFound, discord.DiscordServerError) as error:
        _stop(f"Discord cannot be reached; check the network and start again ({error})")
    log.info("stopped")


async def start(settings: Settings) -> None:
    """Play until stopped."""
    faces = load_faces(settings.art_cache.expanduser(), progress_bar())
    stopping, metrics = Stopping(), Metrics()
    poster, studio = ChannelPoster(), Studio(metrics=metrics)
    lent: Lent = {"stopping": stopping, "metrics": metrics}
    try:
        with on_signals(stopping):
            async with running(settings, poster, **lent) as opened:
                settle_memory()
                shards = 1 if settings.discord_token is None else None
                bot = TableBot(opened.table, faces, studio, shards=shards, **lent)
                poster.serve(bot)
                health = Health(opened.database, bot, backups=opened.backups, **lent)
                async with served(health, settings.metrics_port), until_asked(stopping):
                    await _play(bot, opened, settings)
    finally:
        studio.close()


async def _play(bot: TableBot, opened: Running, settings: Settings) -> None:
    if settings.discord_token is None:
        await _playground(bot, opened, settings)
        return
    tell_the_host(bot)
    async with bot:
        await bot.start(settings.discord_token.get_secret_value())


async def _playground(bot: TableBot, opened: Running, settings: Settings) -> None:
    try:
        from bot.playground import PlaygroundError, play_in_browser  # noqa: PLC0415  # optional
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        _stop(NOTHING_TO_START)
    try:
        await play_in_browser(bot, opened, settings.playground_port, show=settings.playground_opens)
    except PlaygroundError as error:
        _stop(str(error))


def _stop(problem: str) -> NoReturn:
    sys.stderr.write(f"{problem}\n")
    sys.exit(1)


if __name__ == "__main__":
    main()
