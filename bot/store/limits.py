"""What counts towards one person's limits on games: open invitations, threads made for them, people
they pinged, games against computer players. Read from the games and their posts, so it holds across
all processes."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Select, func, select, text

from bot.match.game import Status
from bot.match.messages import LobbyPost, UnreadableMessage, load_message
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import games, outbox, seats


def _opened_by(found: Select[int], user_id: int) -> Select[int]:
    """Searches their seats, which are indexed; the person who opens a game sits in it."""
    sitting = (seats.c.game_id == games.c.id) & (seats.c.user_id == user_id)
    return found.join(seats, sitting).where(games.c.opener_id == user_id)


async def count_open(connection: AsyncConnection, user_id: int) -> int:
    found = _opened_by(select(func.count(games.c.id)), user_id)
    lobbies = found.where(games.c.status == str(Status.LOBBY))
    return int((await connection.execute(lobbies)).scalar_one())


async def games_against_computers(
    connection: AsyncConnection, people: Collection[int]
) -> Mapping[int, int]:
    """In how many running games each of them plays against computer players. Nobody else counts or
    begins games for them until the transaction ends."""
    await _alone_with(connection, people)
    computers = seats.alias()
    against = computers.c.game_id == games.c.id, computers.c.computer.is_not(None)
    found = (
        select(seats.c.user_id, func.count().label("games"))
        .join(games, games.c.id == seats.c.game_id)
        .where(seats.c.user_id.in_(people), ~seats.c.has_left)
        .where(games.c.status == str(Status.RUNNING), games.c.pause.is_(None))
        .where(select(computers.c.seat).where(*against).exists())
        .group_by(seats.c.user_id)
    )
    return {row.user_id: row.games for row in await connection.execute(found)}


async def _alone_with(connection: AsyncConnection, people: Collection[int]) -> None:
    """On PostgreSQL, others who ask for one of these people wait; in one order, so that no two wait
    for each other. On SQLite, only one transaction writes anyway."""
    if connection.dialect.name == "postgresql":
        for user_id in sorted(people):
            lock = text("SELECT pg_advisory_xact_lock(:user_id)")
            await connection.execute(lock, {"user_id": user_id})


async def thread_times(
    connection: AsyncConnection, user_id: int, since: Millis
) -> Sequence[Millis]:
    """When each thread was made for a game of this person, the oldest first. An existing thread has
    earlier games."""
    made = func.min(games.c.created_at)
    theirs = _opened_by(select(games.c.channel_id), user_id).where(
        games.c.parent_id.is_not(None), games.c.created_at > since
    )
    found = (
        select(made)
        .where(games.c.channel_id.in_(theirs))
        .group_by(games.c.channel_id)
        .having(made > since)
        .order_by(made)
    )
    moments: Sequence[Millis] = (await connection.execute(found)).scalars().all()
    return moments


async def people_pinged_by(
    connection: AsyncConnection, user_id: int, since: Millis
) -> frozenset[int]:
    """The people whom this person's invitations opened since then have pinged, or will ping."""
    theirs = _opened_by(select(games.c.id), user_id).where(games.c.created_at > since)
    return await _pinged(connection, theirs)


async def people_pinged_for(connection: AsyncConnection, game_id: int) -> frozenset[int]:
    """Who is pinged by the invitation to a game."""
    return await _pinged(connection, select(games.c.id).where(games.c.id == game_id))


async def _pinged(connection: AsyncConnection, opened: Select[int]) -> frozenset[int]:
    posts = select(outbox.c.kind, outbox.c.payload).where(
        outbox.c.game_id.in_(opened), outbox.c.kind == "lobby", outbox.c.state != "cancelled"
    )
    rows = (await connection.execute(posts)).all()
    return frozenset(user for row in rows for user in _mentioned(*row))


def _mentioned(kind: str, payload: str) -> tuple[int, ...]:
    """One that cannot be read pings nobody."""
    try:
        lobby = load_message(kind, payload)
    except UnreadableMessage:
        return ()
    return lobby.mention if isinstance(lobby, LobbyPost) else ()
