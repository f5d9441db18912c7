"""Games whose channel cannot be posted to: they pause, and resume by themselves once it accepts
posts again.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.match.announcing import direct_end_notices
from bot.match.changes import stays_paused
from bot.match.errors import Refused
from bot.match.game import OPEN, Loss, Timeouts
from bot.match.messages import Message
from bot.process.clock import Clock
from bot.process.metrics import Metrics
from bot.store import message_queue
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import with_retries
from bot.store.games import require_game
from bot.store.message_queue import Probe
from bot.table.decisions import decide_pause, decide_resume
from bot.table.saving import Saver


@dataclass(frozen=True, slots=True)
class Pauses:
    """Pausing and resuming of games whose channel refuses posts. One per delivery."""

    database: Database
    clock: Clock
    timeouts: Timeouts
    metrics: Metrics

    @with_retries
    async def pause(
        self, game_id: int, channel_id: int, reason: Loss, probe: Probe | None = None
    ) -> None:
        """Pause a game whose channel cannot be posted to: hold its messages, tell the players
        directly. A probe keeps waiting until it is tried again.

        The players of a finished game are told how it ended, and what could not be posted is
        dropped. For a game that has moved to another channel, only what is left for this one is
        dropped.
        """

        now = self.clock()
        decision = None
        game = await self.database.read(require_game, game_id)
        async with self.database.writing() as connection:
            if game.channel_id != channel_id:
                await message_queue.withdraw(connection, game_id, now, channel_id)
            elif game.status not in OPEN or stays_paused(game, reason):
                withdrawn = await message_queue.withdraw(connection, game.id, now)
                ends = direct_end_notices(withdrawn)
                await message_queue.enqueue(connection, game.channel_id, ends, now)
            elif game.pause == reason:
                await message_queue.hold(connection, game_id, probe)
            else:
                decision = decide_pause(game, reason, probe, now)
                await Saver(connection, self.timeouts, now).save(game, decision)
        if decision is not None:
            self.metrics.actions.add(decision.done)

    @with_retries
    async def resume_by_itself(
        self,
        game_id: int,
        channel_id: int,
        message: Message,
        note: Callable[[AsyncConnection], Awaitable[None]],
    ) -> bool:
        """Resume a game whose channel has accepted the post that it refused, if it was
        paused because of that, and `note` is called in the same transaction. Returns whether it
        was."""

        now = self.clock()
        game = await self.database.read(require_game, game_id)
        try:
            decision = decide_resume(game, channel_id, message, now)
        except Refused:
            return False
        async with self.database.writing() as connection:
            await note(connection)
            await Saver(connection, self.timeouts, now).save(game, decision)
        self.metrics.actions.add(decision.done)
        return True
