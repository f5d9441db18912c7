"""What players prefer and how channels are configured, as plain names and values.

Which names there are, and what they mean, is not known here.
"""

from collections.abc import Mapping
from json import dumps, loads

from sqlalchemy import Select, bindparam, insert, select, update

from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.connection.prepared import Prepared
from bot.store.schema import channels, players

_SETTINGS = Prepared(
    select(channels.c.settings).where(channels.c.channel_id == bindparam("channel"))
)


async def preferences_of(connection: Connected, user_id: int) -> Mapping[str, str]:
    found = select(players.c.preferences).where(players.c.user_id == user_id)
    stored = (await connection.execute(found)).scalar()
    return {} if stored is None else dict(loads(stored))


async def prefer(
    connection: Connected, user_id: int, changes: Mapping[str, str], now: Millis
) -> None:
    """Set some preferences of a player; the others are unchanged."""
    here = players.c.user_id == user_id
    before = await _locked(connection, select(players.c.preferences).where(here))
    values = {"preferences": dumps({**(before or {}), **changes}), "changed_at": now}
    if before is None:
        await connection.execute(insert(players).values(user_id=user_id, **values))
    else:
        await connection.execute(update(players).where(here).values(**values))


async def settings_of(connection: Connected, channel_id: int) -> Mapping[str, str]:
    found = await _SETTINGS.rows(connection, {"channel": channel_id})
    return dict(loads(found[0].settings)) if found else {}


async def set_channel(
    connection: Connected, guild_id: int, channel_id: int, changes: Mapping[str, str], now: Millis
) -> None:
    """Set some settings of a channel; the others are unchanged."""
    here = channels.c.channel_id == channel_id
    before = await _locked(connection, select(channels.c.settings).where(here))
    values = {"settings": dumps({**(before or {}), **changes}), "changed_at": now}
    if before is None:
        added = insert(channels).values(channel_id=channel_id, guild_id=guild_id, **values)
        await connection.execute(added)
    else:
        await connection.execute(update(channels).where(here).values(**values))


async def _locked(connection: Connected, found: Select[str]) -> Mapping[str, str] | None:
    """What is stored, locked until the transaction ends. If nothing is stored yet, the second of
    two concurrent writers gets a Clash."""
    stored = (await connection.execute(found.with_for_update())).scalar()
    return None if stored is None else dict(loads(stored))
