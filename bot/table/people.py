"""A person's belongings across all their games: preferences, absences, messages that could not be
sent to them, and everything that is stored about them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from json import dumps
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
from bot.match.game import Game, Timeouts
from bot.match.league.season import Stage
from bot.match.messages import Message, Notice
from bot.match.preferences import Away, PlayerPreferences
from bot.match.seat_calls import WantedCalls
from bot.process.clock import Clock, Millis
from bot.store import erasure, games, leagues, log, message_queue
from bot.store.connection.database import Database
from bot.store.connection.faults import with_retries
from bot.store.erasure import PersonalRows
from bot.store.people import player_preferences, prefer, set_aways
from bot.store.seat_calls import want_kinds
from bot.table.saving import Saver

PERSONAL_DATA_FORMAT = "kept-about/1"


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everybody's preferences. One per table."""

    database: Database
    timeouts: Timeouts
    clock: Clock

    async def of(self, user_id: int) -> PlayerPreferences:
        return await self.database.read(player_preferences, user_id)

    @with_retries
    async def set(
        self, user_id: int, changes: Mapping[str, str], calls: WantedCalls | None = None
    ) -> PlayerPreferences:
        """Change some of them, by name, and the calls that are wanted in a server, if given;
        returns all of them. Scheduled moments in their games are recomputed."""
        async with self.database.writing() as connection:
            await prefer(connection, user_id, changes, self.clock())
            if calls is not None:
                await want_kinds(connection, calls.guild_id, user_id, calls.kinds)
            await Saver(connection, self.timeouts, self.clock()).reschedule_games_of(user_id)
            return await player_preferences(connection, user_id)


class Absence(NamedTuple):
    """The absences of a person, as shown to them."""

    planned: tuple[Away, ...]
    """The absences that are not over yet."""
    left: int
    """For how many days in a row they could be away after that."""


@dataclass(frozen=True, slots=True)
class Absences:
    """Everybody's absences, set once for all their games: stored, with the next moment of each of
    their open games, and a notice in those that run. One per table."""

    database: Database
    timeouts: Timeouts
    clock: Clock
    on_change: Callable[[], None]

    async def of(self, user_id: int) -> Absence:
        preferences = await self.database.read(player_preferences, user_id)
        return _describe_absence(preferences.aways, self.clock())

    async def go(self, by: Actor, away: Away) -> Absence:
        """Be away then, in addition to what is already planned."""

        def add(aways: tuple[Away, ...], now: Millis) -> tuple[Away, ...]:
            wanted = merge_absences(aways, [away])
            if not fits_in_a_year(wanted):
                left = days_left(aways, away.since)
                raise Refused(Why.AWAY_TOO_LONG, most=MOST_DAYS, left=left)
            return wanted

        def notice(game: Game, seat: int, aways: tuple[Away, ...]) -> Notice:
            [whole] = (one for one in aways if one.since <= away.since < one.until)
            return absence_notice(game, seat, whole)

        return await self._change(by, add, notice)

    async def come_back(self, by: Actor) -> Absence:
        """Be back now, and for good: what is planned is dropped too."""

        def end(aways: tuple[Away, ...], now: Millis) -> tuple[Away, ...]:
            if not upcoming_absences(aways, now):
                raise Refused(Why.NOT_AWAY)
            return end_absences(aways, now)

        return await self._change(by, end, lambda game, seat, _: return_notice(game, seat))

    @with_retries
    async def _change(
        self,
        by: Actor,
        change: Callable[[tuple[Away, ...], Millis], tuple[Away, ...]],
        notice: Callable[[Game, int, tuple[Away, ...]], Notice],
    ) -> Absence:
        now = self.clock()
        async with self.database.writing() as connection:
            preferences = await player_preferences(connection, by.user_id, to_change=True)
            if await log.answer_to(connection, by.interaction_id) is not None:
                return _describe_absence(preferences.aways, now)
            aways = change(preferences.aways, now)
            if aways != preferences.aways:
                await set_aways(connection, by.user_id, aways, now)
                saver = Saver(connection, self.timeouts, now)
                playing = await saver.reschedule_games_of(by.user_id)
                for number, game in enumerate(playing):
                    # In the audit of each game the interaction has an id of its own.
                    part = f"{by.interaction_id}/{number}" if number else by.interaction_id
                    message = notice(game, game.seat_of(by.user_id), aways)
                    answer = Answer(game.id, message.done, game.ply)
                    author = replace(by, interaction_id=part)
                    await log.log_action(connection, answer, by=author, now=now)
                    if game.pause is None:  # else it is nobody's turn
                        await message_queue.enqueue(connection, game.channel_id, [message], now)
        self.on_change()
        return _describe_absence(aways, now)


def _describe_absence(aways: tuple[Away, ...], now: Millis) -> Absence:
    planned = upcoming_absences(aways, now)
    return Absence(planned, days_left(aways, planned[-1].until if planned else now))


@dataclass(frozen=True, slots=True)
class MissedNotes:
    """Messages that could not be sent to a person directly, kept until they show up. One per
    table."""

    database: Database
    clock: Clock

    async def of(self, user_id: int) -> Sequence[tuple[int, Message]]:
        """With their ids, for `note_read`."""
        return await self.database.read(message_queue.missed_notes, user_id)

    async def note_read(self, note_id: int) -> None:
        """From now on the note counts as delivered."""
        await self.database.change(message_queue.note_read, note_id, self.clock())


@dataclass(frozen=True, slots=True)
class PersonalData:
    """The data stored about people. One per table."""

    database: Database

    async def of(self, user_id: int) -> PersonalRows:
        """Everything in which this person appears."""
        return await self.database.view(erasure.personal_rows, user_id)

    @with_retries
    async def erase(self, user_id: int) -> None:
        """Forget this person: their settings, ratings and messages are gone, and in their games,
        which stay, they have neither name nor id. Refused while one of their games is open, or they
        take part in a season that runs."""
        async with self.database.writing() as connection:
            await erasure.hold_games(connection, user_id)
            if await games.open_games_of(connection, user_id, None, 1):
                raise Refused(Why.STILL_PLAYING)
            seasons = await leagues.seasons_of(connection, user_id)
            if any(season.stage is Stage.RUNNING for season in seasons):
                raise Refused(Why.STILL_PLAYING)
            await erasure.erase(connection, user_id)


def dump_personal_data(user_id: int, rows: PersonalRows) -> str:
    """For the person: rows by table, as JSON."""
    data = {"format": PERSONAL_DATA_FORMAT, "user_id": user_id, **rows}
    return dumps(data, ensure_ascii=False, indent=1)
