"""Limits on invitations: how many one person may have open, how many threads they are given, how
many games they may play against computer players, and who is pinged.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from bot.match.actions import Actor, Done
from bot.match.errors import Refused, Why
from bot.match.game import Game, Seat, Status
from bot.match.messages import LobbyPost, Message
from bot.process.clock import HOUR, Clock, Millis
from bot.store import limits
from bot.store.connection.database import AsyncConnection, Database

# The invitations of one person that can be open at the same time.
MOST_OPEN = 20
# The threads made for one person within the time after which somebody can be pinged again.
MOST_THREADS = 5
# The games that one person may play against computer players at the same time. Games that are
# paused do not count, as nobody thinks about them.
MOST_AGAINST_COMPUTERS = 6
# The time after which a person can be pinged again.
AGAIN_AFTER = HOUR


@dataclass(frozen=True, slots=True)
class Invitations:
    """Everybody's invitations. One per table."""

    database: Database
    clock: Clock

    async def may_have_thread(self, by: Actor) -> None:
        """Refuse while too many were made for this person."""
        since = self.clock() - AGAIN_AFTER
        thread_times = await self.database.read(limits.thread_times, by.user_id, since)
        if len(thread_times) >= MOST_THREADS:
            at = thread_times[-MOST_THREADS] + AGAIN_AFTER
            raise Refused(Why.TOO_MANY_THREADS, most=MOST_THREADS, at=at)

    async def unpinged_guests(self, game: Game) -> tuple[int, ...]:
        """List the people invited without a ping."""
        guests = [seat.user_id for seat in game.seats if seat.user_id and not seat.taken]
        pinged = await self.database.read(limits.people_pinged_for, game.id) if guests else ()
        return tuple(user for user in guests if user not in pinged)


async def may_invite(connection: AsyncConnection, by: Actor) -> None:
    """Refuse while too many invitations of this person are open."""
    if await limits.count_open(connection, by.user_id) >= MOST_OPEN:
        raise Refused(Why.TOO_MANY_INVITATIONS, most=MOST_OPEN)


async def may_start_playing(
    connection: AsyncConnection, before: Game, after: Game, by: Actor, done: Done
) -> None:
    """Refuse when a game against computer players would begin, or a player would resume it, and one
    of its people already plays as many as they may. Whoever joins a lobby is refused as early as
    then. What a moderator halted can always be resumed."""
    is_running = after.status is Status.RUNNING and after.pause is None
    begins = is_running and (before.status is Status.LOBBY or before.pause not in (None, "halted"))
    if begins or done is Done.JOINED:
        await may_play_computers(connection, after.seats, by)


async def may_play_computers(connection: AsyncConnection, seats: Iterable[Seat], by: Actor) -> None:
    """Refuse when there are computer players, and the person who acts already plays against as many
    as they may; when every seat is taken, also when anybody else does who plays."""
    seats = tuple(seats)
    if all(seat.computer is None for seat in seats):
        return
    begins = all(seat.taken for seat in seats)
    people = {by.user_id: by.name}
    if begins:
        people |= {seat.user_id: seat.name for seat in seats if seat.user_id and seat.plays}
    counts = await limits.games_against_computers(connection, people)
    full = [user for user, count in counts.items() if count >= MOST_AGAINST_COMPUTERS]
    if by.user_id in full:
        raise Refused(Why.TOO_MANY_AGAINST_COMPUTERS, most=MOST_AGAINST_COMPUTERS)
    if full:
        why = Why.PLAYS_TOO_MANY_AGAINST_COMPUTERS
        raise Refused(why, player=people[full[0]], most=MOST_AGAINST_COMPUTERS)


async def recently_pinged(connection: AsyncConnection, by: Actor, now: Millis) -> frozenset[int]:
    """List the people whom this person's next invitation does not ping."""
    return await limits.people_pinged_by(connection, by.user_id, now - AGAIN_AFTER)


def without_lobby_pings(
    messages: Iterable[Message], people: Collection[int]
) -> tuple[Message, ...]:
    """Return the messages with these people removed from the mentions of the invitation."""
    return tuple(
        replace(message, mention=tuple(user for user in message.mention if user not in people))
        if isinstance(message, LobbyPost)
        else message
        for message in messages
    )
