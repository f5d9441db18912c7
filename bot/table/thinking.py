"""Thinking in separate processes, never on the event loop; and hints, which are thought about on
demand.

Everything that is thought about waits in one queue. Computer players' moves and hints take turns,
moves first. Reviews take what both leave over; if that is nothing, a part of one is begun after
every few moves and hints, so that a review ends on a busy day too. Within each, every person is
served in turn.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from functools import partial

from bot.match import computers
from bot.match.errors import Refused, Why
from bot.match.game import Game, Timeouts
from bot.process.fair_queue import FairQueue
from bot.store.connection.database import Database
from bot.store.orders import count_hint
from bot.table.choosing import Questions
from bot.table.games import Games
from bot.table.positions import Position, State

log = logging.getLogger(__name__)

Work = Callable[[], str]

# The number of moves and hints begun before a part of a review that waits.
MOST_BEFORE_A_REVIEW = 12


class Purpose(Enum):
    """Reason to think about something."""

    MOVE = "move"
    """A computer player's. Whose game is next was decided when it was claimed."""
    HINT = "hint"
    REVIEW = "review"


@dataclass(eq=False, slots=True)
class _Thought:
    """A piece of work that waits or is being done."""

    work: Work
    result: "asyncio.Future[str]"
    begun: bool = False


class Thinking:
    """Queue of work for the thinkers. Call `close` when done."""

    def __init__(self, count: int, run: Callable[[Work], str]) -> None:
        """`run` has one of `count` processes do a piece of work, which may take long. As with
        painters, a person can occupy at most all but one of several thinkers; so can all reviews
        together."""
        self.count = count
        self.for_reviews = max(1, count - 1)
        """The number of thinkers that make reviews at the same time."""
        self._run = run
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="thinker")
        self._queues = {purpose: FairQueue[_Thought](self.for_reviews) for purpose in Purpose}
        self._unfinished: set[_Thought] = set()
        self._in_progress: Counter[Purpose] = Counter()
        self._moves_expected = 0
        self._moved_last = False
        """A move was the last begun among moves and hints."""
        self._begun_before_review = 0
        """The moves and hints begun since a part of a review was, while one has been waiting."""
        self._closed = False

    async def think(
        self, work: Callable[..., str], task: computers.ThinkTask, purpose: Purpose, *people: int
    ) -> str:
        """Return the result of the work on a task; if that fails, what is found at first sight
        instead."""
        try:
            return await self.of(partial(work, task), purpose, *people)
        except Exception:
            log.exception("search failed; using static evaluation")
            return await self.of(partial(work, task, at_first_sight=True), purpose, *people)

    async def of(self, work: Work, purpose: Purpose, *people: int) -> str:
        """Return the result of the work, which is done when the turn of any of these people comes;
        without people, when it has waited longest."""
        thought = _Thought(work, asyncio.get_running_loop().create_future())
        if self._closed:
            thought.result.cancel()
        self._unfinished.add(thought)
        try:
            for person in people or [None]:
                self._queues[purpose].put(thought, person)
            self._set_to_work()
            return await thought.result
        finally:
            self._unfinished.discard(thought)

    def expect_moves(self, count: int) -> None:
        """Expect so many moves, which are being prepared, thought about or stored in this process;
        reviews leave a thinker to each until this is called again."""
        self._moves_expected = count
        self._set_to_work()

    def close(self) -> None:
        """Give up work that has not begun."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for thought in self._unfinished:
            if not thought.begun:
                thought.result.cancel()

    def _set_to_work(self) -> None:
        """Give the idle thinkers work. What has begun in another person's turn, or is no longer
        waited for, is skipped."""
        while not self._closed and self._idle and (entry := self._next()) is not None:
            purpose, thought, person = entry
            if thought.begun or thought.result.done():
                self._queues[purpose].done(person)
                continue
            thought.begun = True
            self._in_progress[purpose] += 1
            if purpose is Purpose.REVIEW:
                self._begun_before_review = 0
            else:
                self._moved_last = purpose is Purpose.MOVE
                self._begun_before_review += bool(self._queues[Purpose.REVIEW])
            execution = asyncio.get_running_loop().run_in_executor(
                self._threads, self._run, thought.work
            )
            execution.add_done_callback(partial(self._finish, purpose, thought, person))

    @property
    def _idle(self) -> int:
        return self.count - self._in_progress.total()

    def _next(self) -> tuple[Purpose, _Thought, int | None] | None:
        order = [Purpose.HINT, Purpose.MOVE] if self._moved_last else [Purpose.MOVE, Purpose.HINT]
        if self._in_progress[Purpose.REVIEW] < self.for_reviews:
            if self._begun_before_review >= MOST_BEFORE_A_REVIEW:
                order.insert(0, Purpose.REVIEW)
            elif self._idle > self._moves_expected - self._in_progress[Purpose.MOVE]:
                order.append(Purpose.REVIEW)
        for purpose in order:
            entry = self._queues[purpose].take()
            if entry is not None:
                return purpose, *entry
        return None

    def _finish(
        self,
        purpose: Purpose,
        thought: _Thought,
        person: int | None,
        execution: "asyncio.Future[str]",
    ) -> None:
        error = None if execution.cancelled() else execution.exception()
        if thought.result.done():
            pass  # nobody waits for it any longer
        elif execution.cancelled() or (error is not None and self._closed):
            thought.result.cancel()  # not a bug: at the end the thinkers are closed too
        elif error is not None:
            thought.result.set_exception(error)
        else:
            thought.result.set_result(execution.result())
        self._queues[purpose].done(person)
        self._in_progress[purpose] -= 1
        self._set_to_work()


@dataclass(eq=False)
class Hints:
    """Hints of all games. One per table."""

    database: Database
    games: Games
    timeouts: Timeouts
    thinking: Thinking | None

    def is_offered(self, game: Game) -> bool:
        """Check whether the player to act can take one here."""
        return self.thinking is not None and computers.why_no_hints(game, self.timeouts) is None

    async def take(self, game_id: int, user_id: int) -> tuple[Questions, computers.Ideas]:
        """Find, for the player to act, the questions of the position and the moves suggested in it.
        The hint is counted before it is shown."""
        position, state, thinking = await self._look(game_id, user_id)
        seat = position.seat
        assert seat is not None, "a player has looked"
        task = computers.think_task(position.game, state)
        ideas = await thinking.think(computers.suggest_moves, task, Purpose.HINT, user_id)
        await self.database.change(count_hint, position.game, seat)
        return Questions(position, state), computers.read_ideas(ideas)

    async def take_first_sight(
        self, game_id: int, user_id: int
    ) -> tuple[Questions, computers.Ideas]:
        """Find what is best at first sight, which takes next to nothing and counts as no hint."""
        position, state, thinking = await self._look(game_id, user_id)
        task = computers.think_task(position.game, state)
        suggest = partial(computers.suggest_moves, task, at_first_sight=True)
        ideas = await thinking.of(suggest, Purpose.HINT, user_id)
        return Questions(position, state), computers.read_ideas(ideas)

    async def _look(self, game_id: int, user_id: int) -> tuple[Position, State, Thinking]:
        position, state = await self.games.look(
            game_id,
            user_id,
            may_look=lambda game: computers.may_take_hint(game, user_id, self.timeouts),
        )
        if self.thinking is None:
            raise Refused(Why.NO_HINTS_HERE)
        return position, state, self.thinking
