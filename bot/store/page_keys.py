"""Keys of the web pages of games."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Select, delete, insert, or_, select

from bot.match.game import LOST, Status
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import games, page_keys


class PageState(NamedTuple):
    """What tells whether the page of a game still shows the present."""

    game_id: int
    key: str
    branch: int
    ply: int
    revision: int
    status: Status


async def load_key(connection: AsyncConnection, game_id: int) -> str | None:
    query = select(page_keys.c.page_key).where(page_keys.c.game_id == game_id)
    key: str | None = await connection.scalar(query)
    return key


async def save_key(connection: AsyncConnection, game_id: int, key: str, now: Millis) -> None:
    await connection.execute(insert(page_keys).values(game_id=game_id, page_key=key, made_at=now))


async def game_with_key(connection: AsyncConnection, key: str) -> int | None:
    query = select(page_keys.c.game_id).where(page_keys.c.page_key == key)
    game_id: int | None = await connection.scalar(query)
    return game_id


async def ended_at(connection: AsyncConnection, game_id: int) -> Millis | None:
    at: Millis | None = await connection.scalar(
        select(games.c.ended_at).where(games.c.id == game_id)
    )
    return at


async def page_states(
    connection: AsyncConnection, game_ids: Collection[int]
) -> Sequence[PageState]:
    """Read how these games stand, except those that have no page now."""
    query = (
        select(
            games.c.id,
            page_keys.c.page_key,
            games.c.branch,
            games.c.ply,
            games.c.revision,
            games.c.status,
        )
        .join(page_keys, page_keys.c.game_id == games.c.id)
        .where(games.c.id.in_(game_ids))
        .where(or_(games.c.pause.is_(None), games.c.pause.not_in(LOST)))
    )
    return [PageState(*row[:-1], Status(row[-1])) for row in await connection.execute(query)]


async def remove_key(connection: AsyncConnection, game_id: int) -> None:
    await connection.execute(delete(page_keys).where(page_keys.c.game_id == game_id))


async def remove_keys_in(connection: AsyncConnection, channel_id: int) -> None:
    """Remove the keys of all games of a channel and its threads."""
    here = or_(games.c.channel_id == channel_id, games.c.parent_id == channel_id)
    await _remove_keys_of(connection, select(games.c.id).where(here))


async def remove_keys_of_server(connection: AsyncConnection, guild_id: int) -> None:
    await _remove_keys_of(connection, select(games.c.id).where(games.c.guild_id == guild_id))


async def _remove_keys_of(connection: AsyncConnection, chosen: Select[tuple[int]]) -> None:
    await connection.execute(delete(page_keys).where(page_keys.c.game_id.in_(chosen)))
