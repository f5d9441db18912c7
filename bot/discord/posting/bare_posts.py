"""Posts that went out without their pictures because the painters failed: the pictures are painted
again a little later, and edited in.

They are remembered in memory only. After a restart such a post stays as it is; the next board of
its game has a picture again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context

from bot.table.background.poster import (
    MessageGone,
    NotAccepted,
    Outdated,
    PlaceForbidden,
    PlaceGone,
)

log = logging.getLogger(__name__)

PAUSES = (15.0, 60.0, 300.0, 1800.0)
"""How many seconds pass before each attempt."""
MOST = 200
"""How many posts wait at the same time; those beyond stay without pictures."""
FUTILE = (MessageGone, PlaceGone, PlaceForbidden, NotAccepted, Outdated)


class BarePosts:
    """Those of one process. Call `close` when done."""

    def __init__(self, rest: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._rest = rest
        self._waiting: set[asyncio.Task[None]] = set()

    def repaint(self, post_id: int, edit: Callable[[], Awaitable[None]]) -> None:
        """Edit the pictures in later. `edit` fails while they cannot be painted."""
        if len(self._waiting) >= MOST:
            return
        task = asyncio.create_task(self._repaint(post_id, edit), context=copy_context())
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def drain(self) -> None:
        """Wait until nothing is left to be painted."""
        while self._waiting:
            await asyncio.wait(set(self._waiting))

    def close(self) -> None:
        for task in self._waiting:
            task.cancel()

    async def _repaint(self, post_id: int, edit: Callable[[], Awaitable[None]]) -> None:
        for pause in PAUSES:
            await self._rest(pause)
            try:
                await edit()
            except FUTILE as error:
                log.info("post %d stays without pictures: %r", post_id, error)
                return
            except Exception as error:
                log.warning("post %d has no pictures yet: %r", post_id, error)
            else:
                return
        log.error("post %d stays without pictures", post_id)
