"""Agreement of all processes about the application's emojis: which of them uploads and removes
emojis now, and which emojis no running version has used for long."""

from collections.abc import Collection
from dataclasses import dataclass

from bot.process.clock import DAY, SECOND, Clock, system_clock
from bot.store.connection.database import Database
from bot.store.emojis import forget_used, last_used, note_used
from bot.table.leases import Lease

# The length of a lease that nothing prolongs.
LEASE = 120 * SECOND
# A lease lasts longer if its process has to wait for Discord.
LONGEST_LEASE = 3 * DAY
# An emoji that no version has used for this long is removed.
UNUSED_FOR = 30 * DAY


@dataclass(eq=False)
class EmojiUse:
    """One process's part in that agreement."""

    database: Database
    clock: Clock = system_clock

    def __post_init__(self) -> None:
        self.lease = Lease(self.database, "emojis", LEASE, longest=LONGEST_LEASE, clock=self.clock)

    async def note(self, names: Collection[str]) -> None:
        """Note that this version uses these emojis now."""
        if names:
            await self.database.change(note_used, names, self.clock())

    async def unused(self, names: Collection[str]) -> Collection[str]:
        """Select those of the names that no version has used for long. One that nobody has noted
        yet, as after a lost database, counts as used now."""
        used_at = await self.database.read(last_used)
        await self.note([name for name in names if name not in used_at])
        long_ago = self.clock() - UNUSED_FOR
        return [name for name in names if used_at.get(name, long_ago) < long_ago]

    async def forget(self, name: str) -> None:
        await self.database.write(forget_used, name)
