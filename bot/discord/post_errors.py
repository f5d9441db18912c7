"""The meaning of Discord's refusals of a post, in the outbox's terms."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from aiohttp import ClientError

from bot.discord.pages.page import NEVER_ACCEPTED
from bot.table import posting

log = logging.getLogger(__name__)
UNKNOWN_MESSAGE = 10008
GONE = (10003, 10004, 10013)
"""An unknown channel, server and person."""
ARCHIVED, LOCKED = 50083, 160005
"""An archived thread, and a thread in which only moderators may write."""
FORBIDDEN = (50001, 50013, ARCHIVED, LOCKED, 50007, 50278)
"""The two above; no access, or a missing permission; a person who accepts no messages, or with whom
the bot shares no server."""
REJECTIONS = (401, 403, 404)
"""The statuses with which a request is refused, though nothing is wrong with its content."""
OLD_EDITS = 30046
"""Too many edits of posts that are older than an hour."""


@asynccontextmanager
async def translate_errors() -> AsyncIterator[None]:
    try:
        yield
    except discord.RateLimited as error:
        raise posting.TryLater(error.retry_after) from error
    except discord.HTTPException as error:
        raise _translate(error) from error
    except (ClientError, OSError) as error:
        why = f"no answer ({error!r})"
        log.warning("cannot post, retrying later: %s", why)
        raise posting.TryLater(why=why) from error


def _translate(error: discord.HTTPException) -> posting.PostError:
    if error.code == UNKNOWN_MESSAGE:
        return posting.MessageGone()
    if error.code in GONE:
        return posting.PlaceGone()
    if error.code in FORBIDDEN:
        return posting.PlaceForbidden()
    if error.status in NEVER_ACCEPTED and error.code != OLD_EDITS:
        return posting.NotAccepted()
    why = f"HTTP {error.status}, code {error.code}"
    log.warning("cannot post, retrying later: %s", why)
    return posting.Rejected(why) if error.status in REJECTIONS else posting.TryLater(why=why)
