"""Connection to Discord: staying connected, limiting requests, checking permissions.

Retries whatever fails, and gives up only if waiting cannot help: Discord refuses the token, or
rights are missing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import random
from time import monotonic

import discord
from aiohttp import ClientError, ClientSession, ClientTimeout, TraceConfig
from discord.ext import commands

from bot.discord.post_errors import describe_trouble
from bot.process.shards import Shards

log = logging.getLogger(__name__)
# Errors that no waiting can mend.
FATAL = (discord.LoginFailure, discord.PrivilegedIntentsRequired)
# Trouble at Discord or in the network; anything else is logged with its traceback.
UNREACHABLE = (ClientError, OSError, discord.DiscordException)
# In seconds, the pause after the first failure.
FIRST_PAUSE = 2.0
# In seconds. Each pause is twice as long as the one before, up to this.
LONGEST_PAUSE = 120.0
# In seconds: after a connection this long, the pauses start again from the shortest.
STABLE_AFTER = 600.0
# The timeout for a request, in seconds, from the first byte that is sent to the last that is
# received: enough for 7 MB of pictures at one megabit a second.
ANSWERED_WITHIN = 60.0


def limit_requests() -> TraceConfig:
    """Limit the time of each request of discord.py, whose session has only aiohttp's five minutes.
    Requests of the bot and answers to clicks share it; what discord.py waits for between two tries
    of a request, such as the end of a rate limit, is never cut short. From the second request of a
    session on: its first is the login, which is retried."""
    trace = TraceConfig()
    trace.on_request_start.append(_limit)
    return trace


async def _limit(session: ClientSession, *_: object) -> None:
    session._timeout = ClientTimeout(total=ANSWERED_WITHIN, sock_connect=30.0)


class QuietReconnects(logging.Filter):
    """Makes of a failed reconnect, which discord.py reports as an error with its trace before it
    tries again, one line at WARNING; the trace is for DEBUG."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and record.msg.startswith("Attempting a reconnect"):
            log.debug("the connection to Discord failed", exc_info=record.exc_info)
            record.levelno = logging.WARNING
            record.levelname = "WARNING"
            record.msg = f"{record.getMessage()}: {describe_trouble(error)}"
            record.args = None
            record.exc_info = None
            record.exc_text = None
        return True


QUIET = QuietReconnects()
# The loggers with which discord.py reports a failed reconnect.
RECONNECTING = ("discord.client", "discord.shard")


async def stay_connected(
    bot: discord.Client,
    token: str,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    jitter: Callable[[], float] = random,
) -> None:
    """Run until cancelled. Raises the errors in FATAL."""
    for name in RECONNECTING:
        logging.getLogger(name).addFilter(QUIET)
    pause = FIRST_PAUSE
    while True:
        since = monotonic()
        retry_after = 0.0
        try:
            async with bot:
                await bot.start(token)
            log.warning("Discord closed the connection")
        except FATAL:
            raise
        except UNREACHABLE as error:
            retry_after = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
            log.warning("cannot reach Discord: %s", describe_trouble(error))
        except Exception:
            log.exception("unexpected error in the connection to Discord")
        bot.clear()  # so that it can be started again, with new connections
        bot.http.connector = discord.utils.MISSING
        if monotonic() - since > STABLE_AFTER:
            pause = FIRST_PAUSE
        await sleep(max(retry_after, pause * (0.5 + jitter() / 2)))
        pause = min(2 * pause, LONGEST_PAUSE)


# Required for playing.
NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
)
# Requested, but not required: used to find a post whose response was lost.
WELCOME = discord.Permissions(read_message_history=True)
# What a server grants to the bot, by OAuth2's names.
SCOPES = ("bot", "applications.commands")


def invite_url(application_id: int) -> str:
    """Build the URL that a server's owner opens to add the bot."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED | WELCOME, scopes=SCOPES)


def log_when_ready(bot: commands.AutoShardedBot) -> None:
    """Log the invitation and what the bot lacks in each of its servers, once it is ready."""

    async def on_ready() -> None:
        assert bot.application_id is not None
        count = bot.shard_count or 1
        shards = Shards(count, tuple(bot.shard_ids or range(count)))
        log.info("ready in %d servers, with %s; invite the bot with", len(bot.guilds), shards)
        log.info("%s", invite_url(bot.application_id))
        for guild in bot.guilds:
            await _check_permissions(guild)

    bot.add_listener(on_ready)
    bot.add_listener(_check_permissions, "on_guild_join")


async def _check_permissions(guild: discord.Guild) -> None:
    """Warn of the permissions that the bot lacks in a server, named as Discord names them."""
    granted = guild.me.guild_permissions
    needed_names = [name for name, needed in NEEDED if needed]
    missing = [name for name in needed_names if not getattr(granted, name)]
    if missing:
        titles = ", ".join(name.replace("_", " ").title() for name in missing)
        log.warning("missing permissions in server %d: %s", guild.id, titles)
