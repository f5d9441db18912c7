"""Playing the turns of computer players: one for each person in turn, each computed in a separate
process.

A claim puts off the moment of the move by a lease, which is renewed while the process thinks. If
the process dies before it has moved, any process can think about the move again and finds the same
one.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from bot.match.computers import choose_move
from bot.match.errors import StoreError
from bot.process.clock import Clock, Millis, system_clock
from bot.process.stopping import Stopping
from bot.store.connection.database import Database
from bot.store.connection.faults import WriteConflict
from bot.store.timers import LEASE, DueMove, claims_by_person, due_moves, postpone
from bot.table.table import Table
from bot.table.thinking import Purpose, Thinking
from bot.table.workers import Worker, rest_until

log = logging.getLogger(__name__)

# In seconds: how late a move may be begun.
LOOK_EVERY = 0.5


@dataclass(eq=False)
class Computers:
    """Computer players of one process. Several processes share the work. Call `close` when done."""

    database: Database
    table: Table
    thoughts: Thinking
    clock: Clock = system_clock
    stopping: Stopping = field(default_factory=Stopping, kw_only=True)

    def __post_init__(self) -> None:
        self._woken = asyncio.Event()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        """By game."""
        self._claims: dict[int, tuple[Millis, Millis]] = {}
        """By game, when its move was due, and until when it is put off."""
        self._served_at: dict[int, Millis] = {}
        """By person, when a move in one of their games was last finished in this process. Only
        what is later than every due move is kept."""
        rest_between = partial(rest_until, self._woken, LOOK_EVERY)
        self.worker = Worker("computers", self._round, rest_between)

    async def play_due(self) -> None:
        """Play every move that is due, and those that become due after it."""
        while await self._begin():
            await asyncio.wait(self._thinking.values())

    async def close(self) -> None:
        """Leave moves that are being thought about to the next process immediately."""
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        if thinking:
            await asyncio.wait(thinking)
        async with self.database.writing() as connection:
            for game_id, (due_at, until) in self._claims.items():
                await postpone(connection, game_id, until, due_at)

    async def _round(self) -> bool:
        """Begin what is due, and wait for no thinking: each task wakes the worker when it ends."""
        self._woken.clear()
        await self._renew_claims()
        await self._begin()
        return False

    async def _renew_claims(self) -> None:
        """Renew the claims on moves that are still being thought about."""
        now = self.clock()
        for game_id in list(self._thinking):
            claim = self._claims.get(game_id)
            if claim is None or claim[1] - now > LEASE // 2:
                continue
            due_at, until = claim
            is_renewed = await self.database.write(postpone, game_id, until, now + LEASE)
            if is_renewed and game_id in self._claims:
                self._claims[game_id] = due_at, now + LEASE

    async def _begin(self) -> int:
        """Claim as many of the due moves as can be thought about at once; returns how many moves
        are being thought about."""
        try:
            if len(self._thinking) < self.thoughts.count and not self.stopping.is_requested:
                await self._claim(self.clock())
        finally:
            self.thoughts.expect_moves(len(self._thinking))
        return len(self._thinking)

    async def _claim(self, now: Millis) -> None:
        async with self.database.reading() as connection:
            moves = await due_moves(connection, now, self._thinking)
            claims = await claims_by_person(connection, now) if moves else Counter[int]()
        since = min((move.at for move in moves), default=now)
        self._served_at = {
            person: at for person, at in self._served_at.items() if since < at <= now
        }
        for move in fair_order(moves, claims, self._served_at, now):
            if await self.database.write(postpone, move.game_id, move.at, now + LEASE):
                self._claims[move.game_id] = move.at, now + LEASE
                self._thinking[move.game_id] = asyncio.create_task(self._move(move))
            if len(self._thinking) == self.thoughts.count:
                break

    async def _move(self, due_move: DueMove) -> None:
        """Move for a computer player. A failed move is retried once the lease has expired."""
        game_id = due_move.game_id
        try:
            turn = await self.table.computer_turn(game_id)
            if turn is not None:
                game, task = turn
                move = await self.thoughts.think(choose_move, task, Purpose.MOVE)
                await self.table.play_for_computer(game, move)
            del self._claims[game_id]
        except (StoreError, WriteConflict) as error:
            log.error(
                "cannot move for the computer player of game %d yet; retrying: %s", game_id, error
            )
        except Exception:
            log.exception("cannot move for the computer player of game %d", game_id)
        finally:
            self._served_at |= dict.fromkeys(due_move.people, self.clock())
            del self._thinking[game_id]
            self._woken.set()


def fair_order(
    moves: Sequence[DueMove],
    claims: Mapping[int, int],
    served_at: Mapping[int, Millis],
    now: Millis,
) -> Iterator[DueMove]:
    """Yield due moves in the order in which they are thought about: those of the people with the
    fewest claimed moves first, and among them of whoever has waited longest since their first due
    move or, if that was later, since they were last served. A person's own moves come in the order
    in which they fell due.

    A game of several people is thought about in the turn of any of them, and then counts for each.
    So nobody waits longer because of whom they play with, and nobody waits for ever: whoever falls
    due later waits behind.
    """
    remaining = list(moves)
    busy = Counter(claims)
    waits_since = dict[int, Millis]()
    for move in moves:
        at = move.at if move.at <= now else 0
        for person in move.people:
            since = max(at, served_at.get(person, at))
            waits_since[person] = min(since, waits_since.get(person, since))
    while remaining:
        turns = {person: (busy[person], start) for person, start in waits_since.items()}
        move = min(remaining, key=lambda move: min(turns[person] for person in move.people))
        remaining.remove(move)
        busy.update(move.people)
        yield move
