"""Requests that people make in forms and on pages: the last one of each person."""

from sqlalchemy import insert, select, update

from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import requests


async def load_request(connection: AsyncConnection, user_id: int) -> tuple[str | None, int]:
    """Load the request as text, with its revision."""
    query = select(requests.c.request, requests.c.revision).filter_by(user_id=user_id)
    row = (await connection.execute(query)).one_or_none()
    return (None, 0) if row is None else (row.request, row.revision)


async def save_request(connection: AsyncConnection, user_id: int, request: str, now: Millis) -> int:
    """Save a request, replacing what this person asked for before. Returns its revision, which
    nothing else that they ask for ever has."""
    values = {"request": request, "changed_at": now}
    changed = update(requests).filter_by(user_id=user_id)
    changed = changed.values(**values, revision=requests.c.revision + 1)
    revision: int | None = await connection.scalar(changed.returning(requests.c.revision))
    if revision is None:
        revision = 1
        await connection.execute(
            insert(requests).values(**values, user_id=user_id, revision=revision)
        )
    return revision


async def drop_request(connection: AsyncConnection, user_id: int) -> None:
    theirs = update(requests).filter_by(user_id=user_id)
    await connection.execute(theirs.values(request=None))


async def drop_requests(connection: AsyncConnection, before: Millis) -> None:
    """Drop those that nobody has changed since that moment."""
    old = requests.c.request.is_not(None) & (requests.c.changed_at < before)
    await connection.execute(update(requests).where(old).values(request=None))
