"""Replaying every game once by the rules of this version: what an earlier version did not count is
counted, and the snapshots of other rules are rewritten.

It runs in the background, some games at a time, while people play. How far it has come stands in
the database, so whatever ends the process, the next one goes on.
"""

import logging
from dataclasses import dataclass, field
from hashlib import sha256

from bot.host.data.verify import verify_game
from bot.match.rules import Transition
from bot.process.clock import SECOND, Clock, system_clock
from bot.store.connection.database import Database
from bot.store.games import game_ids
from bot.store.migration import newest_revision
from bot.store.replays import Progress, begin_replay, load_progress, save_progress
from bot.table.leases import Lease
from bot.table.workers import Worker, rest_for
from engine.games import GAMES

log = logging.getLogger(__name__)

# The games after which it is noted how far the replay has come.
BATCH = 20
# The seconds between two batches, for moves and pictures.
REST = 1.0
LEASE = 60 * SECOND
NOTHING_YET = Progress(0, complete=False)


def digest_of_rules() -> str:
    """Digest everything that a replay depends on; with a new digest, a replay is due."""
    parts = [newest_revision()]
    for kind, rules in sorted(GAMES.items()):
        beginning = Transition(*rules.begin("", {}))
        parts += [kind, rules.rules_version, *sorted(rules.tally([beginning])[0])]
    return sha256("\n".join(parts).encode()).hexdigest()


@dataclass(eq=False)
class Replay:
    """One process's part in replaying. One of them replays; the lease says which."""

    database: Database
    clock: Clock = system_clock
    _is_over: bool = field(default=False, init=False)
    _has_begun: bool = field(default=False, init=False)
    _rewritten: int = field(default=0, init=False)
    _left: int = field(default=0, init=False)
    """The differences that need a person."""

    def __post_init__(self) -> None:
        self.rules = digest_of_rules()
        self.lease = Lease(self.database, "replay", LEASE, longest=2 * LEASE, clock=self.clock)
        self.worker = Worker("replay", self._round, rest_for(REST))

    async def is_due(self) -> bool:
        """Return False, and note it as complete, where there is no game yet."""
        progress = await self.database.read(load_progress, self.rules) or NOTHING_YET
        if progress.complete:
            return False
        if await self.database.read(game_ids, progress.last_id, 1):
            return True
        await self.complete()
        return False

    async def complete(self) -> None:
        """Note that every game was replayed."""
        await self.database.change(begin_replay, self.rules, Progress(0, complete=True))

    async def step(self) -> None:
        """Replay the next games, unless another process does."""
        if self._is_over or await self.lease.take() is None:
            return
        progress = await self._progress()
        if progress is None or progress.complete:
            await self._end()
            return
        ids = await self.database.read(game_ids, progress.last_id, BATCH)
        for game_id in ids:
            await self._replay_game(game_id)
        reached = Progress(ids[-1] if ids else progress.last_id, complete=not ids)
        await self.database.change(save_progress, self.rules, reached)
        if reached.complete:
            log.info(
                "every game was replayed: %d snapshots or counts were rewritten, %d differences",
                self._rewritten,
                self._left,
            )
            await self._end()

    async def _round(self) -> bool:
        await self.step()
        return False

    async def _progress(self) -> Progress | None:
        """Load the progress; None if a process of another version has begun to replay by its rules
        since this one did: they would undo each other's work."""
        progress = await self.database.read(load_progress, self.rules)
        if progress is None and not self._has_begun:
            progress = NOTHING_YET
            await self.database.change(begin_replay, self.rules, progress)
        self._has_begun = True
        return progress

    async def _replay_game(self, game_id: int) -> None:
        async for difference in verify_game(self.database, game_id, repair=True):
            if difference.repaired:
                self._rewritten += 1
            else:
                self._left += 1
                log.warning("%s", difference)

    async def _end(self) -> None:
        self._is_over = True
        await self.lease.give_back()
