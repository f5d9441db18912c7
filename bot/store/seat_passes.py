"""Passes to the web pages of seats: links that are used once, and sessions opened with them.

The database has only digests of their tokens, so that nobody who reads it can play for others.
"""

from collections.abc import Collection
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update

from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import seat_passes


class SeatPass(NamedTuple):
    """What a pass admits to: a person to the page of a seat, until this moment."""

    game_id: int
    seat: int
    user_id: int
    good_until: Millis


async def save_pass(
    connection: AsyncConnection, token: str, admits: SeatPass, now: Millis, *, is_link: bool
) -> None:
    """Save a pass, and remove all that are no longer good, whoever's they are."""
    await connection.execute(delete(seat_passes).where(seat_passes.c.good_until <= now))
    values = {"token_digest": _digest(token), "is_link": is_link, "made_at": now}
    await connection.execute(insert(seat_passes).values(**admits._asdict(), **values))


async def load_pass(
    connection: AsyncConnection, token: str, now: Millis, *, is_link: bool
) -> SeatPass | None:
    columns = (seat_passes.c[name] for name in SeatPass._fields)
    query = select(*columns).where(
        seat_passes.c.token_digest == _digest(token),
        seat_passes.c.is_link == is_link,
        seat_passes.c.good_until > now,
    )
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else SeatPass(*row)


async def spend_link(connection: AsyncConnection, token: str, now: Millis) -> SeatPass | None:
    """Take a link away; None if it is not good, or somebody was faster."""
    admits = await load_pass(connection, token, now, is_link=True)
    spent = delete(seat_passes).where(seat_passes.c.token_digest == _digest(token))
    is_spent = admits is not None and (await connection.execute(spent)).rowcount > 0
    return admits if is_spent else None


async def prolong_session(connection: AsyncConnection, token: str, good_until: Millis) -> None:
    session = update(seat_passes).where(seat_passes.c.token_digest == _digest(token))
    await connection.execute(session.values(good_until=good_until))


async def oldest_passes(
    connection: AsyncConnection, game_id: int, user_id: int, kept: int
) -> Collection[str]:
    """Find the digests of all but the newest passes of a person in a game."""
    query = (
        select(seat_passes.c.token_digest)
        .where(seat_passes.c.game_id == game_id, seat_passes.c.user_id == user_id)
        .order_by(seat_passes.c.made_at.desc(), seat_passes.c.token_digest)
    )
    return (await connection.scalars(query)).all()[kept:]


async def remove_passes(connection: AsyncConnection, digests: Collection[str]) -> None:
    await connection.execute(delete(seat_passes).where(seat_passes.c.token_digest.in_(digests)))


async def remove_passes_in(
    connection: AsyncConnection, game_id: int, seats: Collection[int]
) -> None:
    """Remove the passes to these seats of a game."""
    theirs = seat_passes.c.game_id == game_id, seat_passes.c.seat.in_(seats)
    await connection.execute(delete(seat_passes).where(*theirs))


async def end_passes_in(connection: AsyncConnection, game_id: int, good_until: Millis) -> None:
    """Remove the links of a game that is over, and let its sessions end at this moment."""
    links = delete(seat_passes).where(seat_passes.c.game_id == game_id, seat_passes.c.is_link)
    await connection.execute(links)
    sessions = update(seat_passes).where(
        seat_passes.c.game_id == game_id, seat_passes.c.good_until > good_until
    )
    await connection.execute(sessions.values(good_until=good_until))


async def remove_passes_of(connection: AsyncConnection, user_id: int) -> None:
    await connection.execute(delete(seat_passes).where(seat_passes.c.user_id == user_id))


async def count_sessions(connection: AsyncConnection, user_id: int, now: Millis) -> int:
    """Count the pages on which a person can play now."""
    query = select(func.count()).where(
        seat_passes.c.user_id == user_id,
        ~seat_passes.c.is_link,
        seat_passes.c.good_until > now,
    )
    return await connection.scalar(query) or 0


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
