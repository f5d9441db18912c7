"""Looking at one game: positions, what led to them, and the whole story.

Everything is limited to what one seat, or spectators, may know. The last position of a running game
counts as shown once anybody has looked at it. Knows no rule of a game and no SQL, and changes
nothing in a game.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.match.actions import Watch
from bot.match.errors import Refused, Why
from bot.match.game import Game, Status, seat_for
from bot.match.rules import Rules, Transition, rules_of
from bot.process.clock import Clock
from bot.store import games, log, message_queue
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.games import lock_game, open_game_in, require_game
from bot.store.log import LoggedMove, recorded_of
from bot.store.spectators import watch_of
from bot.table.deciding.positions import Positions, State, replay_to
from bot.table.reading.replaying import ScoredFrame, frames_of
from engine.recorded import Recorded

Events = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A position as one seat, or a spectator, may see it."""

    game: Game
    ply: int
    view: Any
    scores: tuple[int, ...]
    last: LoggedMove | None
    """The move that led here."""
    events: Events
    """What happened in that move, within what the viewer may know."""
    seat: int | None
    """The seat of the viewer; None for a spectator."""


@dataclass(frozen=True, slots=True)
class Story:
    """A game from its start to now, as spectators may see it."""

    game: Game
    frames: tuple[ScoredFrame, ...]
    moves: tuple[LoggedMove, ...]
    """The move that led to each frame but the first."""


class Games:
    """All games, one at a time. One per table."""

    def __init__(self, database: Database, positions: Positions, clock: Clock) -> None:
        self._database = database
        self._positions = positions
        self._clock = clock

    async def get(self, game_id: int) -> Game:
        async with self._database.reading() as connection:
            return await require_game(connection, game_id)

    async def open_in(self, channel_id: int) -> Game | None:
        """The open game of a channel or thread."""
        async with self._database.reading() as connection:
            game_id = await open_game_in(connection, channel_id)
            return None if game_id is None else await require_game(connection, game_id)

    async def last_in(self, channel_id: int) -> Game | None:
        """The open game of a channel or thread, else the one that ended last there."""
        async with self._database.viewing() as connection:
            return await games.last_game_in(connection, channel_id)

    async def position(self, game_id: int, user_id: int | None, ply: int | None = None) -> Position:
        """What this person, or a spectator, may see after this many plies, or now. From then on it
        counts as shown."""
        position, _ = await retry_on_conflict(lambda: self.shown(game_id, user_id, ply))
        return position

    async def story(self, game_id: int) -> Story:
        """The game from its start to now as spectators may see it, replayed in a thread."""
        return await retry_on_conflict(lambda: self._told(game_id))

    async def can_take_orders(self, game: Game) -> bool:
        """Whether something is left to draw for which an order can be given. Nothing is shown."""
        rules = rules_of(game.kind)
        if not rules.takes_orders or game.status is not Status.RUNNING:
            return False
        async with self._database.viewing() as connection:
            return bool(rules.kinds(await self._positions.current(connection, game)))

    async def board_post(self, game: Game) -> int | None:
        """The post of the current board, if it was delivered to where the game continues."""
        async with self._database.reading() as connection:
            place = (game.id, game.channel_id, game.ply, game.branch)
            return await message_queue.board_post(connection, *place)

    async def watching(self, game_id: int, user_id: int) -> Watch:
        """What this person is sent about a game they watch."""
        async with self._database.reading() as connection:
            return await watch_of(connection, game_id, user_id)

    async def record(self, game_id: int) -> str:
        """The public record of a started game; without its secrets while the game is running. It
        shows what the last move revealed, so that counts as shown."""
        return await retry_on_conflict(lambda: self._recorded(game_id))

    async def records(self, ended: Sequence[Game]) -> AsyncIterator[str]:
        """The public record of each of these games, which are over; written off the event loop."""
        for game in ended:
            async with self._database.viewing() as connection:
                now = await require_game(connection, game.id)
                recorded = await recorded_of(connection, now)
            yield await asyncio.to_thread(rules_of(game.kind).write_record, recorded)

    async def _recorded(self, game_id: int) -> str:
        async with self._database.viewing() as connection:
            game = await require_game(connection, game_id)
            recorded = await recorded_of(connection, game)
            shown = await self._is_shown(connection, game, game.ply)
        await self._mark(game, game.ply, shown)
        return await asyncio.to_thread(rules_of(game.kind).write_record, recorded)

    async def _told(self, game_id: int) -> Story:
        async with self._database.viewing() as connection:
            game = _started(await require_game(connection, game_id))
            moves = await log.standing_moves(connection, game_id, game.ply)
            recorded = await recorded_of(connection, game)
            shown = await self._is_shown(connection, game, game.ply)
        story = await asyncio.to_thread(_retold, game, recorded, moves)
        await self._mark(game, game.ply, shown)
        return story

    async def shown(
        self,
        game_id: int,
        user_id: int | None,
        ply: int | None,
        may_look: Callable[[Game], None] = lambda _: None,
    ) -> tuple[Position, State]:
        """A position with its state, which nobody but the table sees. It is read first, then marked
        as shown: a WriteConflict when it has changed in between."""

        async def look(connection: AsyncConnection) -> tuple[Position, State, bool]:
            game = await require_game(connection, game_id)
            may_look(game)
            position, state = await self._position(connection, _started(game), user_id, ply)
            return position, state, await self._is_shown(connection, game, position.ply)

        position, state, shown = await self._database.view(look)
        await self._mark(position.game, position.ply, shown)
        return position, state

    async def _is_shown(self, connection: AsyncConnection, game: Game, ply: int) -> bool:
        """Whether it is already marked as shown, which is permanent."""
        if game.status is not Status.RUNNING or self._positions.is_shown(game, ply):
            return True
        return await message_queue.was_shown(connection, game.id, ply)

    async def _mark(self, game: Game, ply: int, shown: bool) -> None:
        async def mark(connection: AsyncConnection) -> None:
            await lock_game(connection, game)
            await message_queue.mark_shown(connection, game.id, ply, self._clock())

        if not shown:
            await self._database.write(mark)
        self._positions.note_shown(game, ply)

    async def _position(
        self, connection: AsyncConnection, game: Game, user_id: int | None, ply: int | None
    ) -> tuple[Position, State]:
        ply = game.ply if ply is None else max(0, min(ply, game.ply))
        last = await log.standing_move(connection, game.id, ply)
        state, events = await self._played(connection, game, ply, last)
        return position_of(game, state, last, events, _seat(game, user_id)), state

    async def _played(
        self, connection: AsyncConnection, game: Game, ply: int, last: LoggedMove | None
    ) -> Transition:
        """What this move led to, and what happened in it."""
        if last is not None and last.shortened:
            return await replay_to(connection, game, ply)
        state = self._positions.earlier(game, ply)
        if state is None and ply == game.ply:
            state = await self._positions.current(connection, game)
        elif state is None:
            state, _ = await replay_to(connection, game, ply)
        return Transition(state, await load_events(connection, game, last))


