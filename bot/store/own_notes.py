"""Notes that people write to themselves about a game."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import delete, exists, insert, or_, select, update

from bot.match.own_notes import OwnNote
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection
from bot.store.schema import own_notes


async def notes_of(
    connection: AsyncConnection, game_id: int, user_id: int | None
) -> Sequence[OwnNote]:
    """List this person's notes about a game and those opened, in the order of its moves."""
    query = (
        select(own_notes.c.user_id, own_notes.c.ply, own_notes.c.text, own_notes.c.opened)
        .where(own_notes.c.game_id == game_id)
        .where(or_(own_notes.c.user_id == user_id, own_notes.c.opened))
        .order_by(own_notes.c.ply, own_notes.c.user_id)
    )
    return [OwnNote(*row) for row in await connection.execute(query)]


async def noted_plies(connection: AsyncConnection, game_id: int, user_id: int) -> Sequence[int]:
    """List the plies at which this person has noted something."""
    query = select(own_notes.c.ply).filter_by(game_id=game_id, user_id=user_id)
    return (await connection.scalars(query)).all()


async def write_note(connection: AsyncConnection, game_id: int, note: OwnNote, now: Millis) -> None:
    """Store a note, replacing the one that this person wrote there; an empty text removes it. If
    they have opened their notes, this one is open too."""
    theirs = (own_notes.c.game_id == game_id) & (own_notes.c.user_id == note.user_id)
    opened = await connection.scalar(select(exists().where(theirs, own_notes.c.opened)))
    await connection.execute(delete(own_notes).where(theirs, own_notes.c.ply == note.ply))
    if note.text:
        row = {**asdict(note), "game_id": game_id, "opened": bool(opened), "changed_at": now}
        await connection.execute(insert(own_notes), row)


async def open_notes(
    connection: AsyncConnection, game_id: int, user_id: int, opened: bool, now: Millis
) -> None:
    """Let everybody read this person's notes about the game from now on, or nobody else."""
    theirs = update(own_notes).filter_by(game_id=game_id, user_id=user_id)
    await connection.execute(theirs.values(opened=opened, changed_at=now))
