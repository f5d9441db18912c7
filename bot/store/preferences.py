"""What players prefer and how channels are set, as plain names and values.

Which names there are, and what they mean, is for others to know.
"""

from collections.abc import Mapping
from json import dumps, loads

from sqlalchemy import insert, select, update

from bot.clock import Moment
from bot.store.database import Connected
from bot.store.schema import channels, players


async def preferences_of(connection: Connected, user_id: int) -> Mapping[str, str]:
    found = select(players.c.preferences).where(players.c.user_id == user_id)
    stored = (await connection.execute(found)).scalar()
    return {} if stored is None else dict(loads(stored))


async def prefer(
    connection: Connected, user_id: int, changes: Mapping[str, str], now: Moment
) -> None:
    """Set some preferences of a player; the others stay."""
    merged = dumps({**await preferences_of(connection, user_id), **changes})
    here = update(players).where(players.c.user_id == user_id)
    done = await connection.execute(here.values(preferences=merged, changed_at=now))
    if done.rowcount == 0:
        added = insert(players).values(user_id=user_id, preferences=merged, changed_at=now)
        await connection.execute(added)


async def settings_of(connection: Connected, channel_id: int) -> Mapping[str, str]:
    found = select(channels.c.settings).where(channels.c.channel_id == channel_id)
    stored = (await connection.execute(found)).scalar()
    return {} if stored is None else dict(loads(stored))


async def set_channel(
    connection: Connected, guild_id: int, channel_id: int, changes: Mapping[str, str], now: Moment
) -> None:
    """Set some settings of a channel; the others stay."""
    merged = dumps({**await settings_of(connection, channel_id), **changes})
    here = update(channels).where(channels.c.channel_id == channel_id)
    done = await connection.execute(here.values(settings=merged, changed_at=now))
    if done.rowcount == 0:
        added = insert(channels).values(
            channel_id=channel_id, guild_id=guild_id, settings=merged, changed_at=now
        )
        await connection.execute(added)
