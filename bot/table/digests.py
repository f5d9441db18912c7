"""Digests for spectators: planned once a day, and read when they are delivered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.match.game import Game
from bot.match.messages import Digest
from bot.process.clock import Clock, Millis
from bot.store import digests, message_queue
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import load_games
from bot.table.channels import parse_settings
from bot.table.games import Games, PublicMove


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game that a digest tells of."""

    game: Game
    moves: Sequence[PublicMove]
    """Those that stand, from the start."""

    @property
    def scores(self) -> tuple[int, ...]:
        points = [move.points for move in self.moves]
        nothing = (0,) * len(self.game.seats)
        return tuple(map(sum, zip(nothing, *points, strict=True)))

    def moves_between(self, since: Millis, until: Millis) -> list[PublicMove]:
        return [move for move in self.moves if since <= move.played_at < until]


@dataclass(frozen=True, slots=True)
class Digests:
    """Digests of all channels. One per table."""

    database: Database
    games: Games
    clock: Clock
    on_change: Callable[[], None]

    async def look_after(self, channel_id: int) -> None:
        """Queue the digest that is due in a channel, if anything was played there since the last
        one, and plan the next, in one transaction: so each is queued once, by any of the
        processes. What was missed while the bot was down is told in one."""
        now = self.clock()

        async def queue(connection: AsyncConnection) -> bool:
            due = await digests.due_digest(connection, channel_id, now)
            if due is None:
                return False
            next_at = parse_settings(due.settings).digest_after(now)
            game_id = await digests.game_played_last(connection, channel_id, due.since, now)
            if next_at is None or game_id is None:
                await digests.plan_digest(connection, channel_id, next_at)
                return False
            waiting = await message_queue.withdraw_digests(connection, channel_id, now)
            since = min([due.since, *(digest.since for digest in waiting)])
            digest = Digest(game_id, channel_id, since, now)
            await message_queue.enqueue(connection, channel_id, [digest], now)
            await digests.plan_digest(connection, channel_id, next_at, not_before=now)
            return True

        if await self.database.change(queue):
            self.on_change()

    async def games_told(self, digest: Digest) -> Sequence[Game]:
        """List the games that a digest may tell of: those of its channel and the threads there that
        run, or have ended since the last one, first those in which a move was made last."""

        async def read(connection: AsyncConnection) -> Sequence[Game]:
            window = (digest.since, digest.until)
            ids = await digests.games_in_digest(connection, digest.channel_id, *window)
            return await load_games(connection, ids)

        return await self.database.view(read)

    async def tell(self, game: Game) -> ToldGame:
        return ToldGame(game, await self.games.public_moves(game))
