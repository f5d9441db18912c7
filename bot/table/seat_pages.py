"""Web pages of seats: who may play on one.

A player gets a link, which is good for ten minutes and once. It opens a session, which lasts until
it has not been used for a month, or the seat is no longer that player's. After the end of a game
it shows for a while how that ended.
"""

from dataclasses import dataclass
from secrets import token_urlsafe

from bot.match.game import OPEN, Game
from bot.match.permissions import seat_in_play
from bot.process.clock import DAY, HOUR, SECOND, Clock, Millis
from bot.store import seat_passes
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import require_game
from bot.store.seat_passes import SeatPass

# In bytes of chance.
TOKEN_LENGTH = 32
LINK_LASTS = 600 * SECOND
SESSION_LASTS = 30 * DAY
# How old what is stored about its last use may be.
PROLONGED_AFTER = DAY
# How long a session shows how its game ended.
SEEN_AFTER_END = HOUR
# The links and sessions of one person in one game; with more, the oldest end.
MOST_PASSES = 12


@dataclass(frozen=True, slots=True)
class SeatSession:
    """Somebody at the page of their seat."""

    game: Game
    seat: int
    user_id: int


@dataclass(frozen=True, slots=True)
class SeatPages:
    """The pages of all seats. One per table."""

    database: Database
    clock: Clock

    async def invite(self, game_id: int, user_id: int) -> str:
        """Make a link to the page of this player's seat; returns its token. Refused if they are not
        playing, or the channel of the game is lost."""
        token = token_urlsafe(TOKEN_LENGTH)

        async def make(connection: AsyncConnection) -> None:
            game = await require_game(connection, game_id)
            seat = seat_in_play(game, user_id, paused=not game.lost)
            now = self.clock()
            admits = SeatPass(game_id, seat, user_id, now + LINK_LASTS)
            await self._save(connection, token, admits, now, is_link=True)

        await self.database.change(make)
        return token

    async def look_at_link(self, token: str) -> SeatSession | None:
        """Find where a link leads, without using it; None if it leads nowhere any more."""

        async def look(connection: AsyncConnection) -> SeatSession | None:
            admits = await seat_passes.load_pass(connection, token, self.clock(), is_link=True)
            return None if admits is None else await _session(connection, admits)

        return await self.database.view(look)

    async def enter(self, link_token: str) -> tuple[str, SeatSession] | None:
        """Use a link to open a session; returns the token of the session. None if the link leads
        nowhere any more."""
        token = token_urlsafe(TOKEN_LENGTH)

        async def enter(connection: AsyncConnection) -> SeatSession | None:
            now = self.clock()
            admits = await seat_passes.spend_link(connection, link_token, now)
            session = None if admits is None else await _session(connection, admits)
            if admits is not None and session is not None:
                admits = admits._replace(good_until=now + SESSION_LASTS)
                await self._save(connection, token, admits, now, is_link=False)
            return session

        session = await self.database.change(enter)
        return None if session is None else (token, session)

    async def find(self, token: str, game_id: int, seat: int) -> SeatSession | None:
        """Find whose session at this seat it is; None if it has ended."""
        now = self.clock()

        async def find(connection: AsyncConnection) -> tuple[SeatSession | None, Millis]:
            admits = await seat_passes.load_pass(connection, token, now, is_link=False)
            if admits is None or (admits.game_id, admits.seat) != (game_id, seat):
                return None, 0
            return await _session(connection, admits), admits.good_until

        session, good_until = await self.database.view(find)
        is_old = good_until < now + SESSION_LASTS - PROLONGED_AFTER
        if session is not None and session.game.status in OPEN and is_old:
            await self.database.change(seat_passes.prolong_session, token, now + SESSION_LASTS)
        return session

    async def count_of(self, user_id: int) -> int:
        """Count the open sessions of a person."""
        return await self.database.read(seat_passes.count_sessions, user_id, self.clock())

    async def end_all(self, user_id: int) -> None:
        """End all links and sessions of a person."""
        await self.database.change(seat_passes.remove_passes_of, user_id)

    async def _save(
        self,
        connection: AsyncConnection,
        token: str,
        admits: SeatPass,
        now: Millis,
        *,
        is_link: bool,
    ) -> None:
        too_many = await seat_passes.oldest_passes(
            connection, admits.game_id, admits.user_id, MOST_PASSES - 1
        )
        await seat_passes.remove_passes(connection, too_many)
        await seat_passes.save_pass(connection, token, admits, now, is_link=is_link)


async def _session(connection: AsyncConnection, admits: SeatPass) -> SeatSession | None:
    """Read the game of a pass; None if its owner no longer plays there, or as long as the channel
    of the game is lost."""
    game = await require_game(connection, admits.game_id)
    if game.lost or not game.plays(admits.user_id) or game.seat_of(admits.user_id) != admits.seat:
        return None
    return SeatSession(game, admits.seat, admits.user_id)
