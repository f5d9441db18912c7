"""A person's habits and open games, for changes that affect all of their games at once."""

from collections.abc import Mapping, Sequence
from json import dumps, loads

from sqlalchemy import Select, bindparam, insert, select, update

from bot.match.game import Game
from bot.match.preferences import Away, Habits, dump_aways, load_habits
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.connection.prepared import Prepared
from bot.store.games import is_open, load_games
from bot.store.schema import channels, games, players, seats


async def habits_of_person(
    connection: AsyncConnection, user_id: int, *, to_change: bool = False
) -> Habits:
    """The defaults for a person who never set any. If they are to be changed, nobody else changes
    them until the transaction ends."""
    found = select(players.c.preferences, players.c.aways).where(players.c.user_id == user_id)
    if to_change:
        found = found.with_for_update()
    row = (await connection.execute(found)).one_or_none()
    return load_habits(None, None) if row is None else load_habits(row.preferences, row.aways)


async def set_aways(
    connection: AsyncConnection, user_id: int, aways: Sequence[Away], now: Millis
) -> None:
    """The preferences stay."""
    values = {"aways": dump_aways(aways), "changed_at": now}
    done = await connection.execute(
        update(players).where(players.c.user_id == user_id).values(**values)
    )
    if done.rowcount == 0:
        added = insert(players).values(user_id=user_id, preferences="{}", **values)
        await connection.execute(added)


async def all_open_games_of(connection: AsyncConnection, user_id: int) -> tuple[Game, ...]:
    """Games where this person has a seat or a reserved one, the oldest first."""
    found = (
        select(games.c.id)
        .join(seats, seats.c.game_id == games.c.id)
        .where(seats.c.user_id == user_id, ~seats.c.has_left, is_open())
        .order_by(games.c.id)
    )
    return await load_games(connection, (await connection.execute(found)).scalars().all())


# --- preferences: What players prefer and how channels are configured, as plain names and values.

_SETTINGS = Prepared(
    select(channels.c.settings).where(channels.c.channel_id == bindparam("channel"))
)


async def preferences_of(connection: AsyncConnection, user_id: int) -> Mapping[str, str]:
    found = select(players.c.preferences).where(players.c.user_id == user_id)
    stored = (await connection.execute(found)).scalar()
    return {} if stored is None else dict(loads(stored))


async def prefer(
    connection: AsyncConnection, user_id: int, changes: Mapping[str, str], now: Millis
) -> None:
    """Set some preferences of a player; the others are unchanged."""
    here = players.c.user_id == user_id
    before = await _locked(connection, select(players.c.preferences).where(here))
    values = {"preferences": dumps({**(before or {}), **changes}), "changed_at": now}
    if before is None:
        await connection.execute(insert(players).values(user_id=user_id, **values))
    else:
        await connection.execute(update(players).where(here).values(**values))


async def settings_of(connection: AsyncConnection, channel_id: int) -> Mapping[str, str]:
    found = await _SETTINGS.rows(connection, {"channel": channel_id})
    return dict(loads(found[0].settings)) if found else {}


async def set_channel(
    connection: AsyncConnection,
    guild_id: int,
    channel_id: int,
    changes: Mapping[str, str],
    now: Millis,
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


async def _locked(connection: AsyncConnection, found: Select[str]) -> Mapping[str, str] | None:
    """What is stored, locked until the transaction ends. If nothing is stored yet, the second of
    two concurrent writers gets a WriteConflict."""
    stored = (await connection.execute(found.with_for_update())).scalar()
    return None if stored is None else dict(loads(stored))
