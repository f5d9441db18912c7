"""Settings of people and channels: preferences and absences of a person, settings of a channel, as
plain names and values. `bot.match.preferences` says what they mean."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.json import decode, encode
from sqlalchemy import Column, bindparam, func, insert, select, update

from bot.match.preferences import Away, PlayerPreferences, dump_aways, load_preferences
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.prepared import Prepared
from bot.store.schema import channels, games, players

_SETTINGS = Prepared(
    select(channels.c.settings).where(channels.c.channel_id == bindparam("channel"))
)


async def prefer(
    connection: AsyncConnection, user_id: int, changes: Mapping[str, str], now: Millis
) -> None:
    """Set some preferences of a player; the others are unchanged."""
    await _merge(connection, players.c.preferences, {"user_id": user_id}, changes, now)


async def player_preferences(
    connection: AsyncConnection, user_id: int, *, to_change: bool = False
) -> PlayerPreferences:
    """Load a person's preferences, or the defaults if they never set any. If they are to be
    changed, nobody else changes them until the transaction ends."""
    query = select(players.c.preferences, players.c.aways).where(players.c.user_id == user_id)
    if to_change:
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return load_preferences(None, None)
    return load_preferences(row.preferences, row.aways)


async def personal_values(connection: AsyncConnection, user_id: int) -> Mapping[str, str]:
    """Load what is set for a person, as it is stored."""
    query = select(players.c.preferences).where(players.c.user_id == user_id)
    return read_values(await connection.scalar(query))


async def preferences_of(
    connection: AsyncConnection, user_ids: Collection[int]
) -> Mapping[int, PlayerPreferences]:
    """Load the preferences of those of these people who ever set any."""
    query = select(players.c.user_id, players.c.preferences, players.c.aways)
    rows = await connection.execute(query.where(players.c.user_id.in_(user_ids)))
    return {row.user_id: load_preferences(row.preferences, row.aways) for row in rows}


async def set_aways(
    connection: AsyncConnection, user_id: int, aways: Sequence[Away], now: Millis
) -> None:
    """Store the absences; the preferences stay."""
    values = {"aways": dump_aways(aways), "changed_at": now}
    changed = update(players).where(players.c.user_id == user_id).values(**values)
    if (await connection.execute(changed)).rowcount == 0:
        await connection.execute(
            insert(players).values(user_id=user_id, preferences="{}", **values)
        )


async def settings_of(connection: AsyncConnection, channel_id: int) -> Mapping[str, str]:
    rows = await _SETTINGS.execute(connection, {"channel": channel_id})
    return read_values(rows[0].settings if rows else None)


async def settings_for_game(connection: AsyncConnection, game_id: int) -> Mapping[str, str]:
    """Load the settings of the channel of a game; a thread uses its channel's."""
    condition = channels.c.channel_id == func.coalesce(games.c.parent_id, games.c.channel_id)
    query = select(channels.c.settings).join(games, condition).where(games.c.id == game_id)
    return read_values(await connection.scalar(query))


async def set_channel(
    connection: AsyncConnection,
    guild_id: int,
    channel_id: int,
    changes: Mapping[str, str],
    now: Millis,
) -> None:
    """Set some settings of a channel; the others are unchanged."""
    key = {"channel_id": channel_id}
    await _merge(connection, channels.c.settings, key, changes, now, guild_id=guild_id)


async def _merge(
    connection: AsyncConnection,
    column: Column[str],
    key: Mapping[str, int],
    changes: Mapping[str, str],
    now: Millis,
    **first: int,
) -> None:
    """Change what a row holds, locked until the transaction ends. The second of two concurrent
    writers of the first row gets a WriteConflict."""
    conditions = [column.table.c[name] == value for name, value in key.items()]
    query = select(column).where(*conditions).with_for_update()
    before = await connection.scalar(query)
    text = encode({**read_values(before), **changes}).decode()
    values: dict[str, Any] = {column.name: text, "changed_at": now}
    if before is None:
        await connection.execute(insert(column.table).values(**key, **first, **values))
    else:
        await connection.execute(update(column.table).where(*conditions).values(**values))


def read_values(stored: str | None) -> Mapping[str, str]:
    return {} if stored is None else decode(stored, type=dict[str, str])
