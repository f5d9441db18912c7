"""Work that one process does for all: the one that takes the lease, while it lasts."""

from dataclasses import KW_ONLY, dataclass, field
from uuid import uuid4

from bot.process.clock import Clock, Millis, system_clock
from bot.store.connection.database import Database
from bot.store.connection.faults import WriteConflict
from bot.store.leases import give_lease_back, take_lease


@dataclass(eq=False)
class Lease:
    """One process's claim to that work."""

    database: Database
    name: str
    length: Millis
    _: KW_ONLY
    longest: Millis
    """The length of any lease, with what its process had to wait for."""
    clock: Clock = system_clock
    _owner: str = field(default_factory=lambda: uuid4().hex, init=False)

    async def take(self, wait: Millis = 0) -> Millis | None:
        """Take or renew the lease for its full length, after a wait; returns until when this
        process has it. The loser of two concurrent first attempts does not."""
        now = self.clock()
        until = now + wait + self.length
        try:
            is_taken = await self.database.write(
                take_lease,
                self.name,
                self._owner,
                now=now,
                until=until,
                past_any=now + self.longest,
            )
        except WriteConflict:
            return None
        return until if is_taken else None

    async def give_back(self) -> None:
        await self.database.write(give_lease_back, self.name, self._owner)
