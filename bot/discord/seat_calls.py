"""Calling people to open seats: whoever asked for it, and can see the lobby's channel.

A loop of this process, for the servers it looks after. The table says whom to call next, and
Discord who can see a channel.
"""

import logging

import discord

from bot.discord.answering.visibility import can_still_see
from bot.discord.answering.visit import UNREACHED
from bot.discord.post_errors import describe_trouble
from bot.match.game import Game
from bot.process.clock import HOUR, Clock, Millis, system_clock
from bot.table.seat_calls import SeatCalls
from bot.table.workers import Worker, rest_for

log = logging.getLogger(__name__)

# In seconds, how often the worker looks for open seats.
LOOK_EVERY = 30.0
# The number of people about whom Discord is asked for one lobby in one round, at most.
MOST_ASKED = 20
# The time for which a person who could not see a channel is not asked about again.
BLIND_FOR = HOUR
# The people who are remembered so, at most; beyond that all are forgotten.
MOST_BLIND = 10_000


class SeatCaller:
    def __init__(
        self, client: discord.Client, calls: SeatCalls, clock: Clock = system_clock
    ) -> None:
        self._client = client
        self._calls = calls
        self._clock = clock
        self._blind: dict[tuple[int, int], Millis] = {}
        """Who could not see which channel, and when."""
        self.worker = Worker("seat calls", self._round, rest_for(LOOK_EVERY))

    async def _round(self) -> bool:
        if self._client.is_ready():
            await self.look()
        return False

    async def look(self) -> None:
        now = self._clock()  # what was found out too long ago, or later than now, is forgotten
        recent = {who: at for who, at in self._blind.items() if now - BLIND_FOR < at <= now}
        self._blind = recent if len(recent) <= MOST_BLIND else {}
        for game in await self._calls.lobbies():
            if self._client.get_guild(game.guild_id) is not None:
                await self._fill(game)

    async def _fill(self, game: Game) -> None:
        tried = {user for user, channel in self._blind if channel == game.channel_id}
        limit = len(tried) + MOST_ASKED
        while len(tried) < limit and (people := await self._calls.people_for(game, tried)):
            for user in people:
                tried.add(user)
                try:
                    sees = await can_still_see(self._client, user, game)
                except UNREACHED as error:
                    why = describe_trouble(error)
                    log.info("cannot find out who sees channel %d: %s", game.channel_id, why)
                    return
                if sees:
                    await self._calls.call(game.id, user)
                else:
                    self._blind[user, game.channel_id] = self._clock()
