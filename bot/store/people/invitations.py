"""What counts towards one person's invitation limits: open ones, threads made for them, people they
pinged. Read from the games and their posts, so it holds across all processes."""

from collections.abc import Sequence

from sqlalchemy import Select, func, select

from bot.match.game import Status
from bot.match.notices.messages import Lobby, UnreadableMessage, parse_message
from bot.process.clock import Moment
from bot.store.connection.database import Connected
from bot.store.schema import games, outbox, seats


def _opened_by(found: Select[int], user_id: int) -> Select[int]:
    """Searches their seats, which are indexed; the person who opens a game sits in it."""
    sitting = (seats.c.game_id == games.c.id) & (seats.c.user_id == user_id)
    return found.join(seats, sitting).where(games.c.opener_id == user_id)


async def count_open(connection: Connected, user_id: int) -> int:
    found = _opened_by(select(func.count(games.c.id)), user_id)
    lobbies = found.where(games.c.status == str(Status.LOBBY))
    return int((await connection.execute(lobbies)).scalar_one())


async def threads_made(connection: Connected, user_id: int, since: Moment) -> Sequence[Moment]:
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
    moments: Sequence[Moment] = (await connection.execute(found)).scalars().all()
    return moments


async def pinged_by(connection: Connected, user_id: int, since: Moment) -> frozenset[int]:
    """The people whom this person's invitations opened since then have pinged, or will ping."""
    theirs = _opened_by(select(games.c.id), user_id).where(games.c.created_at > since)
    return await _pinged(connection, theirs)


async def pinged_for(connection: Connected, game_id: int) -> frozenset[int]:
    """Who is pinged by the invitation to a game."""
    return await _pinged(connection, select(games.c.id).where(games.c.id == game_id))


async def _pinged(connection: Connected, opened: Select[int]) -> frozenset[int]:
    posts = select(outbox.c.kind, outbox.c.payload).where(
        outbox.c.game_id.in_(opened), outbox.c.kind == "lobby", outbox.c.state != "cancelled"
    )
    rows = (await connection.execute(posts)).all()
    return frozenset(user for row in rows for user in _mentioned(*row))


def _mentioned(kind: str, payload: str) -> tuple[int, ...]:
    """One that cannot be read pings nobody."""
    try:
        lobby = parse_message(kind, payload)
    except UnreadableMessage:
        return ()
    return lobby.mention if isinstance(lobby, Lobby) else ()
