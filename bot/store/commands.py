"""Ids of an application's commands as all processes know them."""

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from bot.store.connection.database import AsyncConnection
from bot.store.schema import commands


async def load_command_ids(connection: AsyncConnection, application_id: int) -> Mapping[str, int]:
    """Load the id of each command by its name."""
    query = select(commands.c.name, commands.c.command_id)
    rows = await connection.execute(query.where(commands.c.application_id == application_id))
    return {row.name: row.command_id for row in rows}


async def save_command_ids(
    connection: AsyncConnection, application_id: int, ids: Mapping[str, int]
) -> None:
    """Save these in place of all that the application had."""
    await connection.execute(delete(commands).where(commands.c.application_id == application_id))
    rows = [
        {"application_id": application_id, "name": name, "command_id": command_id}
        for name, command_id in ids.items()
    ]
    if rows:
        await connection.execute(insert(commands), rows)
