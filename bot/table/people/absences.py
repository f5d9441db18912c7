"""Being away: set once by a person for all their games.

Stores when, recomputes the next moment of each of their open games, and posts a notice in their
running games. Knows nothing of Discord and no SQL.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.match.absences import (
    MOST_DAYS,
    days_left,
    end_absences,
    fits_in_a_year,
    merge_absences,
    upcoming_absences,
)
from bot.match.actions import Actor, Answer
from bot.match.announcing import absence_notice, return_notice
from bot.match.errors import Refused, Why
from bot.match.game import Game, Timeouts, seat_of
from bot.match.messages import Notice
from bot.match.preferences import Away
from bot.process.clock import Clock, Millis
from bot.store import log, message_queue
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.people import habits_of_person, set_aways
from bot.table.saving import reschedule_games_of


class Absence(NamedTuple):
    """When a person is away, as shown to them."""

    planned: tuple[Away, ...]
    """The absences that are not over yet."""
    left: int
    """For how many days in a row they could be away after that."""


@dataclass(frozen=True, slots=True)
class Absences:
    """The service. One for the life of a table."""

    database: Database
    timeouts: Timeouts
    clock: Clock
    on_change: Callable[[], None]

    async def of(self, user_id: int) -> Absence:
        async with self.database.reading() as connection:
            habits = await habits_of_person(connection, user_id)
        return _told(habits.aways, self.clock())

    async def go(self, by: Actor, away: Away) -> Absence:
        """Be away then, in addition to what is already planned."""

        def with_it(aways: tuple[Away, ...], now: Millis) -> tuple[Away, ...]:
            wanted = merge_absences(aways, [away])
            if not fits_in_a_year(wanted):
                left = days_left(aways, away.since)
                raise Refused(Why.AWAY_TOO_LONG, most=MOST_DAYS, left=left)
            return wanted

        def telling(game: Game, seat: int, aways: tuple[Away, ...]) -> Notice:
            [whole] = (one for one in aways if one.since <= away.since < one.until)
            return absence_notice(game, seat, whole)

        return await self._changed(by, with_it, telling)

    async def come_back(self, by: Actor) -> Absence:
        """Be back now, and for good: what is planned is dropped too."""

        def without_it(aways: tuple[Away, ...], now: Millis) -> tuple[Away, ...]:
            if not upcoming_absences(aways, now):
                raise Refused(Why.NOT_AWAY)
            return end_absences(aways, now)

        def telling(game: Game, seat: int, aways: tuple[Away, ...]) -> Notice:
            return return_notice(game, seat)

        return await self._changed(by, without_it, telling)

    async def _changed(
        self,
        by: Actor,
        change: Callable[[tuple[Away, ...], Millis], tuple[Away, ...]],
        telling: Callable[[Game, int, tuple[Away, ...]], Notice],
    ) -> Absence:
        async def attempt() -> Absence:
            now = self.clock()
            async with self.database.writing() as connection:
                habits = await habits_of_person(connection, by.user_id, to_change=True)
                before = habits.aways
                if await log.answer_to(connection, by.interaction_id) is not None:
                    return _told(before, now)
                aways = change(before, now)
                if aways != before:
                    await set_aways(connection, by.user_id, aways, now)
                    games = await reschedule_games_of(connection, by.user_id, self.timeouts, now)
                    for number, game in enumerate(games):
                        note = telling(game, seat_of(game, by.user_id), aways)
                        await _tell(connection, _part(by, number), game, note, now)
            self.on_change()
            return _told(aways, now)

        return await retry_on_conflict(attempt)


async def _tell(
    connection: AsyncConnection, by: Actor, game: Game, note: Notice, now: Millis
) -> None:
    """It is nobody's turn in a paused game, so nothing is posted there."""
    await log.log_action(connection, Answer(game.id, note.done, game.ply), by=by, now=now)
    if game.pause is None:
        await message_queue.enqueue(connection, game.channel_id, [note], now)


def _part(by: Actor, number: int) -> Actor:
    """The interaction as it appears in the audit of each game: no two with the same id."""
    return by if number == 0 else replace(by, interaction_id=f"{by.interaction_id}/{number}")


def _told(aways: tuple[Away, ...], now: Millis) -> Absence:
    planned = upcoming_absences(aways, now)
    return Absence(planned, days_left(aways, planned[-1].until if planned else now))
