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
from bot.match.rules import replay, replay_to_end, rules_of
from bot.process.clock import Clock, Millis
from bot.store import games, log, message_queue
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.games import lock_game, open_game_in, require_game
from bot.store.log import NAMELESS, LoggedMove, recorded_of
from bot.store.spectators import watch_of
from bot.table.positions import Events, Position, Positions, State, load_events, position_of
from engine.games import AnyRules
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
    skipped: tuple[str, ...] = ()
    """The keys of the record that are unknown here."""


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """A position as it was read: its state, or what has to be replayed in a thread to get it."""

    game: Game
    ply: int
    last_move: LoggedMove | None
    state: State | None = None
    events: Events | None = None
    """None if they are only known by replaying."""
    recorded_game: Recorded | None = None


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
    played_at: Millis


def frames_of(
    rules: AnyRules, recorded_game: Recorded, seat: int | None = None, since: int = 0
) -> Iterator[ScoredFrame]:
    """Replay a game from its first position, or the one after this many plies, move by move. Slow:
    not for the event loop."""
    for state, events in islice(replay(rules, recorded_game), since, None):
        places = rules.places(state) if rules.to_act(state) is None else ()
        visible_events = rules.events_for(events, seat)
        yield ScoredFrame(rules.view(state, seat), visible_events, rules.scores(state), places)


def replay_record(kind: str, text: str) -> ReplayedGame:
    """Replay the game in a record. Raises RecordError. Slow as well."""
    rules = rules_of(kind)
    recorded_game = rules.records.read_record(text)
    return ReplayedGame(
        recorded_game.players,
        tuple(frames_of(rules, recorded_game)),
        recorded_game.ending,
        recorded_game.skipped,
    )


def seed_and_commitment(kind: str, text: str) -> tuple[str, str]:
    """Read the seed in a record, and the commitment that follows from it. Slow as well."""
    rules = rules_of(kind)
    recorded_game = rules.records.read_record(text)
    start = next(replay(rules, recorded_game))
    return recorded_game.seed, rules.commitment(start.state)


def _tell_story(
    game: Game,
    recorded_game: Recorded,
    moves: Sequence[LoggedMove],
    seat: int | None = None,
    since: int = 0,
) -> Story:
    """Put a game into frames; its start has no events, only a position. Slow as well."""
    rules = rules_of(game.kind)
    first_frame, *further_frames = frames_of(rules, recorded_game, seat, since)
    visible_moves = (
        replace(move, events=rules.event_log.text(frame.events))
        for move, frame in zip(moves[since:], further_frames, strict=True)
    )
    first_frame = first_frame if since else replace(first_frame, events=())
    return Story(game, (first_frame, *further_frames), tuple(visible_moves))


def _tell_moves(
    rules: AnyRules, moves: Sequence[LoggedMove], recorded_game: Recorded | None
) -> Sequence[PublicMove]:
    """Read the events from the log; if it was shortened, replay what was recorded. Slow as well."""
    if recorded_game is None:
        events_of_moves = (rules.event_log.parse(move.events) for move in moves)
    else:
        events_of_moves = (events for _, events in islice(replay(rules, recorded_game), 1, None))
    public_moves = []
    for move, events in zip(moves, events_of_moves, strict=True):
        visible_events = rules.events_for(events, None)
        points = tuple(rules.points(visible_events))
        public_moves.append(PublicMove(move.ply, move.seat, visible_events, points, move.played_at))
    return public_moves


