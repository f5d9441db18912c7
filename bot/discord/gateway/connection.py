"""Staying connected to Discord for the life of the process, retrying whatever fails, and how long
a request may take.

Gives up only if waiting cannot help: Discord refuses the token, or rights are missing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import random
from time import monotonic

import discord
from aiohttp import ClientError, ClientSession, ClientTimeout, TraceConfig

log = logging.getLogger(__name__)

REFUSED = (discord.LoginFailure, discord.PrivilegedIntentsRequired)
AWAY = (ClientError, OSError, discord.DiscordException)
"""Trouble at Discord or in the network; anything else is logged with its traceback."""
FIRST_PAUSE = 2.0
LONGEST_PAUSE = 120.0
"""In seconds; each pause is twice as long as the one before, up to this."""
SETTLED = 600.0
"""In seconds: after a connection this long, the pauses start again from the shortest."""
ANSWERED_WITHIN = 60.0
"""How many seconds a request may take, from the first byte that is sent to the last that is
received: enough for 7 MB of pictures at one megabit a second."""


def timed_requests() -> TraceConfig:
    """For discord.py, whose session has only aiohttp's limit of five minutes. Requests of the bot
    and answers to clicks share it; what discord.py waits for between two tries of a request, such
    as the end of a rate limit, is never cut short. From the second request of a session on: its
    first is the login, which is retried."""
    trace = TraceConfig()
    trace.on_request_start.append(_limit)
    return trace


async def _limit(session: ClientSession, *_: object) -> None:
    session._timeout = ClientTimeout(total=ANSWERED_WITHIN, sock_connect=30.0)


async def stay_connected(
    bot: discord.Client,
    token: str,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    jitter: Callable[[], float] = random,
) -> None:
    """Run until cancelled. Raises the errors in REFUSED."""
    pause = FIRST_PAUSE
    while True:
        since, asked = monotonic(), 0.0
        try:
            async with bot:
                await bot.start(token)
            log.warning("Discord has closed the connection")
        except REFUSED:
            raise
        except AWAY as error:
            asked = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
            log.warning("Discord cannot be reached: %r", error)
        except Exception:
            log.exception("the connection to Discord met a fault of its own")
        _reopen(bot)
        if monotonic() - since > SETTLED:
            pause = FIRST_PAUSE
        await sleep(max(asked, pause * (0.5 + jitter() / 2)))
        pause = min(2 * pause, LONGEST_PAUSE)


def _reopen(bot: discord.Client) -> None:
    """Reset the client so that it can be started again, with new connections."""
    bot.clear()
    bot.http.connector = discord.utils.MISSING
