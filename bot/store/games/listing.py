"""Lists of games: of a person, of a server, of a channel. Two statements each, no matter how many
games.

The statuses are literals in the statements, so that an index of open games can be used.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Select, and_, case, literal_column, or_, select

from bot.match.game import ENDED, OPEN, Game, Status
from bot.store.connection.database import Connected
from bot.store.games.games import load_games
from bot.store.schema import games, seats


def _is(statuses: Iterable[Status]) -> ColumnElement[bool]:
    return games.c.status.in_([literal_column(f"'{status}'") for status in statuses])


def is_open() -> ColumnElement[bool]:
    return _is(OPEN)


_SEATED = select(games.c.id).join(seats, seats.c.game_id == games.c.id)
_STILL_SEATED = _SEATED.where(~seats.c.has_left)
_TO_ACT = and_(games.c.to_act == seats.c.seat, games.c.pause.is_(None))
_LATEST = (games.c.waiting_since.desc(), games.c.id.desc())
_LATEST_ENDED = (games.c.ended_at.desc(), games.c.id.desc())


async def open_games_of(
    connection: Connected, user_id: int, guild_id: int | None, limit: int
) -> tuple[Game, ...]:
    """Where this person has a seat or a reserved one; first the games in which it is their turn."""
    found = _STILL_SEATED.where(seats.c.user_id == user_id, _is(OPEN))
    order = (case((_TO_ACT, 0), else_=1), *_LATEST)
    return await _loaded(connection, _within(found, guild_id).order_by(*order).limit(limit))


async def open_games_in(
    connection: Connected, guild_id: int, limit: int, offset: int
) -> tuple[Game, ...]:
    """In a server, the latest first."""
    found = select(games.c.id).where(games.c.guild_id == guild_id, _is(OPEN))
    page = found.order_by(*_LATEST).limit(limit).offset(offset)
    return await _loaded(connection, page)


async def ended_games_of(
    connection: Connected, user_id: int, guild_id: int | None, limit: int
) -> tuple[Game, ...]:
    """The latest first."""
    found = _SEATED.where(seats.c.user_id == user_id, _is(ENDED))
    return await _loaded(connection, _within(found, guild_id).order_by(*_LATEST_ENDED).limit(limit))


async def ended_games_in(connection: Connected, channel_id: int) -> tuple[Game, ...]:
    """In a channel and its threads, the oldest first."""
    here = or_(games.c.channel_id == channel_id, games.c.parent_id == channel_id)
    found = select(games.c.id).where(here, _is(ENDED))
    return await _loaded(connection, found.order_by(games.c.id))


async def last_game_in(connection: Connected, channel_id: int) -> Game | None:
    """The open one, else the one that ended last."""
    found = select(games.c.id).where(games.c.channel_id == channel_id, _is((*OPEN, *ENDED)))
    order = (case((_is(OPEN), 0), else_=1), *_LATEST_ENDED)
    return next(iter(await _loaded(connection, found.order_by(*order).limit(1))), None)


def _within(found: Select[int], guild_id: int | None) -> Select[int]:
    return found if guild_id is None else found.where(games.c.guild_id == guild_id)


async def _loaded(connection: Connected, found: Select[int]) -> tuple[Game, ...]:
    ids: Sequence[int] = (await connection.execute(found)).scalars().all()
    return await load_games(connection, ids)
