"""What Discord's refusals of a post mean, in the outbox's words.

A place counts as lost only where Discord itself says so, by a code of its own. A 403 or 404 without
one comes from a proxy in trouble, and passes.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from aiohttp import ClientError

from bot.discord.pages.page import NEVER_TAKEN
from bot.table.background.outbox import (
    MessageGone,
    NotTaken,
    PlaceForbidden,
    PlaceGone,
    PostError,
    TryLater,
)

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
GONE = (10003, 10004, 10013)
"""Of a channel, a server and a person that is unknown."""
ARCHIVED, LOCKED = 50083, 160005
"""Of a thread that was put away, and of one in which only moderators may write."""
FORBIDDEN = (50001, 50013, ARCHIVED, LOCKED, 50007, 50278)
"""Besides: no access, a permission that is missing; a person who takes no messages, or with whom
the bot shares no server."""
OLD_EDITS = 30046
"""Of too many edits of posts that are older than an hour."""


@asynccontextmanager
async def told_in_the_outbox_words() -> AsyncIterator[None]:
    try:
        yield
    except discord.RateLimited as error:
        raise TryLater(error.retry_after) from error
    except discord.HTTPException as error:
        raise _meaning(error) from error
    except (ClientError, OSError) as error:
        log.warning("a post has to wait: %s", error)
        raise TryLater from error


def _meaning(error: discord.HTTPException) -> PostError:
    if error.code == UNKNOWN_MESSAGE:
        return MessageGone()
    if error.code in GONE:
        return PlaceGone()
    if error.code in FORBIDDEN:
        return PlaceForbidden()
    if error.status in NEVER_TAKEN and error.code != OLD_EDITS:
        return NotTaken()
    log.warning("a post has to wait: %s", error)
    return TryLater()
