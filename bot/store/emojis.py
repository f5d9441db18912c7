"""Emojis of the application as all processes know them: when a running version last used each."""

from collections.abc import Collection, Mapping

from sqlalchemy import delete, insert, select, update

from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import emojis


async def note_used(connection: AsyncConnection, names: Collection[str], now: Millis) -> None:
    stored = set(await connection.scalars(select(emojis.c.name).where(emojis.c.name.in_(names))))
    if stored:
        await connection.execute(
            update(emojis).where(emojis.c.name.in_(stored)).values(used_at=now)
        )
    if added := [{"name": name, "used_at": now} for name in names if name not in stored]:
        await connection.execute(insert(emojis), added)


async def last_used(connection: AsyncConnection) -> Mapping[str, Millis]:
    rows = await connection.execute(select(emojis.c.name, emojis.c.used_at))
    return {row.name: row.used_at for row in rows}


async def forget_used(connection: AsyncConnection, name: str) -> None:
    await connection.execute(delete(emojis).where(emojis.c.name == name))
