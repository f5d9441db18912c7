"""Looking at games: one position, the whole story, the record, lists of them.

Everything is limited to what one seat, or spectators, may know. The last position of a running game
counts as shown once anybody has looked at it. Nothing is changed in a game.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from bot.match.actions import Watch
from bot.match.errors import Refused, Why
from bot.match.game import Game, Status
from bot.match.rules import Rules, replay, replay_to_end, rules_of
from bot.process.clock import Clock
from bot.store import games, log, message_queue
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.games import lock_game, open_game_in, require_game
from bot.store.log import LoggedMove, recorded_of
from bot.store.spectators import watch_of
from bot.table.positions import Events, Position, Positions, State, load_events, position_of
from engine.recorded import Ending, Recorded
from render.tables.replay import Frame

# The most moves that are told of those since somebody's last turn.
MOST_SINCE = 12


@dataclass(frozen=True, slots=True)
class ScoredFrame(Frame[Any, Any]):
    """A position as spectators see it, and what they may know of the events that led to it."""

    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    """The place of each seat, if the rules have ended the game."""


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game read from a record."""

    players: tuple[str, ...]
    frames: tuple[ScoredFrame, ...]
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """A position as it was read: its state, or what has to be replayed in a thread to get it."""

    game: Game
    ply: int
    last: LoggedMove | None
    state: State | None = None
    events: Events | None = None
    """None if they are only known by replaying."""
    recorded: Recorded | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """A game from its start, or from a later position, to now, as one seat or spectators may see
    it."""

    game: Game
    frames: tuple[ScoredFrame, ...]
    moves: tuple[LoggedMove, ...]
    """The move that led to each frame but the first."""


@dataclass(frozen=True, slots=True)
class PublicMove:
    """A move that stands, and what everybody may know of what happened in it."""

    ply: int
    seat: int
    events: Events
    points: tuple[int, ...]
    """The points it brought each seat."""


def frames_of(
    rules: Rules, recorded: Recorded, seat: int | None = None, since: int = 0
) -> Iterator[ScoredFrame]:
    """The game from its first position, or the one after this many plies, move by move. Slow: not
    for the event loop."""
    for state, events in islice(replay(rules, recorded), since, None):
        places = rules.places(state) if rules.to_act(state) is None else ()
        seen = rules.events_for(events, seat)
        yield ScoredFrame(rules.view(state, seat), seen, rules.scores(state), places)


def replay_record(kind: str, text: str) -> ReplayedGame:
    """The game in a record. Raises RecordError. Slow as well."""
    rules = rules_of(kind)
    recorded = rules.records.read_record(text)
    return ReplayedGame(recorded.players, tuple(frames_of(rules, recorded)), recorded.ending)


def seed_and_commitment(kind: str, text: str) -> tuple[str, str]:
    """The seed in a record, and the commitment that follows from it. Slow as well."""
    rules = rules_of(kind)
    recorded = rules.records.read_record(text)
    start = next(replay(rules, recorded))
    return recorded.seed, rules.commitment(start.state)


def _tell_story(
    game: Game,
    recorded: Recorded,
    moves: Sequence[LoggedMove],
    seat: int | None = None,
    since: int = 0,
) -> Story:
    """The start of a game has no events, only a position. Slow as well."""
    rules = rules_of(game.kind)
    first, *others = frames_of(rules, recorded, seat, since)
    seen = (
        replace(move, events=rules.event_log.text(frame.events))
        for move, frame in zip(moves[since:], others, strict=True)
    )
    first = first if since else replace(first, events=())
    return Story(game, (first, *others), tuple(seen))


def _tell_moves(
    rules: Rules, moves: Sequence[LoggedMove], recorded: Recorded | None
) -> Sequence[PublicMove]:
    """From the log; if it was shortened, from replaying what was recorded. Slow as well."""
    if recorded is None:
        happened = (rules.event_log.parse(move.events) for move in moves)
    else:
        happened = (events for _, events in islice(replay(rules, recorded), 1, None))
    found = []
    for move, events in zip(moves, happened, strict=True):
        seen = rules.events_for(events, None)
        found.append(PublicMove(move.ply, move.seat, seen, tuple(rules.points(seen))))
    return found


