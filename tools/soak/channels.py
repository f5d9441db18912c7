"""Simulates Discord as the bot meets it: slow, at times out for hours, losing answers after a post
was made; channels vanish or lock the bot out, and people take no direct messages.

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
    CallPost,
    ChannelPost,
    Digest,
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
from bot.table.posting import ChannelForbidden, ChannelGone, MessageGone, Outdated, TryLater
from tools.soak.chronicle import Broken
from tools.soak.process import Process
from tools.soak.promises import Promises

# The seconds after which an answer comes too late: longer than the outbox waits.
TOO_LATE = 40.0
LossReason = Literal["gone", "forbidden"]


class Channels:
    """All channels, and the direct messages of all people."""

    def __init__(self, chance: Random, promises: Promises) -> None:
        self._chance = chance
        self._promises = promises
        self._numbers = count(1)
        self.lost_channels: dict[int, LossReason] = {}
        """The channels that cannot be posted to."""
        self.has_outage = False
        """Whether Discord has an outage."""
        self.in_flight = 0
        self.counts: Counter[str] = Counter()
        self.broken: Broken | None = None
        self.on_post: Callable[[Message], None] = lambda _: None

    def poster_of(self, process: Process) -> "ChannelPoster":
        return ChannelPoster(self, process)

    async def send(self, channel_id: int, message: Message, nonce: str | None) -> int:
        """Handle a request, from sending it to receiving its answer."""
        self.in_flight += 1
        unanswered = None
        try:
            await self._receive_request(channel_id, message)
            post = self._make_post(channel_id, message, nonce) if nonce is not None else 0
            unanswered = nonce
            await self._send_answer()
            unanswered = None
            return post
        finally:
            self.in_flight -= 1
            if unanswered is not None:
                self._promises.note_lost_post(unanswered)

    async def _receive_request(self, channel_id: int, message: Message) -> None:
        chance = self._chance
        await asyncio.sleep(chance.uniform(0.02, 0.3))
        if chance.random() < 0.01:
            await asyncio.sleep(chance.uniform(1, 20))
        if self.has_outage:
            self.counts["outages"] += 1
            await asyncio.sleep(chance.choice((0.0, 0.0, 0.0, TOO_LATE)))
            raise TryLater(chance.choice((0.0, 5.0)))
        if chance.random() < 0.02:
            self.counts["refusals"] += 1
            raise TryLater(chance.choice((0.0, 1.0, 30.0)))
        if channel_id in self.lost_channels:
            self.counts["lost channels"] += 1
            self._promises.dealings_of(message.game_id).was_refused = True
            raise ChannelGone if self.lost_channels[channel_id] == "gone" else ChannelForbidden

    async def _send_answer(self) -> None:
        chance = self._chance
        if chance.random() < 0.015:
            self.counts["lost answers"] += 1
            await asyncio.sleep(chance.choice((0.0, TOO_LATE)))
            raise TryLater
        await asyncio.sleep(chance.uniform(0.02, 0.2))

    def _make_post(self, channel_id: int, message: Message, nonce: str) -> int:
        """Make the post of a nonce, or return the one there is: Discord makes no second one."""
        existing = self._promises.dealings_of(message.game_id).posts.get(nonce)
        if existing is not None:
            self.counts["posts sent again"] += 1
            return existing
        post = next(self._numbers)
        self.counts["posts"] += 1
        try:
            self._promises.note_post(channel_id, nonce, post)
        except Broken as broken:
            self.broken = self.broken or broken
        self.on_post(message)
        return post


class ChannelPoster:
    """Poster of one process. It reads what it posts from the table, as the real one does."""

    ready = True

    def __init__(self, channels: Channels, process: Process) -> None:
        self._channels = channels
        self._process = process

    async def find(
        self, channel_id: int, message: ChannelPost | DirectMessage | LeagueMessage, since: Millis
    ) -> int | None:
        """No nonce is forgotten here."""
        return None

    async def post_news(self, channel_id: int, message: LeagueMessage, nonce: str) -> int:
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
        await self._read_game(message)
        return await self._send(channel_id, message, nonce)

    async def show_live(
        self, channel_id: int, message: LiveBoard, message_id: int | None, nonce: str
    ) -> int | None:
        """No channel of the soak has a live board."""
        raise AssertionError("a live board that nobody asked for")

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        await self._check_relevance(message)
        return await self._send(user_id, message, nonce)

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        await self._send(channel_id, message, None)
        if self._channels._chance.random() < 0.01:
            raise MessageGone

    async def _read_game(self, message: ChannelPost) -> None:
        match message:
            case BoardPost():
                await self._process.table.games.position(message.game_id, None, ply=message.ply)
            case Notice(done=Done.FINISHED):
                await self._process.table.games.story(message.game_id)
            case Notice():
                await self._check_relevance(message)
            case LobbyPost():
                await self._process.table.games.get(message.game_id)
            case CallPost() | Digest():
                raise AssertionError("no channel of the soak has live boards or digests")

    async def _check_relevance(self, message: Notice | DirectMessage) -> None:
        game = await self._process.table.games.get(message.game_id)
        if not is_still_relevant(message, game):
            raise Outdated

    async def _send(self, channel_id: int, message: Message, nonce: str | None) -> int:
        """Send a request, unless the process was killed."""
        if self._process.is_dead:
            raise TryLater
        return await self._channels.send(channel_id, message, nonce)
