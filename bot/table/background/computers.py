"""Playing the turns of computer players: the longest waiting first, each computed in a separate
process.

Owns claims and what follows a failure. Whose turn it is, and what a player knows, is decided in
`bot.match.life.computers`. A claim puts off the moment of the move by a lease, which is renewed
while the process thinks. If the process dies before it has moved, any process can think about the
move again and finds the same one.
"""

import asyncio
import logging
from contextlib import suppress
from functools import partial

from bot.match.errors import StoreError
from bot.match.life.computers import choose, choose_at_first_sight
from bot.process.clock import Clock, Moment, system_clock
from bot.process.stopping import Stopping
from bot.store.connection.database import Database
from bot.store.connection.faults import Clash
from bot.store.games.timers import LEASE, games_to_move_in, put_off
from bot.table.background.workers import Worker
from bot.table.table import Table
from bot.table.thinking import Thinkers, Thinking

log = logging.getLogger(__name__)

LOOK_EVERY = 0.5
"""In seconds: how late a move may be begun."""


class Computers:
    """The computer players of one process. Several processes share the work. Call `close` when
    done."""

    def __init__(
        self,
        database: Database,
        table: Table,
        thinkers: Thinkers,
        clock: Clock = system_clock,
        *,
        stopping: Stopping | None = None,
    ) -> None:
        self._database = database
        self._table = table
        self._clock = clock
        self._stopping = stopping or Stopping()
        self._thoughts = Thinking(thinkers)
        self._woken = asyncio.Event()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        """By game."""
        self._claims: dict[int, tuple[Moment, Moment]] = {}
        """By game, when its move was due, and until when it is put off."""
        self.worker = Worker("computers", self._round, self._rest)

    async def play_due(self) -> None:
        """Play every move that is due, and those that become due after it."""
        while await self._begin():
            await asyncio.wait(self._thinking.values())

    async def close(self) -> None:
        """Moves that are being thought about are left to the next process immediately."""
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        if thinking:
            await asyncio.wait(thinking)
        self._thoughts.close()
        async with self._database.writing() as connection:
            for game_id, (due, until) in self._claims.items():
                await put_off(connection, game_id, until, due)

    async def _round(self) -> bool:
        """Does not wait for any thinking: each task wakes the worker when it ends."""
        self._woken.clear()
        await self._renew_claims()
        await self._begin()
        return False

    async def _rest(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_EVERY):
                await self._woken.wait()

    async def _renew_claims(self) -> None:
        """Renew the claims on moves that are still being thought about."""
        now = self._clock()
        for game_id in list(self._thinking):
            claim = self._claims.get(game_id)
            if claim is None or claim[1] - now > LEASE // 2:
                continue
            due, until = claim
            async with self._database.writing() as connection:
                renewed = await put_off(connection, game_id, until, now + LEASE)
            if renewed and game_id in self._claims:
                self._claims[game_id] = due, now + LEASE

    async def _begin(self) -> int:
        """Claim as many of the due moves as can be thought about at once; returns how many moves
        are being thought about."""
        free = self._thoughts.count - len(self._thinking)
        if free and not self._stopping.asked:
            now = self._clock()
            async with self._database.reading() as connection:
                due = await games_to_move_in(connection, now, free, self._thinking)
            for game_id, at in due:
                async with self._database.writing() as connection:
                    mine = await put_off(connection, game_id, at, now + LEASE)
                if mine:
                    self._claims[game_id] = at, now + LEASE
                    self._thinking[game_id] = asyncio.create_task(self._move(game_id))
        return len(self._thinking)

    async def _move(self, game_id: int) -> None:
        """A failed move is retried once the lease has expired."""
        try:
            found = await self._table.computers.of(game_id)
            if found is not None:
                game, turn = found
                ways = partial(choose, turn), partial(choose_at_first_sight, turn)
                await self._table.play_for_computer(game, await self._thoughts.thought(*ways))
            del self._claims[game_id]
        except (StoreError, Clash) as error:
            log.error("the computer player of game %d moves later: %s", game_id, error)
        except Exception:
            log.exception("the computer player of game %d cannot move", game_id)
        finally:
            del self._thinking[game_id]
            self._woken.set()
