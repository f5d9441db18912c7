"""A person's belongings across all their games: preferences, absences, messages that could not be
sent to them, and everything that is stored about them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from json import JSONEncoder
from typing import NamedTuple

from bot.match import absences
from bot.match.actions import Actor, Answer
from bot.match.announcing import announce_absence
from bot.match.errors import Refused, Why
from bot.match.game import Timeouts
from bot.match.league.season import Stage
from bot.match.messages import Message
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


class Absence(NamedTuple):
    """Absences of a person, as shown to them."""

    planned: tuple[Away, ...]
    """The absences that are not over yet."""
    left: int
    """For how many days in a row they could be away after that."""


@dataclass(frozen=True, slots=True)
class People:
    """Everybody at one table."""

    database: Database
    timeouts: Timeouts
    clock: Clock
    on_change: Callable[[], None]

    async def preferences(self, user_id: int) -> PlayerPreferences:
        return await self.database.read(player_preferences, user_id)

    @with_retries
    async def prefer(
        self, user_id: int, changes: Mapping[str, str], calls: WantedCalls | None = None
    ) -> PlayerPreferences:
        """Change some preferences, by name, and the calls that are wanted in a server, if given;
        returns all of them. Scheduled moments in their games are recomputed."""
        async with self.database.writing() as connection:
            await prefer(connection, user_id, changes, self.clock())
            if calls is not None:
                await want_kinds(connection, calls.guild_id, user_id, calls.kinds)
            await Saver(connection, self.timeouts, self.clock()).reschedule_games_of(user_id)
            return await player_preferences(connection, user_id)

    # Absences are set once for all games of a person: stored, with the next moment of each of their
    # open games, and a notice in those that run.

    async def absence(self, user_id: int) -> Absence:
        return _describe_absence((await self.preferences(user_id)).aways, self.clock())

    async def go_away(self, by: Actor, away: Away) -> Absence:
        """Be away then, in addition to what is already planned."""
        return await self._change_absences(by, away)

    async def come_back(self, by: Actor) -> Absence:
        """Be back now, and for good: what is planned is dropped too."""
        return await self._change_absences(by, None)

    @with_retries
    async def _change_absences(self, by: Actor, away: Away | None) -> Absence:
        now = self.clock()
        async with self.database.writing() as connection:
            before = (await player_preferences(connection, by.user_id, to_change=True)).aways
            if await log.answer_to(connection, by.interaction_id) is not None:
                return _describe_absence(before, now)
            aways = absences.end_absences(before, now)
            if away is not None:
                aways = absences.merge_absences(before, [away])
                if not absences.fits_in_a_year(aways):
                    days_left = absences.days_left(before, away.since)
                    raise Refused(Why.AWAY_TOO_LONG, most=absences.MOST_DAYS, left=days_left)
            elif not absences.upcoming_absences(before, now):
                raise Refused(Why.NOT_AWAY)
            if aways != before:
                # One that touches others is announced with them.
                whole_absence = away and next(
                    absence for absence in aways if absence.until > away.since
                )
                await set_aways(connection, by.user_id, aways, now)
                saver = Saver(connection, self.timeouts, now)
                playing = await saver.reschedule_games_of(by.user_id)
                for number, game in enumerate(playing):
                    # In the audit of each game the interaction has an id of its own.
                    part = f"{by.interaction_id}/{number}" if number else by.interaction_id
                    message = announce_absence(game, game.seat_of(by.user_id), whole_absence)
                    answer = Answer(game.id, message.done, game.ply)
                    author = replace(by, interaction_id=part)
                    await log.log_action(connection, answer, by=author, now=now)
                    if game.pause is None:  # else it is nobody's turn
                        await message_queue.enqueue(connection, game.channel_id, [message], now)
        self.on_change()
        return _describe_absence(aways, now)

    async def missed_notes(self, user_id: int) -> Sequence[tuple[int, Message]]:
        """List the messages that could not be sent to a person directly, kept until they show up;
        with their ids, for `note_read`."""
        return await self.database.read(message_queue.missed_notes, user_id)

    async def note_read(self, note_id: int) -> None:
        """Count the note as delivered from now on."""
        await self.database.change(message_queue.note_read, note_id, self.clock())

    async def personal_data(self, user_id: int) -> PersonalRows:
        """Read everything in which this person appears."""
        async with self.database.viewing() as connection:
            return await erasure.personal_rows(connection, user_id)

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


def _describe_absence(aways: tuple[Away, ...], now: Millis) -> Absence:
    planned = absences.upcoming_absences(aways, now)
    return Absence(planned, absences.days_left(aways, planned[-1].until if planned else now))


def dump_personal_data(user_id: int, rows: PersonalRows) -> Iterator[str]:
    """Dump the rows for the person, by table, as JSON in many short parts. Slow for somebody who
    has played for years."""
    data = {"format": PERSONAL_DATA_FORMAT, "user_id": user_id, **rows}
    return JSONEncoder(ensure_ascii=False, indent=1).iterencode(data)
