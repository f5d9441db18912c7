"""The table: loads a game, lets it be decided what an action comes to, stores that, and answers.

An answer is given only after the commit. Every action carries the id of its interaction, and the
same id again gets the same answer. Knows no rule of a game, no SQL and nothing of Discord.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, TypeVar

from bot import life
from bot.actions import Action, Answer, Done, Interaction, Join, NewGame, Rematch
from bot.announcing import announce, end_directly
from bot.clock import Clock, Moment, system_clock
from bot.errors import Refused, StoreLocked, TableError, UnknownGame, Why
from bot.life import Game, Patience, Pause, Seat, Status
from bot.messages import Message
from bot.positions import Positions, replay
from bot.records import record_of
from bot.rules import rules_of
from bot.saving import save_step
from bot.steps import Step, Steps, system_step
from bot.store import log, outbox, timers
from bot.store.database import Connected, Database
from bot.store.faults import Clash
from bot.store.games import insert_game, load_game, lock_game, open_game_in
from bot.store.log import LoggedMove
from engine.errors import EngineError

T = TypeVar("T")

ATTEMPTS = 10
"""How often an action is decided anew when somebody else was faster."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position as somebody may see it."""

    game: Game
    ply: int
    view: Any
    scores: tuple[int, ...]
    last: LoggedMove | None
    """The move that led here."""


def new_seed() -> str:
    return token_hex(32)


