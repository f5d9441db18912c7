"""People who want to be called to the open seats of lobbies, and when they last were."""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, update

from bot.match.game import Game, Status
from bot.match.preferences import PlayerPreferences, load_preferences
from bot.match.seat_calls import CALL_AGAIN, CALLED_WITHIN, MOST_CALLED
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.games import IS_OPEN
from bot.store.schema import games, outbox, players, seat_calls, seats

# Condition for a message of a lobby; a running game has others like it.
_IS_CALL = and_(outbox.c.kind == "direct", outbox.c.ply == 0)


async def wanted_kinds(connection: AsyncConnection, guild_id: int, user_id: int) -> set[str]:
    """List the kinds of game to whose lobbies in a server this person wants to be called."""
    theirs = select(seat_calls.c.kind).filter_by(guild_id=guild_id, user_id=user_id)
    return set(await connection.scalars(theirs))


async def want_kinds(
    connection: AsyncConnection, guild_id: int, user_id: int, kinds: Collection[str]
) -> None:
    """Store these games, instead of those wanted so far. When they were last called stays."""
    before = await wanted_kinds(connection, guild_id, user_id)
    last = select(func.max(seat_calls.c.called_at)).where(seat_calls.c.user_id == user_id)
    called_at = await connection.scalar(last)
    if unwanted := before - {*kinds}:
        condition = (seat_calls.c.guild_id == guild_id) & (seat_calls.c.user_id == user_id)
        await connection.execute(
            delete(seat_calls).where(condition, seat_calls.c.kind.in_(unwanted))
        )
    key = {"guild_id": guild_id, "user_id": user_id, "called_at": called_at}
    if added := [{**key, "kind": kind} for kind in {*kinds} - before]:
        await connection.execute(insert(seat_calls), added)


async def lobbies_to_fill(connection: AsyncConnection, now: Millis) -> Sequence[int]:
    """List the lobbies with open seats to which somebody may still be called, the oldest first."""
    servers = select(seat_calls.c.guild_id)
    free = exists().where(seats.c.game_id == games.c.id, seats.c.user_id.is_(None), ~seats.c.taken)
    called = select(func.count()).where(outbox.c.game_id == games.c.id, _IS_CALL)
    query = select(games.c.id).where(
        IS_OPEN,
        games.c.status == str(Status.LOBBY),
        games.c.pause.is_(None),
        games.c.guild_id.in_(servers),
        games.c.created_at > now - CALLED_WITHIN,
        free,
        called.scalar_subquery() < MOST_CALLED,
    )
    return (await connection.scalars(query.order_by(games.c.id))).all()


async def people_to_call(
    connection: AsyncConnection, game: Game, now: Millis, but: Collection[int]
) -> Sequence[tuple[int, PlayerPreferences]]:
    """List people who want to hear of such a game, and have not been called to this one or to any
    other lately; first those whose last call is the longest ago. Without those in `but`."""
    last = seat_calls.c.called_at
    user = seat_calls.c.user_id
    called = exists().where(outbox.c.game_id == game.id, _IS_CALL, outbox.c.place_id == user)
    query = (
        select(user, players.c.preferences, players.c.aways)
        .outerjoin(players, players.c.user_id == user)
        .where(seat_calls.c.guild_id == game.guild_id, seat_calls.c.kind == game.kind)
        .where(_may_be_called_again(now), ~called, user.not_in(but))
        .order_by(func.coalesce(last, 0), user)
        .limit(MOST_CALLED)
    )
    rows = await connection.execute(query)
    return [(row.user_id, load_preferences(row.preferences, row.aways)) for row in rows]


async def count_calls(connection: AsyncConnection, game_id: int) -> int:
    """Count the people called to a lobby so far."""
    query = select(func.count()).where(outbox.c.game_id == game_id, _IS_CALL)
    return int(await connection.scalar(query) or 0)


async def note_call(connection: AsyncConnection, user_id: int, now: Millis) -> bool:
    """Note that this person is called now; False if somebody has called them lately."""
    theirs = seat_calls.c.user_id == user_id
    called = update(seat_calls).where(theirs, _may_be_called_again(now)).values(called_at=now)
    return bool((await connection.execute(called)).rowcount)


def _may_be_called_again(now: Millis) -> ColumnElement[bool]:
    """Require a last call long ago; one far ahead is from a clock that has been set back since."""
    last = seat_calls.c.called_at
    return or_(last.is_(None), last <= now - CALL_AGAIN, last > now + CALL_AGAIN)
