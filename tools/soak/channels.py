"""Discord as the bot meets it: slow, at times out for hours, losing answers after a post was made;
channels vanish or lock the bot out, and people take no direct messages.

Keeps no post longer than its game; each post is checked against the promises when it is made.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Literal

from bot.match.actions import Done
from bot.match.league.messages import ClosedInvitation, FixturePost, LeagueMessage
from bot.match.messages import (
    BoardPost,
    ChannelPost,
    DirectMessage,
    LiveBoard,
    LobbyPost,
    Message,
    Notice,
    RetireButtons,
)
from bot.match.reminders import is_still_relevant
from bot.process.clock import Millis
from bot.table.boards import ShownBoard
from bot.table.posting import MessageGone, Outdated, PlaceForbidden, PlaceGone, TryLater
from tools.soak.chronicle import Broken
from tools.soak.process import Process
from tools.soak.promises import Promises

# In seconds: longer than the outbox waits.
NEVER_ANSWERS = 40.0
Lost = Literal["gone", "forbidden"]


class Channels:
    """All channels, and the direct messages of all people."""

    def __init__(self, chance: Random, promises: Promises) -> None:
        self._chance = chance
        self._promises = promises
        self._numbers = count(1)
        self.lost: dict[int, Lost] = {}
        """Places that cannot be posted to."""
        self.out = False
        """Whether Discord has an outage."""
        self.in_flight = 0
        self.seen: Counter[str] = Counter()
        self.broken: Broken | None = None
        self.on_post: Callable[[Message], None] = lambda _: None

    def line_of(self, process: Process) -> "Line":
        return Line(self, process)

    async def take(self, place: int, message: Message, nonce: str | None) -> int:
        """One request, from sending it to receiving its answer."""
        self.in_flight += 1
        unanswered = None
        try:
            await self._way_there(place, message)
            post = self._make(place, message, nonce) if nonce is not None else 0
            unanswered = nonce
            await self._way_back()
            unanswered = None
            return post
        finally:
            self.in_flight -= 1
            if unanswered is not None:
                self._promises.note_lost_post(unanswered)

    async def _way_there(self, place: int, message: Message) -> None:
        chance = self._chance
        await asyncio.sleep(chance.uniform(0.02, 0.3))
        if chance.random() < 0.01:
            await asyncio.sleep(chance.uniform(1, 20))
        if self.out:
            self.seen["outages"] += 1
            await asyncio.sleep(chance.choice((0.0, 0.0, 0.0, NEVER_ANSWERS)))
            raise TryLater(chance.choice((0.0, 5.0)))
        if chance.random() < 0.02:
            self.seen["refusals"] += 1
            raise TryLater(chance.choice((0.0, 1.0, 30.0)))
        if place in self.lost:
            self.seen["lost places"] += 1
            self._promises.of(message.game_id).turned_away = True
            raise PlaceGone if self.lost[place] == "gone" else PlaceForbidden

    async def _way_back(self) -> None:
        chance = self._chance
        if chance.random() < 0.015:
            self.seen["lost answers"] += 1
            await asyncio.sleep(chance.choice((0.0, NEVER_ANSWERS)))
            raise TryLater
        await asyncio.sleep(chance.uniform(0.02, 0.2))

    def _make(self, place: int, message: Message, nonce: str) -> int:
        """Make the post of a nonce, or return the one there is: Discord makes no second one."""
        known = self._promises.of(message.game_id).posts.get(nonce)
        if known is not None:
            self.seen["posts sent again"] += 1
            return known
        post = next(self._numbers)
        self.seen["posts"] += 1
        try:
            self._promises.note_post(place, nonce, post)
        except Broken as broken:
            self.broken = self.broken or broken
        self.on_post(message)
        return post


class Line:
    """The poster of one process. It reads what it posts from the table, as the real one does."""

    ready = True

    def __init__(self, channels: Channels, process: Process) -> None:
        self._channels = channels
        self._process = process

    async def find(
        self, place_id: int, message: ChannelPost | DirectMessage | LeagueMessage, since: Millis
    ) -> int | None:
        """No nonce is forgotten here."""
        return None

    async def post_news(self, place_id: int, message: LeagueMessage, nonce: str) -> int:
        raise AssertionError("nobody opens a season here")

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None:
        raise AssertionError("nobody opens a season here")

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None:
        raise AssertionError("nobody opens a season here")

    async def post(
        self,
        channel_id: int,
        message: ChannelPost,
        nonce: str,
        board: ShownBoard | None = None,
    ) -> int:
        await self._read(message)
        return await self._take(channel_id, message, nonce)

    async def show_live(
        self, channel_id: int, message: LiveBoard, message_id: int | None, nonce: str
    ) -> int | None:
        """No channel of the soak has a live board."""
        raise AssertionError("a live board that nobody asked for")

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        await self._check(message)
        return await self._take(user_id, message, nonce)

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        await self._take(channel_id, message, None)
        if self._channels._chance.random() < 0.01:
            raise MessageGone

    async def _read(self, message: ChannelPost) -> None:
        match message:
            case BoardPost():
                await self._process.table.games.position(message.game_id, None, ply=message.ply)
            case Notice(done=Done.FINISHED):
                await self._process.table.games.story(message.game_id)
            case Notice():
                await self._check(message)
            case LobbyPost():
                await self._process.table.games.get(message.game_id)

    async def _check(self, message: Notice | DirectMessage) -> None:
        game = await self._process.table.games.get(message.game_id)
        if not is_still_relevant(message, game):
            raise Outdated

    async def _take(self, place: int, message: Message, nonce: str | None) -> int:
        """A process that was killed sends nothing."""
        if self._process.dead:
            raise TryLater
        return await self._channels.take(place, message, nonce)
