"""Keeping: the records of a channel, what is kept about a person, and how it is erased.

A part of the table's reading side, but for the erasing. Knows no SQL and no words.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from json import dumps

from bot.errors import Refused, Why
from bot.game import Game
from bot.records import recorded_of
from bot.rules import rules_of
from bot.store import listing, persons
from bot.store.database import Database
from bot.store.faults import retried
from bot.store.games import known_game
from bot.store.persons import Kept

FORMAT = "kept-about/1"


def kept_text(user_id: int, kept: Kept) -> str:
    """For the person: rows by table, as JSON."""
    told = {"format": FORMAT, "user_id": user_id, **kept}
    return dumps(told, ensure_ascii=False, indent=1)


class Keeps:
    """What the table gives to keep, and what it forgets."""

    _database: Database

    async def ended_games_in(self, channel_id: int) -> tuple[Game, ...]:
        """The games of a channel and its threads that were started and are over, the oldest
        first."""
        async with self._database.viewing() as connection:
            return await listing.ended_games_in(connection, channel_id)

    async def records(self, ended: Sequence[Game]) -> AsyncIterator[str]:
        """The public record of each of these games, which are over; written beside the event
        loop."""
        for game in ended:
            async with self._database.viewing() as connection:
                now = await known_game(connection, game.id)
                recorded = await recorded_of(connection, now)
            yield await asyncio.to_thread(rules_of(game.kind).write_record, recorded)

    async def kept_about(self, user_id: int) -> Kept:
        """Everything in which this person stands."""
        async with self._database.viewing() as connection:
            return await persons.kept_about(connection, user_id)

    async def erase(self, user_id: int) -> None:
        """Forget this person: their settings, ratings and messages are gone, and in their games,
        which stay, they have neither name nor id. Refused while a game of theirs is open."""
        await retried(lambda: self._erase(user_id))

    async def _erase(self, user_id: int) -> None:
        async with self._database.writing() as connection:
            still = await listing.open_games_of(connection, user_id, None, 1)
            if still:
                raise Refused(Why.STILL_PLAYING)
            await persons.erase(connection, user_id)
