"""Progress of replaying every game by the rules of today."""

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from bot.store.connection.database import AsyncConnection
from bot.store.schema import replays


class Progress(NamedTuple):
    """Progress of a replay by certain rules."""

    last_id: int
    """The last game that was replayed."""
    complete: bool


async def load_progress(connection: AsyncConnection, rules: str) -> Progress | None:
    """Load the progress; None if the last replay was by other rules."""
    query = select(replays.c.last_id, replays.c.complete).where(replays.c.rules == rules)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Progress(*row)


async def begin_replay(connection: AsyncConnection, rules: str, progress: Progress) -> None:
    """Store the progress in place of any other. WriteConflict if another process begins too."""
    await connection.execute(delete(replays))
    await connection.execute(insert(replays).values(rules=rules, **progress._asdict()))


async def save_progress(connection: AsyncConnection, rules: str, progress: Progress) -> bool:
    """Save the progress; False if a replay by other rules has begun meanwhile."""
    statement = update(replays).where(replays.c.rules == rules)
    return bool((await connection.execute(statement.values(**progress._asdict()))).rowcount)