def position_of(
    game: Game, state: State, last: LoggedMove | None, events: Events, seat: int | None = None
) -> Position:
    """What this seat, or a spectator, may see of a state, of the move that led there, and of all
    that happened in it."""
    rules = rules_of(game.kind)
    last, seen = visible_move(game, last, events, seat)
    return Position(
        game=game,
        ply=0 if last is None else last.ply,
        view=rules.view(state, seat),
        scores=rules.scores(state),
        last=last,
        events=seen,
        seat=seat,
    )


def visible_move(
    game: Game, last: LoggedMove | None, events: Events, seat: int | None = None
) -> tuple[LoggedMove | None, Events]:
    """A move and what happened in it, within what this seat or a spectator may know."""
    rules = rules_of(game.kind)
    seen = rules.events_for(events, seat)
    return None if last is None else _told(rules, last, seen), seen


async def load_events(connection: AsyncConnection, game: Game, last: LoggedMove | None) -> Events:
    """All that happened in a move; nothing before the first one."""
    if last is None:
        return ()
    if last.shortened:
        return (await replay_to(connection, game, last.ply)).events
    return rules_of(game.kind).parse_events(last.events)


def _told(rules: Rules, move: LoggedMove, events: Events) -> LoggedMove:
    """The move with only these of its events."""
    return replace(move, events=rules.events_text(events))


def _started(game: Game) -> Game:
    if game.commitment is None:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    return game


def _seat(game: Game, user_id: int | None) -> int | None:
    return None if user_id is None else seat_for(game, user_id)


def _retold(game: Game, recorded: Recorded, moves: Sequence[LoggedMove]) -> Story:
    """In a thread. The start has no events, only a position."""
    rules = rules_of(game.kind)
    first, *others = frames_of(rules, recorded)
    told = (_told(rules, move, here.events) for move, here in zip(moves, others, strict=True))
    return Story(game, (replace(first, events=()), *others), tuple(told))