def _last_turn(game: Game, moves: Sequence[LoggedMove], seat: int | None) -> int:
    """Find the ply of the last turn of this seat, or of the one before if nobody has moved since;
    for spectators, and for who has not moved, as long ago as a turn of everybody. Not more than a
    few rounds ago."""
    own_plies = [move.ply for move in moves if move.seat == seat and move.ply < len(moves)]
    ply = own_plies[-1] if own_plies else len(moves) - len(game.seats)
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
        """Find the open game of a channel or thread."""

        async def read(connection: AsyncConnection) -> Game | None:
            game_id = await open_game_in(connection, channel_id)
            return None if game_id is None else await require_game(connection, game_id)

        return await self.database.read(read)

    async def last_in(self, channel_id: int, kind: str | None = None) -> Game | None:
        """Find the open game of a channel or thread, else the one that ended last there; of one
        kind or of any."""
        return await self.database.view(games.last_game_in, channel_id, kind)

    async def open_in_server(
        self, guild_id: int, limit: int = 25, offset: int = 0
    ) -> tuple[Game, ...]:
        """List the open games of a server after `offset` others, the latest first."""
        return await self.database.view(games.open_games_in, guild_id, limit, offset)

    async def open_of(
        self, user_id: int, guild_id: int | None, limit: int = 25
    ) -> tuple[Game, ...]:
        """List the open games of a person, in one server or in all: first those in which it is
        their turn, then the latest."""
        return await self.database.view(games.open_games_of, user_id, guild_id, limit)

    async def ended_games_of(
        self, user_id: int, guild_id: int | None, limit: int = 25
    ) -> tuple[Game, ...]:
        """List the ended games of a person, the latest first."""
        return await self.database.view(games.ended_games_of, user_id, guild_id, limit)

    async def ended_games_in(self, channel_id: int) -> tuple[Game, ...]:
        """List the games of a channel and its threads that were started and are over, the oldest
        first."""
        async with self.database.viewing() as connection:
            return await games.ended_games_in(connection, channel_id)

    async def position(self, game_id: int, user_id: int | None, ply: int | None = None) -> Position:
        """Read the position after this many plies, or now, as this person, or a spectator, may see
        it. From then on it counts as shown."""
        position, _ = await self.look(game_id, user_id, ply)
        return position

    async def look(
        self,
        game_id: int,
        user_id: int | None,
        ply: int | None = None,
        may_look: Callable[[Game], object] = lambda _: None,
    ) -> tuple[Position, State]:
        """Read a position with its state, which nobody but the table sees."""

        async def read(connection: AsyncConnection) -> tuple[FoundPosition, bool]:
            game = await require_game(connection, game_id)
            may_look(game)
            found_position = await self._find(connection, game, ply)
            return found_position, await self._is_shown(connection, game, found_position.ply)

        async def read_and_mark() -> tuple[Position, State]:
            """Read first, then marked as shown: a WriteConflict when it has changed in between."""
            found_position, is_shown = await self.database.view(read)
            game = found_position.game
            state = found_position.state
            events = found_position.events
            await self._mark(game, found_position.ply, is_shown)
            if found_position.recorded_game is not None:
                rules = rules_of(game.kind)
                state, replayed_events = await asyncio.to_thread(
                    replay_to_end, rules, found_position.recorded_game
                )
                events = replayed_events if events is None else events
            seat = None if user_id is None else game.seat_for(user_id)
            return position_of(game, state, found_position.last_move, events or (), seat), state

        return await retry_on_conflict(read_and_mark)

    async def _is_shown(self, connection: AsyncConnection, game: Game, ply: int) -> bool:
        """Check whether it is already marked as shown, which is permanent."""
        if game.status is not Status.RUNNING or self.positions.is_shown(game, ply):
            return True
        return await message_queue.was_shown(connection, game.id, ply)

    async def _mark(self, game: Game, ply: int, is_shown: bool) -> None:
        async def mark(connection: AsyncConnection) -> None:
            await lock_game(connection, game)
            await message_queue.mark_shown(connection, game.id, ply, self.clock())

        if not is_shown:
            await self.database.write(mark)
        self.positions.note_shown(game, ply)

    async def _find(
        self, connection: AsyncConnection, game: Game, ply: int | None
    ) -> FoundPosition:
        if game.commitment is None:
            raise Refused(Why.WRONG_STATUS, status=game.status)
        ply = game.ply if ply is None else max(0, min(ply, game.ply))
        last_move = await log.current_move(connection, game.id, ply)
        if last_move is not None and last_move.shortened:
            record = await recorded_of(connection, game, ply)
            return FoundPosition(game, ply, last_move, recorded_game=record)
        events = await load_events(connection, game, last_move)
        state = self.positions.earlier(game, ply)
        if state is None and ply == game.ply:
            state = await self.positions.current(connection, game)
        recorded_game = await recorded_of(connection, game, ply) if state is None else None
        return FoundPosition(game, ply, last_move, state, events, recorded_game)

    async def story(self, game_id: int) -> Story:
        """Replay a game from its start to now as spectators may see it, in a thread."""
        return await asyncio.to_thread(_tell_story, *await self._read_all(game_id))

    async def since_last_turn(self, game_id: int, user_id: int) -> Story:
        """Replay a game from the last turn of this person to now, as they may see it."""
        game, recorded_game, moves = await self._read_all(game_id)
        seat = game.seat_for(user_id)
        since = _last_turn(game, moves, seat)
        return await asyncio.to_thread(_tell_story, game, recorded_game, moves, seat, since)

    async def _read_all(self, game_id: int) -> tuple[Game, Recorded, Sequence[LoggedMove]]:
        """Read a game that was started, to be replayed. From then on its last position counts as
        shown."""

        async def read() -> tuple[Game, Recorded, Sequence[LoggedMove]]:
            async with self.database.viewing() as connection:
                game = await require_game(connection, game_id)
                recorded_game = await recorded_of(connection, game)
                moves = await log.current_moves(connection, game_id, game.ply)
                is_shown = await self._is_shown(connection, game, game.ply)
            await self._mark(game, game.ply, is_shown)
            return game, recorded_game, moves

        return await retry_on_conflict(read)

    async def public_moves(self, game: Game) -> Sequence[PublicMove]:
        """Load every move that stands, with what it brought."""
        async with self.database.viewing() as connection:
            moves = await log.current_moves(connection, game.id, game.ply)
            was_shortened = any(move.shortened for move in moves)
            recorded_game = (
                await recorded_of(connection, game, len(moves)) if was_shortened else None
            )
        return await asyncio.to_thread(_tell_moves, rules_of(game.kind), moves, recorded_game)

    async def stands(self, game_id: int, branch: int, ply: int) -> bool:
        """Check whether no move up to this one of a branch has been taken back since."""
        async with self.database.viewing() as connection:
            game = await require_game(connection, game_id)
            return ply <= game.ply and await log.last_undone(connection, game_id, ply) <= branch

    async def record(self, game_id: int, names: tuple[str, ...] | None = None) -> str:
        """Write the public record of a started game, with other names for the players if they are
        given; without its secrets while the game is running. It shows what the last move revealed,
        so that counts as shown."""
        game, recorded_game, _ = await self._read_all(game_id)
        if names is not None:
            players = tuple(name or NAMELESS for name in names)
            recorded_game = replace(recorded_game, players=players)
        return await asyncio.to_thread(rules_of(game.kind).records.write_record, recorded_game)

    async def records(self, ended_games: Sequence[Game]) -> AsyncIterator[str]:
        """Write the public record of each of these games, which are over; written off the event
        loop."""
        for game in ended_games:
            async with self.database.viewing() as connection:
                current_game = await require_game(connection, game.id)
                recorded_game = await recorded_of(connection, current_game)
            yield await asyncio.to_thread(rules_of(game.kind).records.write_record, recorded_game)

    async def can_take_orders(self, game: Game) -> bool:
        """Check whether something is left to draw for which an order can be given. Nothing is
        shown."""
        orders = rules_of(game.kind).orders
        if orders is None or game.status is not Status.RUNNING:
            return False
        async with self.database.viewing() as connection:
            return bool(orders.kinds(await self.positions.current(connection, game)))

    async def lobby_post(self, game: Game) -> int | None:
        """Find the last post of the invitation, if one was delivered."""
        return await self.database.read(message_queue.lobby_post, game.id, game.channel_id)

    async def board_post(self, game: Game) -> int | None:
        """Find the post of the current board, if it was delivered to where the game continues, or
        else that of the live board."""
        position = (game.id, game.channel_id, game.ply, game.branch)
        post = await self.database.read(message_queue.board_post, *position)
        return await self.live_post(game) if post is None else post

    async def live_post(self, game: Game) -> int | None:
        """Find the post of the live board where the game continues, if there is one."""
        return await self.database.read(message_queue.live_post, game.id, game.channel_id)

    async def watching(self, game_id: int, user_id: int) -> Watch:
        """Find the messages that this person gets about a game they watch."""
        return await self.database.read(watch_of, game_id, user_id)
