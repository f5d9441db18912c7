"""The table: loads a game, has the result of an action worked out, stores it, and answers.

An answer is given only after the commit. Every action carries the id of its interaction and is
idempotent: the same id again gets the same answer. Knows no rule of a game, no SQL and nothing of
Discord.
"""

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from secrets import token_hex

from bot.match import changes, lobby, permissions
from bot.match.actions import Action, Actor, Answer, Done, Join, NewGame, Play, Rematch, Watch
from bot.match.announcing import direct_end_notices, repost
from bot.match.due import after_due, due_now, look_again_at
from bot.match.errors import Refused, StaleMove, StoreError, StoreInDoubt, TableError, Why
from bot.match.game import OPEN, Game, Loss, Seat, Timeouts
from bot.match.messages import Message
from bot.process.clock import Clock, Millis, system_clock
from bot.process.metrics import Metrics
from bot.store import log, message_queue, spectators
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict, retry_on_conflict
from bot.store.games import insert_game, lobby_of_rematch, lock_game, open_game_in, require_game
from bot.store.message_queue import Probe
from bot.store.snapshots import load_with_snapshot
from bot.store.timers import set_due
from bot.table.channels import Channels
from bot.table.counting import settle
from bot.table.deciding.positions import Positions, State
from bot.table.deciding.steps import Decider, Decision, decide_due, decide_pause, decide_resume
from bot.table.delivery import Delivery
from bot.table.hints import Hints
from bot.table.people.absences import Absences
from bot.table.people.invitations import (
    Invitations,
    may_invite,
    may_play_computers,
    may_start_playing,
    pinged_lately,
    without_lobby_pings,
)
from bot.table.people.missed_notes import MissedNotes
from bot.table.people.personal_data import PersonalData
from bot.table.people.preferences import Preferences
from bot.table.reading.boards import Boards
from bot.table.reading.choosing import Moves
from bot.table.reading.computers import ComputerTurns
from bot.table.reading.drafts import Drafts
from bot.table.reading.games import Games
from bot.table.reading.lists import Lists
from bot.table.reading.orders import OrderBook
from bot.table.reading.predictions import Predictions
from bot.table.reading.statistics import PlayerStatistics
from bot.table.reviews import Reviews
from bot.table.saving import SavedDecision, save_and_claim, save_decision
from engine.errors import EngineError, IllegalMove


def new_seed() -> str:
    return token_hex(32)


