"""Requests of people, between the forms and pages that ask about them."""

from dataclasses import dataclass
from typing import TypeVar

import msgspec

from bot.match.requests import GameRequest, LeagueRequest, Request
from bot.process.clock import DAY, Clock
from bot.store.connection.database import AsyncConnection, Database
from bot.store.requests import drop_request, drop_requests, load_request, save_request
from engine.games import GAMES

# A request that is older is forgotten.
KEPT_FOR = 7 * DAY
R = TypeVar("R", GameRequest, LeagueRequest)


@dataclass(frozen=True, slots=True)
class Requests:
    """Last request of each person. One per table."""

    database: Database
    clock: Clock

    async def keep(self, user_id: int, request: Request) -> int:
        """Keep a request instead of what the person asked for before; returns its revision."""
        text = msgspec.json.encode(request).decode()

        async def save(connection: AsyncConnection) -> int:
            now = self.clock()
            await drop_requests(connection, now - KEPT_FOR)
            return await save_request(connection, user_id, text, now)

        return await self.database.change(save)

    async def drop(self, user_id: int) -> None:
        """Forget what the person asked for, as it is open."""
        await self.database.change(drop_request, user_id)

    async def find(self, user_id: int, revision: int, kind: type[R]) -> R | None:
        """Find the request with this revision, if the person has asked for nothing else since."""
        request, last_revision = await self.last(user_id, kind)
        return request if last_revision == revision else None

    async def last(self, user_id: int, kind: type[R]) -> tuple[R | None, int]:
        """Find what the person asked for last, if it is of this kind, and its revision. None if it
        is opened, forgotten, or of another version of the bot."""
        text, revision = await self.database.read(load_request, user_id)
        return None if text is None else _decode(text, kind), revision


def _decode(text: str, kind: type[R]) -> R | None:
    try:
        request = msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError:
        return None
    return request if request.kind in GAMES else None