def _last_turn(game: Game, moves: Sequence[LoggedMove], seat: int | None) -> int:
    """The ply of the last turn of this seat, or of the one before if nobody has moved since; for
    spectators, and for who has not moved, as long ago as a turn of everybody. Not more than a few
    rounds ago."""
    own = [move.ply for move in moves if move.seat == seat and move.ply < len(moves)]
    ply = own[-1] if own else len(moves) - len(game.seats)
    return max(0, ply, len(moves) - MOST_SINCE)


@dataclass(eq=False)
class Games:
    """All games. One per table."""

    database: Database
    positions: Positions
    clock: Clock

    async def get(self, game_id: int) -> Game:
        return await self.database.read(require_game, game_id)

    async def open_in(self, channel_id: int) -> Game | None:
        """The open game of a channel or thread."""

        async def read(connection: AsyncConnection) -> Game | None:
            game_id = await open_game_in(connection, channel_id)
            return None if game_id is None else await require_game(connection, game_id)

        return await self.database.read(read)

    async def last_in(self, channel_id: int) -> Game | None:
        """The open game of a channel or thread, else the one that ended last there."""
        return await self.database.view(games.last_game_in, channel_id)

    async def open_in_server(
        self, guild_id: int, limit: int = 25, offset: int = 0
    ) -> tuple[Game, ...]:
        """The open games of a server after `offset` others, the latest first."""
        return await self.database.view(games.open_games_in, guild_id, limit, offset)

    async def open_of(
        self, user_id: int, guild_id: int | None, limit: int = 25
    ) -> tuple[Game, ...]:
        """The open games of a person, in one server or in all: first those in which it is their
        turn, then the latest."""
        return await self.database.view(games.open_games_of, user_id, guild_id, limit)

    async def ended_games_of(
        self, user_id: int, guild_id: int | None, limit: int = 25
    ) -> tuple[Game, ...]:
        """The ended games of a person, the latest first."""
        return await self.database.view(games.ended_games_of, user_id, guild_id, limit)

    async def ended_games_in(self, channel_id: int) -> tuple[Game, ...]:
        """The games of a channel and its threads that were started and are over, the oldest
        first."""
        async with self.database.viewing() as connection:
            return await games.ended_games_in(connection, channel_id)

    async def position(self, game_id: int, user_id: int | None, ply: int | None = None) -> Position:
        """The position after this many plies, or now, as this person, or a spectator, may see it.
        From then on it counts as shown."""
        position, _ = await self.look(game_id, user_id, ply)
        return position

    async def look(
        self,
        game_id: int,
        user_id: int | None,
        ply: int | None = None,
        may_look: Callable[[Game], object] = lambda _: None,
    ) -> tuple[Position, State]:
        """A position with its state, which nobody but the table sees."""

        async def read(connection: AsyncConnection) -> tuple[FoundPosition, bool]:
            game = await require_game(connection, game_id)
            may_look(game)
            found = await self._find(connection, game, ply)
            return found, await self._is_shown(connection, game, found.ply)

        async def read_and_mark() -> tuple[Position, State]:
            """Read first, then marked as shown: a WriteConflict when it has changed in between."""
            found, shown = await self.database.view(read)
            game = found.game
            state = found.state
            events = found.events
            await self._mark(game, found.ply, shown)
            if found.recorded is not None:
                rules = rules_of(game.kind)
                state, replayed = await asyncio.to_thread(replay_to_end, rules, found.recorded)
                events = replayed if events is None else events
            seat = None if user_id is None else game.seat_for(user_id)
            return position_of(game, state, found.last, events or (), seat), state

        return await retry_on_conflict(read_and_mark)

    async def _is_shown(self, connection: AsyncConnection, game: Game, ply: int) -> bool:
        """True if it is already marked as shown, which is permanent."""
        if game.status is not Status.RUNNING or self.positions.is_shown(game, ply):
            return True
        return await message_queue.was_shown(connection, game.id, ply)

    async def _mark(self, game: Game, ply: int, shown: bool) -> None:
        async def mark(connection: AsyncConnection) -> None:
            await lock_game(connection, game)
            await message_queue.mark_shown(connection, game.id, ply, self.clock())

        if not shown:
            await self.database.write(mark)
        self.positions.note_shown(game, ply)

    async def _find(
        self, connection: AsyncConnection, game: Game, ply: int | None
    ) -> FoundPosition:
        if game.commitment is None:
            raise Refused(Why.WRONG_STATUS, status=game.status)
        ply = game.ply if ply is None else max(0, min(ply, game.ply))
        last = await log.standing_move(connection, game.id, ply)
        if last is not None and last.shortened:
            record = await recorded_of(connection, game, ply)
            return FoundPosition(game, ply, last, recorded=record)
        events = await load_events(connection, game, last)
        state = self.positions.earlier(game, ply)
        if state is None and ply == game.ply:
            state = await self.positions.current(connection, game)
        recorded = await recorded_of(connection, game, ply) if state is None else None
        return FoundPosition(game, ply, last, state, events, recorded)

    async def story(self, game_id: int) -> Story:
        """The game from its start to now as spectators may see it, replayed in a thread."""
        return await asyncio.to_thread(_tell_story, *await self._read_all(game_id))

    async def since_last_turn(self, game_id: int, user_id: int) -> Story:
        """The game from the last turn of this person to now, as they may see it."""
        game, recorded, moves = await self._read_all(game_id)
        seat = game.seat_for(user_id)
        since = _last_turn(game, moves, seat)
        return await asyncio.to_thread(_tell_story, game, recorded, moves, seat, since)

    async def _read_all(self, game_id: int) -> tuple[Game, Recorded, Sequence[LoggedMove]]:
        """A game that was started, to be replayed. From then on its last position counts as
        shown."""

        async def read() -> tuple[Game, Recorded, Sequence[LoggedMove]]:
            async with self.database.viewing() as connection:
                game = await require_game(connection, game_id)
                recorded = await recorded_of(connection, game)
                moves = await log.standing_moves(connection, game_id, game.ply)
                shown = await self._is_shown(connection, game, game.ply)
            await self._mark(game, game.ply, shown)
            return game, recorded, moves

        return await retry_on_conflict(read)

    async def public_moves(self, game: Game) -> Sequence[PublicMove]:
        """Every move that stands, with what it brought."""
        async with self.database.viewing() as connection:
            moves = await log.standing_moves(connection, game.id, game.ply)
            shortened = any(move.shortened for move in moves)
            recorded = await recorded_of(connection, game, len(moves)) if shortened else None
        return await asyncio.to_thread(_tell_moves, rules_of(game.kind), moves, recorded)

    async def stands(self, game_id: int, branch: int, ply: int) -> bool:
        """True if no move up to this one of a branch has been taken back since."""
        async with self.database.viewing() as connection:
            game = await require_game(connection, game_id)
            return ply <= game.ply and await log.last_undone(connection, game_id, ply) <= branch

    async def record(self, game_id: int) -> str:
        """The public record of a started game; without its secrets while the game is running. It
        shows what the last move revealed, so that counts as shown."""
        game, recorded, _ = await self._read_all(game_id)
        return await asyncio.to_thread(rules_of(game.kind).records.write_record, recorded)

    async def records(self, ended: Sequence[Game]) -> AsyncIterator[str]:
        """The public record of each of these games, which are over; written off the event loop."""
        for game in ended:
            async with self.database.viewing() as connection:
                now = await require_game(connection, game.id)
                recorded = await recorded_of(connection, now)
            yield await asyncio.to_thread(rules_of(game.kind).records.write_record, recorded)

    async def can_take_orders(self, game: Game) -> bool:
        """True if something is left to draw for which an order can be given. Nothing is shown."""
        orders = rules_of(game.kind).orders
        if orders is None or game.status is not Status.RUNNING:
            return False
        async with self.database.viewing() as connection:
            return bool(orders.kinds(await self.positions.current(connection, game)))

    async def lobby_post(self, game: Game) -> int | None:
        """The last post of the invitation, if one was delivered."""
        return await self.database.read(message_queue.lobby_post, game.id, game.channel_id)

    async def board_post(self, game: Game) -> int | None:
        """The post of the current board, if it was delivered to where the game continues."""
        place = (game.id, game.channel_id, game.ply, game.branch)
        return await self.database.read(message_queue.board_post, *place)

    async def watching(self, game_id: int, user_id: int) -> Watch:
        """The messages that this person gets about a game they watch."""
        return await self.database.read(watch_of, game_id, user_id)
