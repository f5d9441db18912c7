"""Messages that could not be sent to a person directly, kept until they show up. Knows no SQL."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.messages import Message
from bot.process.clock import Clock
from bot.store import message_queue
from bot.store.connection.database import Database
from bot.store.connection.faults import retry_on_conflict


@dataclass(frozen=True, slots=True)
class MissedNotes:
    """Everybody's notes. One per table."""

    database: Database
    clock: Clock

    async def of(self, user_id: int) -> Sequence[tuple[int, Message]]:
        """With their ids, for `note_read`."""
        async with self.database.reading() as connection:
            return await message_queue.missed_notes(connection, user_id)

    async def note_read(self, note_id: int) -> None:
        """From now on the note counts as delivered."""

        async def note() -> None:
            async with self.database.writing() as connection:
                await message_queue.note_read(connection, note_id, self.clock())

        await retry_on_conflict(note)
