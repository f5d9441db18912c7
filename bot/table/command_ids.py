"""Ids of the application's commands, which the process that registers them keeps for all."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.store.commands import load_command_ids, save_command_ids
from bot.store.connection.database import Database


@dataclass(eq=False)
class CommandIds:
    """One per table."""

    database: Database

    async def of(self, application_id: int) -> Mapping[str, int]:
        """Return the id of each command by its name, as far as they are known."""
        return await self.database.read(load_command_ids, application_id)

    async def keep(self, application_id: int, ids: Mapping[str, int]) -> None:
        await self.database.change(save_command_ids, application_id, ids)