class Table:
    """The service. One per process; any number of processes share a database."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Clock = system_clock,
        timeouts: Timeouts | None = None,
        cached_states: int = 256,
        seeds: Callable[[], str] = new_seed,
        on_change: Callable[[], None] = lambda: None,
        metrics: Metrics | None = None,
    ) -> None:
        """`on_change` is called after each commit, to wake the outbox."""
        self._database = database
        self._positions = Positions(cached_states)
        self._metrics = metrics or Metrics()
        self.clock = clock
        self.timeouts = timeouts or Timeouts()
        self.on_change = on_change
        self.delivery: Delivery | None = None
        """What delivers in this process, if anything does."""
        self._steps = Decider(self._positions, self.timeouts, seeds)
        self.games = Games(database, self._positions, clock)
        self.boards = Boards(database, self._positions, self.games)
        self.hints = Hints(database, self.games, self.timeouts)
        self.reviews = Reviews(database, self.games, clock)
        self.drafts = Drafts(database, clock)
        self.moves = Moves(self.games, self.drafts)
        self.lists = Lists(database)
        self.computers = ComputerTurns(database, self._positions)
        self.orders = OrderBook(database, self.games)
        self.predictions = Predictions(database, self.games, clock)
        self.statistics = PlayerStatistics(database)
        self.channels = Channels(database, clock, self._tell_of_change)
        self.preferences = Preferences(database, self.timeouts, clock)
        self.absences = Absences(database, self.timeouts, clock, self._tell_of_change)
        self.invitations = Invitations(database, clock)
        self.missed_notes = MissedNotes(database, clock)
        self.personal_data = PersonalData(database)

    async def open(self, by: Actor, asked: NewGame) -> Answer:
        """Open a lobby. Refused in a channel with an open game; a thread of it may be free."""
        seats, options = lobby.prepare_game(by, asked, self.timeouts)
        return await self._settled(by, lambda: self._open(by, asked, seats, options))

    async def may_open_thread(self, by: Actor, asked: NewGame) -> None:
        """Check before a thread is made for a game: refused if the game would be."""
        seats, _ = lobby.prepare_game(by, asked, self.timeouts)
        permissions.must_have(by, "start")
        async with self._database.reading() as connection:
            await may_invite(connection, by)
            await may_play_computers(connection, seats, by)
        await self.invitations.may_have_thread(by)

    async def act(
        self, by: Actor, game_id: int, action: Action, *, seen: Game | None = None
    ) -> Answer:
        """Do what a person asks of a game, exactly once. A game that was read for this very
        interaction need not be read again: the step is stored only if the game has not changed."""
        if isinstance(action, Rematch):
            return await self._settled(by, lambda: self._rematch(by, game_id, action))
        looks = iter([seen])  # if somebody was faster, it is read again
        return await self._settled(by, lambda: self._act(by, game_id, action, next(looks, None)))

    async def watch(self, game_id: int, user_id: int, what: Watch) -> None:
        """From now on, message this person directly about every turn and the end, only the end, or
        nothing."""
        await retry_on_conflict(lambda: self._watch(game_id, user_id, what))

    async def pause(
        self, game_id: int, channel_id: int, reason: Loss, probe: Probe | None = None
    ) -> None:
        """The game's channel cannot be posted to: hold its messages, tell the players directly. A
        probe keeps waiting until it is tried again.

        The players of a finished game are told how it ended, and what could not be posted is
        dropped. For a game that has moved to another channel, only what is left for this one is
        dropped.
        """
        with suppress(Refused):
            await retry_on_conflict(lambda: self._pause(game_id, channel_id, reason, probe))

    async def resume_by_itself(
        self,
        game_id: int,
        channel_id: int,
        posted: Message,
        note: Callable[[AsyncConnection], Awaitable[None]],
    ) -> bool:
        """The channel of a game has accepted the post that it refused: the game resumes, if it was
        paused because of that, and `note` is called in the same transaction. Returns whether it
        was."""
        with suppress(Refused):
            await retry_on_conflict(
                lambda: self._resume_by_itself(game_id, channel_id, posted, note)
            )
            return True
        return False

    async def repost(self, game_id: int) -> None:
        """Post the lobby or the board of a game again if its posts were lost; nothing for a game
        that is paused or over."""
        with suppress(Refused):
            await retry_on_conflict(lambda: self._repost(game_id))

    async def look_after(self, game_id: int) -> None:
        """Process everything that is due in a game."""
        while await retry_on_conflict(lambda: self._process_due(game_id)):
            pass

    def _tell_of_change(self) -> None:
        self.on_change()

    async def play_for_computer(self, seen: Game, move: str) -> None:
        """The move of the computer player to act, which it chose when the game was as seen; nothing
        if it is no longer its turn."""
        with suppress(Refused, StaleMove):
            await retry_on_conflict(lambda: self._play_for_computer(seen, move))

    async def _play_for_computer(self, seen: Game, move: str) -> None:
        now = self.clock()
        async with self._database.viewing() as connection:
            game = await require_game(connection, seen.id)
            step = await self._steps.play_for_computer(connection, game, seen, move, now)
        await self._save(game, step, None, now)

    async def _act(
        self, by: Actor, game_id: int, action: Action, seen: Game | None = None
    ) -> Answer:
        now = self.clock()
        try:
            saved = await self._played(by, game_id, action, now, seen)
            if saved is None:
                game, step = await self._worked_out(by, game_id, action, now)
                return await self._save(game, step, by, now)
        except (Refused, IllegalMove) as refusal:
            if _tells_of_the_position(refusal):
                await self.games.position(game_id, None)
            raise
        return await self._follow_up(saved)

    async def _played(
        self, by: Actor, game_id: int, action: Action, now: Millis, seen: Game | None
    ) -> SavedDecision | None:
        """A move on a state that is in memory, or in a snapshot, is worked out in the transaction
        that stores it. None for any other action."""
        if not isinstance(action, Play):
            return None

        async def played(connection: AsyncConnection) -> SavedDecision | None:
            game, state = await self._at_hand(connection, game_id, seen)
            if state is None:
                return None
            step = await self._steps.play(connection, game, by, action, now, state=state)
            return await self._store(connection, game, step, by, now)

        return await self._database.write(played)

    async def _worked_out(
        self, by: Actor, game_id: int, action: Action, now: Millis
    ) -> tuple[Game, Decision]:
        """Work out the step from reads that all see the same moment."""

        async def worked_out(connection: AsyncConnection) -> tuple[Game, Decision]:
            game = await require_game(connection, game_id)
            return game, await self._steps.work_out(connection, game, by, action, now)

        return await self._database.view(worked_out)

    async def _at_hand(
        self, connection: AsyncConnection, game_id: int, seen: Game | None
    ) -> tuple[Game, State | None]:
        """`seen`, if its state is in memory, else what one statement reads."""
        state = None if seen is None else self._positions.earlier(seen, seen.ply)
        if seen is not None and state is not None and seen.id == game_id:
            return seen, state
        game, snapshot = await load_with_snapshot(connection, game_id)
        return game, self._positions.at_hand(game, snapshot)

    async def _save(self, game: Game, step: Decision, by: Actor | None, now: Millis) -> Answer:
        stored = partial(self._store, game=game, step=step, by=by, now=now)
        return await self._follow_up(await self._database.write(stored))

    async def _store(
        self,
        connection: AsyncConnection,
        game: Game,
        step: Decision,
        by: Actor | None,
        now: Millis,
    ) -> SavedDecision:
        if by is not None:
            await may_start_playing(connection, game, step.after, by, step.done)
        claimant = None if self.delivery is None else self.delivery.claimant(game.guild_id)
        timeouts = self.timeouts
        return await save_and_claim(
            connection, game, step, by, claimant, now=now, timeouts=timeouts
        )

    async def _follow_up(self, saved: SavedDecision) -> Answer:
        """What is done once a step is committed."""
        step = saved.step
        if step.state is not None:
            self._positions.remember(step.after, step.state)
        if self.delivery is not None and saved.claimed is not None:
            self.delivery.begin(saved.claimed, saved.shown())
            # Everybody waits for the board: a thread hands it to a painter while this one waits.
            await to_thread(lambda: None)
        self._metrics.actions.add(step.done)
        self.on_change()
        return saved.answer

    async def _open(
        self,
        by: Actor,
        asked: NewGame,
        seats: Sequence[Seat],
        options: Mapping[str, str],
        *,
        rematch_of: Game | None = None,
    ) -> Answer:
        """Before a rematch opens, the game whose seats it takes must not have changed since it was
        read: a player may have been erased."""
        permissions.must_have(by, "start")
        now = self.clock()
        async with self._database.writing() as connection:
            if rematch_of is not None:
                await lock_game(connection, rematch_of)
            await may_invite(connection, by)
            await may_play_computers(connection, seats, by)
            busy = await open_game_in(connection, asked.channel_id)
            if busy is not None:
                raise Refused(Why.CHANNEL_BUSY, game=busy)
            pinged = await pinged_lately(connection, by, now)
            game = await insert_game(
                connection,
                asked,
                options,
                seats,
                opener_id=by.user_id,
                now=now,
                rematch_of=None if rematch_of is None else rematch_of.id,
            )
            step = self._steps.opened(game, by, now)
            step = replace(step, messages=without_lobby_pings(step.messages, pinged))
            answer = await save_decision(
                connection, game, step, by, now=now, timeouts=self.timeouts
            )
        if step.state is not None:
            self._positions.remember(step.after, step.state)
        self._metrics.actions.add(answer.done)
        self.on_change()
        return answer

    async def _rematch(self, by: Actor, game_id: int, action: Rematch) -> Answer:
        """Open the next game, or join it if another player has already opened it."""
        async with self._database.reading() as connection:
            game = await require_game(connection, game_id)
            seats = lobby.rematch_seats(game, by)
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
            hints=game.has_hints,
            time_limit=game.time_limit,
        )
        return await self._open(by, asked, seats, game.options, rematch_of=game)

    async def _pause(
        self, game_id: int, channel_id: int, reason: Loss, probe: Probe | None
    ) -> None:
        now = self.clock()
        async with self._database.reading() as connection:
            game = await require_game(connection, game_id)
        if game.channel_id != channel_id:
            async with self._database.writing() as connection:
                await message_queue.withdraw(connection, game_id, now, channel_id)
            return
        if game.status not in OPEN or changes.stays_paused(game, reason):
            await self._give_up(game, now)
            return
        if game.pause == reason:
            async with self._database.writing() as connection:
                await message_queue.hold(connection, game_id, probe)
            return
        await self._save(game, decide_pause(game, reason, probe, now), None, now)

    async def _resume_by_itself(
        self,
        game_id: int,
        channel_id: int,
        posted: Message,
        note: Callable[[AsyncConnection], Awaitable[None]],
    ) -> None:
        now = self.clock()
        async with self._database.reading() as connection:
            game = await require_game(connection, game_id)
        step = decide_resume(game, channel_id, posted, now)

        async def noted(connection: AsyncConnection) -> SavedDecision:
            await note(connection)
            return await self._store(connection, game, step, None, now)

        await self._follow_up(await self._database.write(noted))

    async def _give_up(self, game: Game, now: Millis) -> None:
        """What has not been posted by now is never posted."""
        async with self._database.writing() as connection:
            unposted = await message_queue.withdraw(connection, game.id, now)
            await message_queue.enqueue(
                connection, game.channel_id, direct_end_notices(unposted), now
            )
        self.on_change()

    async def _repost(self, game_id: int) -> None:
        game = await self.games.get(game_id)
        permissions.must_be(game, *OPEN)
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            await message_queue.enqueue(connection, game.channel_id, repost(game), self.clock())
        self.on_change()

    async def _watch(self, game_id: int, user_id: int, what: Watch) -> None:
        game = await self.games.get(game_id)
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            if what != "off":
                permissions.may_watch(
                    game, await spectators.count_other_watchers(connection, game_id, user_id)
                )
            await spectators.set_watch(connection, game_id, user_id, what)

    async def _process_due(self, game_id: int) -> bool:
        """Process one thing that is due; returns whether more is. If nothing was, the moment to
        look again is recomputed."""
        now = self.clock()
        async with self._database.viewing() as connection:
            game = await require_game(connection, game_id)
            due, step = due_now(game, self.timeouts, now), None
            if due is not None and due.done is not Done.SETTLED:
                after = after_due(game, due, self.timeouts, now)
                step = await decide_due(connection, game, after, due.done)
        if step is not None:
            await self._save(game, step, None, now)
            return due_now(step.after, self.timeouts, now) is not None
        if due is not None:
            await settle(self._database, game, now)
            self._metrics.actions.add(due.done)
            return False
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            await set_due(connection, game_id, look_again_at(game, self.timeouts, now))
        return False

    async def _settled(self, by: Actor, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer of an attempt, or the one that the same interaction got before."""

        async def unless_answered() -> Answer:
            try:
                return await attempt()
            except (WriteConflict, TableError, EngineError):
                earlier = await self._earlier_answer(by)
                if earlier is None:
                    raise
                return earlier
            except StoreInDoubt:
                # It may still be committed after this look, so it is not attempted again.
                with suppress(StoreError):
                    if (earlier := await self._earlier_answer(by)) is not None:
                        self.on_change()
                        return earlier
                raise

        return await retry_on_conflict(unless_answered)

    async def _earlier_answer(self, by: Actor) -> Answer | None:
        async with self._database.reading() as connection:
            return await log.answer_to(connection, by.interaction_id)


def _tells_of_the_position(refusal: Refused | IllegalMove) -> bool:
    """Whether the refused player learns something about the position, such as what was drawn."""
    return isinstance(refusal, IllegalMove) or refusal.why is Why.NOT_TO_COME
