"""Counts for one person's limits on games and leagues: open invitations, threads made for them,
people they pinged, games against computer players. Read from the games, the seasons and their
posts, so it holds across all processes."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from sqlalchemy import ColumnElement, Select, func, select, text

from bot.match.game import Status
from bot.match.league.messages import LeaguePost
from bot.match.league.season import Stage
from bot.match.message_codec import UnreadableMessage, load_message
from bot.match.messages import LobbyPost
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import games, outbox, seasons, seats

_IN_INVITATIONS = (outbox.c.kind == "lobby", outbox.c.state != "cancelled")
_computers = seats.alias()


async def count_open(connection: AsyncConnection, user_id: int) -> int:
    query = _select_opened_by(select(func.count(games.c.id)), user_id)
    return int(await connection.scalar(query.where(games.c.status == str(Status.LOBBY))) or 0)


async def games_against_computers(
    connection: AsyncConnection, people: Collection[int]
) -> Mapping[int, int]:
    """Count in how many running games each of them plays against computer players. Nobody else
    counts or begins games for them until the transaction ends."""
    if connection.dialect.name == "postgresql":  # on SQLite, only one transaction writes anyway
        for user_id in sorted(people):  # in one order, so that no two wait for each other
            lock = text("SELECT pg_advisory_xact_lock(:user_id)")
            await connection.execute(lock, {"user_id": user_id})
    against = _computers.c.game_id == games.c.id, _computers.c.computer.is_not(None)
    query = (
        select(seats.c.user_id, func.count().label("games"))
        .join(games, games.c.id == seats.c.game_id)
        .where(seats.c.user_id.in_(people), ~seats.c.has_left)
        .where(games.c.status == str(Status.RUNNING), games.c.pause.is_(None))
        .where(select(_computers.c.seat).where(*against).exists())
        .group_by(seats.c.user_id)
    )
    return {row.user_id: row.games for row in await connection.execute(query)}


async def thread_times(
    connection: AsyncConnection, user_id: int, since: Millis
) -> Sequence[Millis]:
    """List when threads were made for games of this person, the oldest first. One that had games
    before was not made for them."""
    made = func.min(games.c.created_at)
    theirs = _select_opened_by(select(games.c.channel_id), user_id).where(
        games.c.parent_id.is_not(None), games.c.created_at > since
    )
    query = (
        select(made)
        .where(games.c.channel_id.in_(theirs))
        .group_by(games.c.channel_id)
        .having(made > since)
        .order_by(made)
    )
    return (await connection.scalars(query)).all()


async def people_pinged_by(
    connection: AsyncConnection, user_id: int, since: Millis
) -> frozenset[int]:
    """Find whom this person's invitations opened since then have pinged, or will ping."""
    theirs = _select_opened_by(select(games.c.id), user_id).where(games.c.created_at > since)
    return await _find_mentioned(connection, outbox.c.game_id.in_(theirs), *_IN_INVITATIONS)


async def people_pinged_for(connection: AsyncConnection, game_id: int) -> frozenset[int]:
    """Find whom the invitation to a game has pinged, or will ping."""
    return await _find_mentioned(connection, outbox.c.game_id == game_id, *_IN_INVITATIONS)


async def _find_mentioned(
    connection: AsyncConnection, *conditions: ColumnElement[bool]
) -> frozenset[int]:
    mentioned: set[int] = set()
    posts = select(outbox.c.kind, outbox.c.payload).where(*conditions)
    for kind, payload in await connection.execute(posts):
        with suppress(UnreadableMessage):  # it pings nobody
            message = load_message(kind, payload)
            mentioned.update(message.mention if isinstance(message, LobbyPost | LeaguePost) else ())
    return frozenset(mentioned)


async def count_leagues(connection: AsyncConnection, guild_id: int, user_id: int) -> int:
    """Count the leagues and cups that they announced in a server and that have not begun."""
    theirs = (seasons.c.guild_id == guild_id, seasons.c.opener_id == user_id)
    waiting = (seasons.c.stage == str(Stage.SIGN_UP), seasons.c.previous_id.is_(None))
    return int(await connection.scalar(select(func.count()).where(*theirs, *waiting)) or 0)


async def people_asked_by(
    connection: AsyncConnection, guild_id: int, user_id: int, since: Millis
) -> frozenset[int]:
    """Find whom the leagues that somebody announced in a server since then have pinged."""
    theirs = select(seasons.c.id).filter_by(guild_id=guild_id, opener_id=user_id)
    condition = outbox.c.season_id.in_(theirs.where(seasons.c.created_at > since))
    return await _find_mentioned(connection, condition, outbox.c.kind == "league")


def _select_opened_by(query: Select[int], user_id: int) -> Select[int]:
    """Searches their seats, which are indexed; the person who opens a game sits in it."""
    sitting = (seats.c.game_id == games.c.id) & (seats.c.user_id == user_id)
    return query.join(seats, sitting).where(games.c.opener_id == user_id)
