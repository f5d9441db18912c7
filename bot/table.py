"""The table: loads a game, lets it be decided what an action comes to, stores that, and answers.

An answer is given only after the commit. Every action carries the id of its interaction, and the
same id again gets the same answer. Knows no rule of a game, no SQL and nothing of Discord.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex

from bot import life
from bot.absences import Absences
from bot.actions import Action, Answer, Done, Interaction, Join, NewGame, Play, Rematch, Watch
from bot.announcing import anew, announce, end_directly
from bot.channel_settings import ChannelSettings, from_stored, to_stored
from bot.clock import Clock, Moment, system_clock
from bot.due import after_due, due_now, look_again_at
from bot.errors import Refused, TableError, Why
from bot.game import OPEN, Game, Loss, Patience, Seat
from bot.habits import Habits
from bot.keeping import Keeps
from bot.messages import Message
from bot.metrics import Metrics
from bot.order_looks import OrderLooks
from bot.positions import Positions
from bot.predictions import Predictions
from bot.rules import rules_of
from bot.saving import look_anew, save_step
from bot.settling import settle
from bot.steps import Step, Steps, system_step
from bot.store import live, log, outbox, watchers
from bot.store.database import Database
from bot.store.faults import Clash, retried
from bot.store.games import insert_game, known_game, lobby_of_rematch, lock_game, open_game_in
from bot.store.people import habits_of_person
from bot.store.preferences import prefer, set_channel, settings_of
from bot.store.snapshots import load_with_snapshot
from bot.store.timers import set_due
from engine.errors import EngineError


def new_seed() -> str:
    return token_hex(32)


class Table(OrderLooks, Keeps):
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
        metrics: Metrics | None = None,
    ) -> None:
        """`on_change` is called after each commit, to wake the outbox."""
        super().__init__(database, Positions(cached_states), clock)
        self.patience = patience or Patience()
        self._steps = Steps(self._positions, self.patience, seeds)
        self.on_change = on_change
        self.predictions = Predictions(database, self, clock)
        self._metrics = metrics or Metrics()
        self.absences = Absences(database, self.patience, clock, self._tell_of_change)

    async def open(self, by: Interaction, asked: NewGame) -> Answer:
        """Open a lobby. A channel with an open game refuses; a thread of it may be free."""
        seats, options = _prepared(by, asked)
        return await self._settled(by, lambda: self._open(by, asked, seats, options))

    async def act(self, by: Interaction, game_id: int, action: Action) -> Answer:
        """Do what somebody asks of a game, exactly once."""
        if isinstance(action, Rematch):
            return await self._settled(by, lambda: self._rematch(by, game_id, action))
        return await self._settled(by, lambda: self._act(by, game_id, action))

    async def set_channel_settings(
        self, guild_id: int, channel_id: int, settings: ChannelSettings
    ) -> None:
        async def store() -> None:
            async with self._database.writing() as connection:
                before = from_stored(await settings_of(connection, channel_id))
                stored, now = to_stored(settings), self.clock()
                await set_channel(connection, guild_id, channel_id, stored, now)
                if settings.live != before.live:
                    await live.show_all_anew(connection, channel_id, now)

        await retried(store)
        self.on_change()

    async def set_habits(self, user_id: int, changes: Mapping[str, str]) -> Habits:
        """Change some of what a person likes, by name. What waits for a moment in their games is
        worked out anew."""
        return await retried(lambda: self._set_habits(user_id, changes))

    async def watch(self, game_id: int, user_id: int, what: Watch) -> None:
        """From now on, tell this person directly of every turn and the end, of the end, or of
        nothing."""
        await retried(lambda: self._watch(game_id, user_id, what))

    async def missed_notes(self, user_id: int) -> tuple[Message, ...]:
        """What could not be told to a person directly; it counts as told from now on."""
        async with self._database.reading() as connection:
            missed = await outbox.has_missed_notes(connection, user_id)
        return await retried(lambda: self._take_notes(user_id)) if missed else ()

    async def pause(self, game_id: int, channel_id: int, reason: Loss) -> None:
        """The game's channel cannot be posted to: hold its messages, tell the players directly.

        Of a game that is over they are told the end, and what could not be posted is given up.
        Nothing happens when the game goes on in another channel by now.
        """
        with suppress(Refused):
            await retried(lambda: self._pause(game_id, channel_id, reason))

    async def repost(self, game_id: int) -> None:
        """Post the lobby or the board of a game once more, where its posts were lost; nothing of
        one that is paused or over."""
        with suppress(Refused):
            await retried(lambda: self._repost(game_id))

    async def look_after(self, game_id: int) -> None:
        """Let everything happen to a game that is due by now."""
        while await retried(lambda: self._let_happen(game_id)):
            pass

    def _tell_of_change(self) -> None:
        self.on_change()

    async def _act(self, by: Interaction, game_id: int, action: Action) -> Answer:
        now = self.clock()
        game, step = await self._worked_out(by, game_id, action, now)
        return await self._save(game, step, by, now)

    async def _worked_out(
        self, by: Interaction, game_id: int, action: Action, now: Moment
    ) -> tuple[Game, Step]:
        """From one moment of the database: what one statement reads, else what a view does."""
        if isinstance(action, Play):
            async with self._database.reading() as connection:
                game, snapshot = await load_with_snapshot(connection, game_id)
                state = self._positions.at_hand(game, snapshot)
                if state is not None:
                    step = await self._steps.play(connection, game, by, action, now, state=state)
                    return game, step
        async with self._database.viewing() as connection:
            game = await known_game(connection, game_id)
            return game, await self._steps.work_out(connection, game, by, action, now)

    async def _save(self, game: Game, step: Step, by: Interaction | None, now: Moment) -> Answer:
        async with self._database.writing() as connection:
            answer = await save_step(connection, game, step, by, now=now, patience=self.patience)
        if step.state is not None:
            self._positions.remember(step.after, step.state)
        self._metrics.actions.add(step.done)
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
        life.must_have(by, "start")
        now = self.clock()
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
                due_at=now + (self.patience.lobby if rematch_of is None else self.patience.rematch),
                rematch_of=rematch_of,
            )
            answer = Answer(game.id, Done.OPENED, 0)
            await log.note(connection, answer, by=by, now=now)
            messages = announce(game, game, Done.OPENED, None)
            await outbox.enqueue(connection, game.channel_id, messages, now)
        self._metrics.actions.add(answer.done)
        self.on_change()
        return answer

    async def _rematch(self, by: Interaction, game_id: int, action: Rematch) -> Answer:
        """Open the next game, or join it when the other player has opened it already."""
        async with self._database.reading() as connection:
            game = await known_game(connection, game_id)
            seats = life.rematch_seats(game, by)
            place = action.parent_id or action.channel_id
            there = await lobby_of_rematch(connection, game_id, place)
        if there is not None:
            return await self._act(by, there, Join())
        asked = NewGame(
            kind=game.kind,
            guild_id=game.guild_id,
            channel_id=action.channel_id,
            parent_id=action.parent_id,
            first=game.first,
            rated=game.rated,
            time_limit=game.time_limit,
        )
        return await self._open(by, asked, seats, game.options, rematch_of=game_id)

    async def _pause(self, game_id: int, channel_id: int, reason: Loss) -> None:
        now = self.clock()
        async with self._database.reading() as connection:
            game = await known_game(connection, game_id)
        if game.channel_id != channel_id:
            return
        if game.status not in OPEN or life.goes_on_resting(game, reason):
            await self._give_up(game, now)
            return
        after = life.pause(game, reason, now)
        step = Step(after, Done.PAUSED, announce(game, after, Done.PAUSED, None))
        await self._save(game, step, None, now)

    async def _give_up(self, game: Game, now: Moment) -> None:
        """What is not posted now is posted never."""
        async with self._database.writing() as connection:
            unposted = await outbox.withdraw(connection, game.id, now)
            await outbox.enqueue(connection, game.channel_id, end_directly(unposted), now)
        self.on_change()

    async def _repost(self, game_id: int) -> None:
        game = await self.game(game_id)
        life.may_repost(game)
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            await outbox.enqueue(connection, game.channel_id, anew(game), self.clock())
        self.on_change()

    async def _watch(self, game_id: int, user_id: int, what: Watch) -> None:
        game = await self.game(game_id)
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            if what != "off":
                life.may_watch(game, await watchers.count_others(connection, game_id, user_id))
            await watchers.set_watch(connection, game_id, user_id, what)

    async def _set_habits(self, user_id: int, changes: Mapping[str, str]) -> Habits:
        async with self._database.writing() as connection:
            await prefer(connection, user_id, changes, self.clock())
            await look_anew(connection, user_id, self.patience, self.clock())
            return await habits_of_person(connection, user_id)

    async def _take_notes(self, user_id: int) -> tuple[Message, ...]:
        async with self._database.writing() as connection:
            return tuple(await outbox.take_notes(connection, user_id, self.clock()))

    async def _let_happen(self, game_id: int) -> bool:
        """Whether more is due. When nothing was, the moment to look again is set as it is now."""
        now = self.clock()
        async with self._database.viewing() as connection:
            game = await known_game(connection, game_id)
            due, step = due_now(game, self.patience, now), None
            if due is not None and due.done is not Done.SETTLED:
                after = after_due(game, due, self.patience, now)
                step = await system_step(connection, game, after, due.done)
        if step is not None:
            await self._save(game, step, None, now)
            return due_now(step.after, self.patience, now) is not None
        if due is not None:
            await settle(self._database, game, now)
            self._metrics.actions.add(due.done)
            return False
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            await set_due(connection, game_id, look_again_at(game, self.patience, now))
        return False

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

        return await retried(unless_answered)


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
