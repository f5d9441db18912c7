"""Service that loads a game, has an action decided, stores what it leads to, and answers.

An answer is given only after the commit. Every action carries the id of its interaction and is
idempotent: the same id again gets the same answer.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from secrets import token_hex

from bot.match import computers, lobby
from bot.match.actions import Action, Actor, Answer, Done, Join, NewGame, Play, Rematch, Watch
from bot.match.announcing import repost
from bot.match.computers import ThinkTask
from bot.match.due import after_due, due_now, look_again_at
from bot.match.errors import Refused, StaleMove, StoreError, StoreInDoubt, TableError, Why
from bot.match.game import OPEN, Game, Seat, Timeouts
from bot.match.permissions import may_watch, must_have
from bot.process.clock import Clock, Millis, system_clock
from bot.process.metrics import Metrics
from bot.store import log, message_queue, spectators
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict, retry_on_conflict, with_retries
from bot.store.games import insert_game, lobby_of_rematch, lock_game, open_game_in, require_game
from bot.store.snapshots import load_with_snapshot
from bot.store.timers import set_due
from bot.table import invitations
from bot.table.boards import Boards
from bot.table.channels import Channels
from bot.table.choosing import Drafts, OrderBook
from bot.table.command_ids import CommandIds
from bot.table.decisions import Decider, Decision, GameDecider
from bot.table.delivery import Outbox
from bot.table.digests import Digests
from bot.table.game_pages import GamePages
from bot.table.games import Games
from bot.table.leagues import Leagues
from bot.table.learning import Learning
from bot.table.own_notes import OwnNotes
from bot.table.people import People
from bot.table.positions import Positions
from bot.table.predictions import Predictions
from bot.table.requests import Requests
from bot.table.results import PlayerStatistics, settle
from bot.table.reviews import Reviews
from bot.table.saving import SavedDecision, Saver
from bot.table.seat_calls import SeatCalls
from bot.table.seat_pages import SeatPages
from bot.table.thinking import Hints, Thinking
from engine.errors import EngineError, IllegalMove


class Table:
    """One per process; any number of processes share a database."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Clock = system_clock,
        timeouts: Timeouts | None = None,
        cached_states: int = 256,
        seeds: Callable[[], str] = lambda: token_hex(32),
        metrics: Metrics | None = None,
        outbox: Outbox | None = None,
        thinking: Thinking | None = None,
    ) -> None:
        """`thinking` is what thinks in this process, if anything does."""
        self._database = database
        self._positions = Positions(cached_states)
        self._metrics = metrics or Metrics()
        self._outbox = outbox or Outbox()
        self.clock = clock
        self.timeouts = timeouts or Timeouts()
        self._decider = Decider(self._positions, self.timeouts, seeds)
        self.games = Games(database, self._positions, clock)
        self.boards = Boards(database, self._positions, self.games)
        self.game_pages = GamePages(database, clock)
        self.seat_pages = SeatPages(database, clock)
        self.hints = Hints(database, self.games, self.timeouts, thinking)
        self.reviews = Reviews(database, self.games, clock, thinking)
        self.drafts = Drafts(database, self.games, clock)
        self.orders = OrderBook(database, self.games, self.drafts)
        self.learning = Learning(database, clock)
        self.own_notes = OwnNotes(database, clock)
        self.predictions = Predictions(database, self.games, clock)
        self.requests = Requests(database, clock)
        self.statistics = PlayerStatistics(database)
        self.command_ids = CommandIds(database)
        self.channels = Channels(database, clock, self._outbox.wake)
        self.digests = Digests(database, self.games, clock, self._outbox.wake)
        self.people = People(database, self.timeouts, clock, self._outbox.wake)
        self.invitations = invitations.Invitations(database, clock)
        self.seat_calls = SeatCalls(database, clock, self._outbox.wake)
        self.leagues = Leagues(database, self._decider, clock, self._outbox.wake)

    async def open(self, by: Actor, new_game: NewGame) -> Answer:
        """Open a lobby. Refused in a channel with an open game; a thread of it may be free."""
        seats, options = lobby.prepare_game(by, new_game, self.timeouts)
        return await self._answer_once(by, lambda: self._open(by, new_game, seats, options))

    async def may_open_thread(self, by: Actor, new_game: NewGame) -> None:
        """Check before a thread is made for a game: refused if the game would be."""
        seats, _ = lobby.prepare_game(by, new_game, self.timeouts)
        must_have(by, "start")
        async with self._database.reading() as connection:
            await invitations.may_invite(connection, by)
            await invitations.may_play_computers(connection, seats, by)
        await self.invitations.may_have_thread(by)

    async def act(
        self, by: Actor, game_id: int, action: Action, *, game_as_read: Game | None = None
    ) -> Answer:
        """Do what a person asks of a game, exactly once. A game that was read for this very
        interaction need not be read again: what it leads to is stored only if the game has not
        changed."""
        if isinstance(action, Rematch):
            return await self._answer_once(by, lambda: self._rematch(by, game_id, action))
        reads = iter([game_as_read])  # if somebody was faster, it is read again
        return await self._answer_once(
            by, lambda: self._act(by, game_id, action, next(reads, None))
        )

    async def _answer_once(self, by: Actor, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """Get the answer of an attempt, or the one that the same interaction got before."""

        async def attempt_or_recall() -> Answer:
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
                        self._outbox.wake()
                        return earlier
                raise

        return await retry_on_conflict(attempt_or_recall)

    async def _earlier_answer(self, by: Actor) -> Answer | None:
        return await self._database.read(log.answer_to, by.interaction_id)

    async def _act(
        self, by: Actor, game_id: int, action: Action, game_as_read: Game | None
    ) -> Answer:
        now = self.clock()
        try:
            if isinstance(action, Play):
                write = self._database.write
                saved_decision = await write(
                    self._play_from_memory, by, game_id, action, now, game_as_read=game_as_read
                )
                if saved_decision is not None:
                    return self._follow_up(saved_decision)
            game, decision = await self._decide(by, game_id, action, now)
            return await self._save(game, decision, by, now)
        except (Refused, IllegalMove) as refusal:
            # Whoever learns something about the position by this, such as what was drawn, has seen
            # it.
            if isinstance(refusal, IllegalMove) or refusal.why is Why.NOT_TO_COME:
                await self.games.position(game_id, None)
            raise

    async def _decide(
        self, by: Actor, game_id: int, action: Action, now: Millis
    ) -> tuple[Game, Decision]:
        """Decide by reads that all see the same moment."""

        async def decide(connection: AsyncConnection) -> tuple[Game, Decision]:
            game = await require_game(connection, game_id)
            return game, await GameDecider(self._decider, connection, game, now).decide(by, action)

        return await self._database.view(decide)

    async def _save(self, game: Game, decision: Decision, by: Actor | None, now: Millis) -> Answer:
        return self._follow_up(await self._database.write(self._store, game, decision, by, now))

    # Pieces of work.

    async def _play_from_memory(
        self,
        connection: AsyncConnection,
        by: Actor,
        game_id: int,
        action: Play,
        now: Millis,
        *,
        game_as_read: Game | None,
    ) -> SavedDecision | None:
        """Decide a move on a state that is in memory, or in a snapshot, in the transaction that
        stores it. None where the state is in neither."""
        game = game_as_read
        state = None if game is None else self._positions.earlier(game, game.ply)
        if game is None or state is None or game.id != game_id:
            game, snapshot = await load_with_snapshot(connection, game_id)
            state = self._positions.at_hand(game, snapshot)
        if state is None:
            return None
        step = GameDecider(self._decider, connection, game, now)
        decision = await step.play(by, action, state=state)
        return await self._store(connection, game, decision, by, now)

    async def _store(
        self,
        connection: AsyncConnection,
        game: Game,
        decision: Decision,
        by: Actor | None,
        now: Millis,
    ) -> SavedDecision:
        if by is not None:
            await invitations.may_start_playing(connection, game, decision.after, by, decision.done)
        claimant = self._outbox.claimant(game.guild_id)
        saver = Saver(connection, self.timeouts, now)
        return await saver.save_and_claim(game, decision, by, claimant)

    def _follow_up(self, saved_decision: SavedDecision) -> Answer:
        """Do the work that follows the commit of a decision."""
        decision = saved_decision.decision
        if decision.state is not None:
            self._positions.remember(decision.after, decision.state)
        if saved_decision.claim is not None:
            self._outbox.begin(saved_decision.claim, saved_decision.board())
        self._metrics.actions.add(decision.done)
        self._outbox.wake()
        return saved_decision.answer

    async def _open(
        self,
        by: Actor,
        new_game: NewGame,
        seats: Sequence[Seat],
        options: Mapping[str, str],
        *,
        rematch_of: Game | None = None,
    ) -> Answer:
        """Open a game. The one whose seats a rematch takes must not have changed since it was read:
        a player may have been erased."""
        must_have(by, "start")
        now = self.clock()
        async with self._database.writing() as connection:
            if rematch_of is not None:
                await lock_game(connection, rematch_of)
            await invitations.may_invite(connection, by)
            await invitations.may_play_computers(connection, seats, by)
            busy_game_id = await open_game_in(connection, new_game.channel_id)
            if busy_game_id is not None:
                raise Refused(Why.CHANNEL_BUSY, game=busy_game_id)
            pinged = await invitations.recently_pinged(connection, by, now)
            game = await insert_game(
                connection,
                new_game,
                options,
                seats,
                opener_id=by.user_id,
                now=now,
                rematch_of=None if rematch_of is None else rematch_of.id,
            )
            decision = GameDecider(self._decider, connection, game, now).open(by)
            decision = replace(
                decision, messages=invitations.without_lobby_pings(decision.messages, pinged)
            )
            answer = await Saver(connection, self.timeouts, now).save(game, decision, by)
        return self._follow_up(SavedDecision(decision, answer))

    async def _rematch(self, by: Actor, game_id: int, action: Rematch) -> Answer:
        """Open the next game, or join it if another player has already opened it."""
        async with self._database.reading() as connection:
            game = await require_game(connection, game_id)
            seats = lobby.rematch_seats(game, by)
            place = action.parent_id or action.channel_id
            open_rematch_id = await lobby_of_rematch(connection, game_id, place)
        if open_rematch_id is not None:
            return await self._act(by, open_rematch_id, Join(), None)
        new_game = NewGame(
            kind=game.kind,
            guild_id=game.guild_id,
            channel_id=action.channel_id,
            parent_id=action.parent_id,
            first=game.first,
            rated=game.rated,
            hints=game.has_hints,
            time_limit=game.time_limit,
        )
        return await self._open(by, new_game, seats, game.options, rematch_of=game)

    async def computer_turn(self, game_id: int) -> tuple[Game, ThinkTask] | None:
        """Return the game, and what is to be thought about, if it is a computer player's turn."""

        async def find(connection: AsyncConnection) -> tuple[Game, ThinkTask] | None:
            game = await require_game(connection, game_id)
            if not computers.is_to_act(game):
                return None
            state = await self._positions.current(connection, game)
            return game, computers.think_task(game, state)

        return await self._database.view(find)

    @with_retries
    async def play_for_computer(self, game_as_read: Game, move: str) -> None:
        """Play the move of the computer player to act, which it chose when the game was as seen;
        nothing if it is no longer its turn."""

        now = self.clock()
        with suppress(Refused, StaleMove):
            async with self._database.viewing() as connection:
                game = await require_game(connection, game_as_read.id)
                step = GameDecider(self._decider, connection, game, now)
                decision = await step.play_for_computer(game_as_read, move)
            await self._save(game, decision, None, now)

    async def look_after(self, game_id: int) -> None:
        """Process everything that is due in a game."""
        while await self._process_due(game_id):
            pass

    @with_retries
    async def _process_due(self, game_id: int) -> bool:
        """Process one thing that is due; returns whether more is. If nothing was, the moment to
        look again is recomputed."""
        now = self.clock()
        async with self._database.viewing() as connection:
            game = await require_game(connection, game_id)
            due = due_now(game, self.timeouts, now)
            decision = None
            step = GameDecider(self._decider, connection, game, now)
            if due is not None and due.done is Done.LOST_ON_TIME:
                assert game.to_act is not None, "somebody is waited for"
                decision = await step.leave(game.to_act, is_late=True)
            elif due is not None and due.done is not Done.SETTLED:
                after = after_due(game, due, self.timeouts, now)
                decision = await step.change(after, due.done)
        if decision is not None:
            await self._save(game, decision, None, now)
            return due_now(decision.after, self.timeouts, now) is not None
        if due is not None:
            await settle(self._database, game, now)
            self._metrics.actions.add(due.done)
            return False
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            await set_due(connection, game_id, look_again_at(game, self.timeouts, now))
        return False

    @with_retries
    async def repost(self, game_id: int) -> None:
        """Post the lobby or the board of a game again if its posts were lost; nothing for a game
        that is paused or over."""

        game = await self.games.get(game_id)
        if game.status not in OPEN or game.pause is not None:
            return
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            await message_queue.enqueue(connection, game.channel_id, repost(game), self.clock())
        self._outbox.wake()

    @with_retries
    async def watch(self, game_id: int, user_id: int, what: Watch) -> None:
        """Message this person directly from now on about every turn and the end, only the end, or
        nothing."""
        game = await self.games.get(game_id)
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            if what != "off":
                watcher_count = await spectators.count_other_watchers(connection, game_id, user_id)
                may_watch(game, watcher_count)
            await spectators.set_watch(connection, game_id, user_id, what)
