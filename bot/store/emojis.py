"""The application's emojis as all processes know them: when a running version last used each, and
which process looks after them now."""

from collections.abc import Collection, Mapping

from sqlalchemy import delete, insert, or_, select, update

from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import emojis, leases

EMOJIS = "emojis"
"""The name of the lease."""


async def note_used(connection: AsyncConnection, names: Collection[str], now: Millis) -> None:
    known = set(await connection.scalars(select(emojis.c.name).where(emojis.c.name.in_(names))))
    if known:
        await connection.execute(update(emojis).where(emojis.c.name.in_(known)).values(used_at=now))
    if added := [{"name": name, "used_at": now} for name in names if name not in known]:
        await connection.execute(insert(emojis), added)


async def last_used(connection: AsyncConnection) -> Mapping[str, Millis]:
    rows = await connection.execute(select(emojis.c.name, emojis.c.used_at))
    return {row.name: row.used_at for row in rows}


async def forget_used(connection: AsyncConnection, name: str) -> None:
    await connection.execute(delete(emojis).where(emojis.c.name == name))


async def take_lease(
    connection: AsyncConnection, owner: str, now: Millis, until: Millis, past_any: Millis
) -> bool:
    """Take the lease, or renew it; returns whether this process has it. A lease beyond `past_any`
    was written by a clock that has been set back since."""
    free = or_(leases.c.owner == owner, leases.c.until <= now, leases.c.until > past_any)
    taken = update(leases).where(leases.c.name == EMOJIS, free).values(owner=owner, until=until)
    if (await connection.execute(taken)).rowcount:
        return True
    if await connection.scalar(select(leases.c.owner).where(leases.c.name == EMOJIS)) is not None:
        return False
    await connection.execute(insert(leases).values(name=EMOJIS, owner=owner, until=until))
    return True


async def give_lease_back(connection: AsyncConnection, owner: str) -> None:
    await connection.execute(update(leases).filter_by(name=EMOJIS, owner=owner).values(until=0))
