"""Work that one process does for all: which of them has the lease."""

from sqlalchemy import insert, or_, select, update

from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import leases


async def take_lease(
    connection: AsyncConnection,
    name: str,
    owner: str,
    *,
    now: Millis,
    until: Millis,
    past_any: Millis,
) -> bool:
    """Take the lease, or renew it; returns whether this process has it. A lease beyond `past_any`
    was written by a clock that has been set back since."""
    free = or_(leases.c.owner == owner, leases.c.until <= now, leases.c.until > past_any)
    statement = update(leases).where(leases.c.name == name, free).values(owner=owner, until=until)
    if (await connection.execute(statement)).rowcount:
        return True
    if await connection.scalar(select(leases.c.owner).where(leases.c.name == name)) is not None:
        return False
    await connection.execute(insert(leases).values(name=name, owner=owner, until=until))
    return True


async def give_lease_back(connection: AsyncConnection, name: str, owner: str) -> None:
    await connection.execute(update(leases).filter_by(name=name, owner=owner).values(until=0))