class Table:
    """The service. One for a process; any number of processes share a database."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Clock = system_clock,
        patience: Patience | None = None,
        cached_states: int = 256,
        seeds: Callable[[], str] = new_seed,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_change` is called after each commit, to wake the outbox."""
        self._database = database
        self._clock = clock
        self._patience = patience or Patience()
        self._positions = Positions(cached_states)
        self._steps = Steps(self._positions, self._patience, seeds)
        self.on_change = on_change

    async def open(self, by: Interaction, asked: NewGame) -> Answer:
        """Open a lobby. A channel with an open game refuses; a thread of it may be free."""
        seats, options = _prepared(by, asked)
        return await self._settled(by, lambda: self._open(by, asked, seats, options))

    async def act(self, by: Interaction, game_id: int, action: Action) -> Answer:
        """Do what somebody asks of a game, exactly once."""
        if isinstance(action, Rematch):
            return await self._settled(by, lambda: self._rematch(by, game_id, action))
        return await self._settled(by, lambda: self._act(by, game_id, action))

    async def game(self, game_id: int) -> Game:
        async with self._database.reading() as connection:
            return await _loaded(connection, game_id)

    async def game_in(self, channel_id: int) -> Game | None:
        """The open game of a channel or thread."""
        async with self._database.reading() as connection:
            game_id = await open_game_in(connection, channel_id)
            return None if game_id is None else await _loaded(connection, game_id)

    async def position(
        self, game_id: int, user_id: int | None = None, ply: int | None = None
    ) -> Position:
        """What this person may see after so many plies, or now. From then on it counts as shown."""
        return await _retried(lambda: self._shown(game_id, user_id, ply))

    async def record(self, game_id: int) -> str:
        """The public record of a game that was started; of a running one without its secrets."""
        async with self._database.viewing() as connection:
            return await record_of(connection, await _loaded(connection, game_id))

    async def missed_notes(self, user_id: int) -> tuple[Message, ...]:
        """What could not be told to a person directly; it counts as told from now on."""
        async with self._database.reading() as connection:
            missed = await outbox.has_missed_notes(connection, user_id)
        return await _retried(lambda: self._take_notes(user_id)) if missed else ()

    async def pause(self, game_id: int, reason: Pause) -> None:
        """The game's channel cannot be posted to: hold its messages, tell the players directly.

        Of a game that is over they are told the end, and what could not be posted is given up.
        """
        with suppress(Refused):
            await _retried(lambda: self._pause(game_id, reason))

    async def run_out(self, game_id: int) -> None:
        """Close a game whose time is over; set its timer anew when it is not."""
        with suppress(Refused):
            await _retried(lambda: self._run_out(game_id))

    async def _act(self, by: Interaction, game_id: int, action: Action) -> Answer:
        now = self._clock()
        async with self._database.viewing() as connection:
            game = await _loaded(connection, game_id)
            step = await self._steps.work_out(connection, game, by, action, now)
        return await self._save(game, step, by, now)

    async def _save(self, game: Game, step: Step, by: Interaction | None, now: Moment) -> Answer:
        async with self._database.writing() as connection:
            answer = await save_step(connection, game, step, by, now=now, patience=self._patience)
        if step.state is not None:
            self._positions.remember(step.after, step.state)
        self.on_change()
        return answer

    async def _open(
        self,
        by: Interaction,
        asked: NewGame,
        seats: Sequence[Seat],
        options: Mapping[str, str],
        *,
        rematch_of: int | None = None,
    ) -> Answer:
        now = self._clock()
        async with self._database.writing() as connection:
            busy = await open_game_in(connection, asked.channel_id)
            if busy is not None:
                raise Refused(Why.CHANNEL_BUSY, game=busy)
            game = await insert_game(
                connection,
                asked,
                options,
                seats,
                opener_id=by.user_id,
                now=now,
                rematch_of=rematch_of,
            )
            answer = Answer(game.id, Done.OPENED, 0)
            await log.note(connection, answer, by=by, now=now)
            messages = announce(game, game, Done.OPENED, None)
            await outbox.enqueue(connection, game.channel_id, messages, now)
            await timers.set_timer(connection, game.id, now + self._patience.lobby)
        self.on_change()
        return answer

    async def _rematch(self, by: Interaction, game_id: int, action: Rematch) -> Answer:
        """Open the next game, or join it when the other player has opened it already."""
        async with self._database.reading() as connection:
            game = await _loaded(connection, game_id)
            seats = life.rematch_seats(game, by)
            busy = await open_game_in(connection, action.channel_id)
            there = None if busy is None else await _loaded(connection, busy)
        if there is not None and there.rematch_of == game_id and not _sits(there, by):
            return await self._act(by, there.id, Join())
        asked = NewGame(
            kind=game.kind,
            guild_id=game.guild_id,
            channel_id=action.channel_id,
            parent_id=action.parent_id,
            first=game.first,
        )
        return await self._open(by, asked, seats, game.options, rematch_of=game_id)

    async def _pause(self, game_id: int, reason: Pause) -> None:
        now = self._clock()
        async with self._database.reading() as connection:
            game = await _loaded(connection, game_id)
        if game.status not in life.OPEN:
            await self._give_up(game, now)
            return
        after = life.pause(game, reason, now)
        step = Step(after, Done.PAUSED, announce(game, after, Done.PAUSED, None))
        await self._save(game, step, None, now)

    async def _give_up(self, game: Game, now: Moment) -> None:
        """Nobody resumes a game that is over."""
        async with self._database.writing() as connection:
            unposted = await outbox.withdraw(connection, game.id, now)
            await outbox.enqueue(connection, game.channel_id, end_directly(unposted), now)
        self.on_change()

    async def _take_notes(self, user_id: int) -> tuple[Message, ...]:
        async with self._database.writing() as connection:
            return tuple(await outbox.take_notes(connection, user_id, self._clock()))

    async def _run_out(self, game_id: int) -> None:
        now = self._clock()
        async with self._database.reading() as connection:
            game = await _loaded(connection, game_id)
            due_at = life.runs_out_at(game, self._patience)
            over = due_at is not None and due_at <= now
            if over:
                after = life.expire(game, self._patience, now)
                step = await system_step(connection, game, after, Done.EXPIRED)
        if over:
            await self._save(game, step, None, now)
            return
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            if due_at is None:
                await timers.drop_timer(connection, game_id)
            else:
                await timers.set_timer(connection, game_id, due_at)

    async def _shown(self, game_id: int, user_id: int | None, ply: int | None) -> Position:
        """Drawn first, then marked as it was drawn: a Clash when it is another one by now."""
        async with self._database.viewing() as connection:
            position = await self._position(connection, game_id, user_id, ply)
            shown = await outbox.was_shown(connection, game_id, position.ply)
        if position.game.status is Status.RUNNING and not shown:
            async with self._database.writing() as connection:
                await lock_game(connection, position.game)
                await outbox.mark_shown(connection, game_id, position.ply, self._clock())
        return position

    async def _position(
        self, connection: Connected, game_id: int, user_id: int | None, ply: int | None
    ) -> Position:
        game = await _loaded(connection, game_id)
        if game.commitment is None:
            raise Refused(Why.WRONG_STATUS, status=game.status)
        shown = game.ply if ply is None else max(0, min(ply, game.ply))
        if shown == game.ply:
            state = await self._positions.current(connection, game)
        else:
            state, _ = await replay(connection, game, shown)
        rules = rules_of(game.kind)
        seats = [number for number, seat in enumerate(game.seats) if seat.user_id == user_id]
        return Position(
            game=game,
            ply=shown,
            view=rules.view(state, seats[0] if seats and user_id is not None else None),
            scores=rules.scores(state),
            last=await log.standing_move(connection, game_id, shown),
        )

    async def _settled(self, by: Interaction, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer of an attempt, or the one that the same interaction got before."""

        async def unless_answered() -> Answer:
            try:
                return await attempt()
            except (Clash, TableError, EngineError):
                async with self._database.reading() as connection:
                    earlier = await log.answer_to(connection, by.id)
                if earlier is None:
                    raise
                return earlier

        return await _retried(unless_answered)


async def _retried(attempt: Callable[[], Awaitable[T]]) -> T:
    """Decide anew whenever somebody else was faster."""
    for _ in range(ATTEMPTS):
        with suppress(Clash):
            return await attempt()
    raise StoreLocked("too many are writing at once", "nothing was stored: try again")


async def _loaded(connection: Connected, game_id: int) -> Game:
    game = await load_game(connection, game_id)
    if game is None:
        raise UnknownGame(game_id)
    return game


def _sits(game: Game, by: Interaction) -> bool:
    return any(seat.user_id == by.user_id and seat.taken for seat in game.seats)


def _prepared(by: Interaction, asked: NewGame) -> tuple[Sequence[Seat], Mapping[str, str]]:
    """The seats and options of a game to be opened, checked with its rules."""
    rules = rules_of(asked.kind)
    count = asked.seats or max(rules.seat_counts[0], 1 + len(asked.opponents))
    people = {by.user_id, *(user for user, _ in asked.opponents)}
    fits = count in rules.seat_counts and len(people) == 1 + len(asked.opponents) <= count
    if not fits or (asked.first is not None and asked.first not in range(count)):
        possible = ", ".join(map(str, rules.seat_counts))
        raise Refused(Why.WRONG_SEATS, seats=count, possible=possible)
    kept = [Seat(user, name, taken=False) for user, name in asked.opponents]
    seats = [Seat(by.user_id, by.name, taken=True), *kept]
    seats += [Seat(None, "", taken=False)] * (count - len(seats))
    return seats, rules.settle_options(asked.options, asked.preset)
