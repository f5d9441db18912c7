"""Translates Discord's refusals of a post into the outbox's terms, and trouble with Discord into
words for the log."""

import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from aiohttp import (
    ClientConnectorCertificateError,
    ClientConnectorError,
    ClientError,
    ClientResponseError,
)

from bot.discord.pages.page import NEVER_ACCEPTED
from bot.table import posting

log = logging.getLogger(__name__)
UNKNOWN_MESSAGE = 10008
# An unknown channel, server and person.
GONE = (10003, 10004, 10013)
# An archived thread, and a thread in which only moderators may write.
ARCHIVED = 50083
LOCKED = 160005
# The two above; no access, or a missing permission; a person who accepts no messages, or with
# whom the bot shares no server.
FORBIDDEN = (50001, 50013, ARCHIVED, LOCKED, 50007, 50278)
# The statuses with which a request is refused, though nothing is wrong with its content.
REJECTIONS = (401, 403, 404)
# Too many edits of posts that are older than an hour.
OLD_EDITS = 30046


@asynccontextmanager
async def translate_errors() -> AsyncIterator[None]:
    try:
        yield
    except discord.RateLimited as error:
        raise posting.TryLater(error.retry_after) from error
    except discord.HTTPException as error:
        raise _translate(error) from error
    except (ClientError, OSError) as error:
        why = f"no answer ({describe_trouble(error)})"
        log.warning("cannot post, retrying later: %s", why)
        raise posting.TryLater(why=why) from error


def _translate(error: discord.HTTPException) -> posting.PostError:
    if error.code == UNKNOWN_MESSAGE:
        return posting.MessageGone()
    if error.code in GONE:
        return posting.ChannelGone()
    if error.code in FORBIDDEN:
        return posting.ChannelForbidden()
    if error.status in NEVER_ACCEPTED and error.code != OLD_EDITS:
        return posting.NotAccepted()
    why = f"HTTP {error.status}, code {error.code}"
    log.warning("cannot post, retrying later: %s", why)
    return posting.Rejected(why) if error.status in REJECTIONS else posting.TryLater(why=why)


def describe_trouble(error: BaseException) -> str:
    """Say in one line what is wrong at Discord or in the network."""
    text = str(error)
    if isinstance(error, discord.HTTPException) and error.code:
        text = f"HTTP {error.status}, code {error.code}: {error.text}"
    elif isinstance(error, discord.HTTPException | ClientResponseError):
        text = f"HTTP {error.status}"  # its text may be a whole page of some proxy's
    elif isinstance(error, ClientConnectorCertificateError):
        text = f"{error.host} has no certificate that is trusted"
    elif isinstance(error, ClientConnectorError):
        cause = error.os_error
        number = cause.errno or 0  # negative if it is about a name
        reason = os.strerror(number) if number > 0 else cause.strerror or str(cause)
        text = f"no connection to {error.host}: {reason}"
    elif isinstance(error, TimeoutError) and not text:
        text = "no answer in time"
    return " ".join(text.split()) or type(error).__name__
