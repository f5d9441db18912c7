"""Keys of the web pages of games and seasons."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, delete, insert, not_, or_, select

from bot.match.game import LOST, Status
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import games, page_keys, season_page_keys, seasons


class KeyTable(NamedTuple):
    """Where the keys of one kind of page are."""

    table: Table
    owner: ColumnElement[int]
    """The game or season that the page is of."""
    owners: Table


GAME_KEYS = KeyTable(page_keys, page_keys.c.game_id, games)
SEASON_KEYS = KeyTable(season_page_keys, season_page_keys.c.season_id, seasons)
IS_LOST = games.c.pause.in_(LOST)


class PageState(NamedTuple):
    """What tells whether the page of a game still shows the present."""

    game_id: int
    key: str | None
    branch: int
    ply: int
    revision: int
    status: Status


async def load_key(connection: AsyncConnection, keys: KeyTable, owner_id: int) -> str | None:
    query = select(keys.table.c.page_key).where(keys.owner == owner_id)
    key: str | None = await connection.scalar(query)
    return key


async def save_key(
    connection: AsyncConnection, keys: KeyTable, owner_id: int, key: str, now: Millis
) -> None:
    values = {keys.owner.key: owner_id, "page_key": key, "made_at": now}
    await connection.execute(insert(keys.table).values(values))


async def owner_of_key(connection: AsyncConnection, keys: KeyTable, key: str) -> int | None:
    query = select(keys.owner).where(keys.table.c.page_key == key)
    owner_id: int | None = await connection.scalar(query)
    return owner_id


async def remove_key(connection: AsyncConnection, keys: KeyTable, owner_id: int) -> None:
    await connection.execute(delete(keys.table).where(keys.owner == owner_id))


async def ended_at(connection: AsyncConnection, keys: KeyTable, owner_id: int) -> Millis | None:
    query = select(keys.owners.c.ended_at).where(keys.owners.c.id == owner_id)
    at: Millis | None = await connection.scalar(query)
    return at


async def keys_of_games(
    connection: AsyncConnection, game_ids: Collection[int], not_ended_before: Millis
) -> Mapping[int, str]:
    """Read the keys of those of these games that can be watched."""
    query = (
        select(page_keys.c.game_id, page_keys.c.page_key)
        .join(games, games.c.id == page_keys.c.game_id)
        .where(games.c.id.in_(game_ids))
        .where(or_(games.c.ended_at.is_(None), games.c.ended_at >= not_ended_before))
        .where(or_(games.c.pause.is_(None), not_(IS_LOST)))
    )
    rows = await connection.execute(query)
    return {row.game_id: row.page_key for row in rows}


async def page_states(
    connection: AsyncConnection, game_ids: Collection[int]
) -> Sequence[PageState]:
    """Read how these games stand, except those whose channel is lost."""
    query = (
        select(
            games.c.id,
            page_keys.c.page_key,
            games.c.branch,
            games.c.ply,
            games.c.revision,
            games.c.status,
        )
        .outerjoin(page_keys, page_keys.c.game_id == games.c.id)
        .where(games.c.id.in_(game_ids))
        .where(or_(games.c.pause.is_(None), not_(IS_LOST)))
    )
    return [PageState(*row[:-1], Status(row[-1])) for row in await connection.execute(query)]


async def remove_keys_in(connection: AsyncConnection, channel_id: int) -> None:
    """Remove the keys of all games of a channel and its threads, and of its seasons."""
    here = or_(games.c.channel_id == channel_id, games.c.parent_id == channel_id)
    await _remove_keys_of(connection, here, seasons.c.channel_id == channel_id)


async def remove_keys_of_server(connection: AsyncConnection, guild_id: int) -> None:
    await _remove_keys_of(connection, games.c.guild_id == guild_id, seasons.c.guild_id == guild_id)


async def _remove_keys_of(
    connection: AsyncConnection,
    chosen_games: ColumnElement[bool],
    chosen_seasons: ColumnElement[bool],
) -> None:
    game_ids = select(games.c.id).where(chosen_games)
    await connection.execute(delete(page_keys).where(page_keys.c.game_id.in_(game_ids)))
    season_ids = select(seasons.c.id).where(chosen_seasons)
    of_seasons = season_page_keys.c.season_id.in_(season_ids)
    await connection.execute(delete(season_page_keys).where(of_seasons))
