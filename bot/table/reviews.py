"""Reviews of ended games, made where computer players think.

Knows no rule of a game and nothing of Discord.
"""

import asyncio
from collections import OrderedDict
from functools import partial
from hashlib import blake2b

from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Game
from bot.match.results.reviews import has_reviews, reviewed
from bot.table.reading.games import Games
from bot.table.thinking import Thinking
from engine.players.review.review import Review
from engine.players.review.text import read_review

KEPT = 200
"""A review takes some ten kilobytes."""


class Reviews:
    """The latest that were made, and those being made. One per table."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._made: OrderedDict[bytes, asyncio.Task[str]] = OrderedDict()
        self.thinking: Thinking | None = None
        """Where they are made, if anything thinks in this process."""

    async def of_game(self, game_id: int) -> tuple[Game, Review]:
        """Of a game that is over."""
        game = await self._games.get(game_id)
        if game.status not in ENDED:
            raise Refused(Why.NOT_OVER)
        record = await self._games.record(game_id)
        return game, await self._of(game.kind, record, game.commitment)

    async def of_record(self, kind: str, record: str) -> Review:
        """Of a record that can be replayed. Nobody knows what was published when it began."""
        return await self._of(kind, record, None)

    async def _of(self, kind: str, record: str, commitment: str | None) -> Review:
        """Whoever asks while it is being made waits for the same one. Records hold names, so they
        are not kept."""
        key = blake2b(f"{kind} {commitment} {record}".encode()).digest()
        making = self._made.get(key)
        if making is None:
            making = asyncio.create_task(self._make(key, kind, record, commitment))
            self._made[key] = making
        self._made.move_to_end(key)
        if len(self._made) > KEPT:
            self._made.popitem(last=False)
        return read_review(await asyncio.shield(making))

    async def _make(self, key: bytes, kind: str, record: str, commitment: str | None) -> str:
        """What fails is not kept."""
        try:
            if self.thinking is None or not has_reviews(kind):
                raise Refused(Why.NO_REVIEWS_HERE)
            return await self.thinking.of(partial(reviewed, kind, record, commitment))
        except BaseException:
            self._made.pop(key, None)
            raise
