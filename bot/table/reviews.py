"""Reviews of ended games, made by the same thinkers as computer players' moves, and kept."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from statistics import fmean

from bot.match import reviews
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Game
from bot.process.clock import SECOND, Clock, Millis
from bot.store.connection.database import Database
from bot.store.results import SeatReview, load_review, save_review
from bot.table.games import Games
from bot.table.thinking import Purpose, Thinking
from engine.players.review import Review, write_review

# The time to judge a move while none has been measured: some games take half a second of work, and
# a machine that does other things gives half of its time.
MOVE_TAKES = 1 * SECOND
# The number of latest parts by which it is measured.
MEASURED = 8
# The reviews of records that are cached; they are not stored. Each takes about ten kilobytes.
REMEMBERED = 50


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    review: Review
    turning_points: Sequence[reviews.ComparedMoves]


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a review."""

    judged: int
    of: int
    """In moves."""
    left: Millis | None = None
    """The time that the rest takes as the latest moves did, here and in other reviews."""


OnProgress = Callable[[Progress], Awaitable[None]]


@dataclass(eq=False, slots=True)
class PendingReview:
    """A review that is being made, for everybody who asks for it in the meantime."""

    task: "asyncio.Task[Review]"
    people: set[int]
    """Who asked for it: the next part is judged when the turn of one of them comes."""
    progress: Progress = Progress(0, 0)
    further: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when another part is done."""

    def report(self, progress: Progress) -> None:
        self.progress = progress
        self.further.set()
        self.further = asyncio.Event()

    async def follow(self, on_progress: OnProgress) -> Review:
        while not self.task.done():
            further = self.further
            if self.progress.of:
                await on_progress(self.progress)
            waiting = asyncio.create_task(further.wait())
            await asyncio.wait({self.task, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        return await asyncio.shield(self.task)


@dataclass(eq=False)
class Reviews:
    """Reviews of all games. One per table."""

    database: Database
    games: Games
    clock: Clock
    thinking: Thinking | None
    _pending: dict[bytes, PendingReview] = field(default_factory=dict, init=False)
    _of_records: OrderedDict[bytes, Review] = field(default_factory=OrderedDict, init=False)
    _move_times: deque[float] = field(default_factory=lambda: deque(maxlen=MEASURED), init=False)
    """The time that a move of each of the latest parts took, had its review been the only one."""

    async def of_game(
        self, game_id: int, user_id: int, on_progress: OnProgress
    ) -> tuple[Game, ReviewedGame]:
        """Review a game that is over. The review is stored once it is made, in the turn of whoever
        asked for it, and made again when the game would now be reviewed differently."""
        game = await self.games.get(game_id)
        if game.status not in ENDED:
            raise Refused(Why.NOT_OVER)
        record = await self.games.record(game_id)
        review = await self.stored_review(game_id)
        if review is None:
            review = await self.follow(
                game.kind, record, game.commitment, user_id, on_progress, game_id=game_id
            )
        return game, await _with_points(game.kind, record, review)

    async def stored_review(self, game_id: int) -> Review | None:
        """Read the review of a game, if it is stored and still current."""
        text = await self.database.read(load_review, game_id)
        return None if text is None else reviews.read_current_review(text)

    async def compare(self, game: Game, review: Review, ply: int) -> reviews.ComparedMoves | None:
        """Compare the move of this number with what was better, if it has a mark."""
        marked_moves = [move for move in review.moves if move.ply == ply and move.mark is not None]
        if not marked_moves:
            return None
        record = await self.games.record(game.id)
        (comparison,) = await asyncio.to_thread(
            reviews.compare_moves, game.kind, record, marked_moves
        )
        return comparison

    async def of_record(
        self, kind: str, record: str, user_id: int, on_progress: OnProgress
    ) -> ReviewedGame:
        """Review a record that can be replayed. What was published when its game began is
        unknown."""
        review = await self.follow(kind, record, None, user_id, on_progress)
        return await _with_points(kind, record, review)

    async def follow(
        self,
        kind: str,
        record: str,
        commitment: str | None,
        user_id: int,
        on_progress: OnProgress,
        *,
        game_id: int | None = None,
    ) -> Review:
        """Make a review that is not stored. Everybody who asks while it is being made waits for the
        same one. Records hold names, so they are not kept."""
        key = blake2b(f"{kind} {commitment} {record}".encode()).digest()
        if key in self._of_records:
            self._of_records.move_to_end(key)
            return self._of_records[key]
        pending = self._pending.get(key)
        if pending is None:
            task = asyncio.create_task(self._make(key, kind, record, commitment, game_id))
            pending = PendingReview(task, set())
            self._pending[key] = pending
        pending.people.add(user_id)
        return await pending.follow(on_progress)

    async def _make(
        self, key: bytes, kind: str, record: str, commitment: str | None, game_id: int | None
    ) -> Review:
        """Make a review part by part, each in the turn of one of those who wait by then. One that
        fails is not kept."""
        pending = self._pending[key]
        try:
            if self.thinking is None or not reviews.has_reviews(kind):
                raise Refused(Why.NO_REVIEWS_HERE)
            plies = await asyncio.to_thread(reviews.review_parts, kind, record)
            parts: list[str] = []
            of = plies[-1].stop - 1
            for part in plies:
                judged_count = part.start - 1
                # The thinkers take all reviews in turn.
                crowd = max(1, len(self._pending) / self.thinking.for_reviews)
                move_time = fmean(self._move_times or [MOVE_TAKES])
                time_left = round((of - judged_count) * move_time * crowd)
                pending.report(Progress(judged_count, of, time_left))
                begun_at = self.clock()
                work = partial(reviews.review_part, kind, record, commitment, part)
                parts.append(await self.thinking.of(work, Purpose.REVIEW, *pending.people))
                self._move_times.append((self.clock() - begun_at) / max(1, len(part)) / crowd)
            review = reviews.join_parts(parts)
            if game_id is not None:
                await self._store(game_id, review)
            else:
                self._of_records[key] = review
                if len(self._of_records) > REMEMBERED:
                    self._of_records.popitem(last=False)
            return review
        finally:
            del self._pending[key]

    async def _store(self, game_id: int, review: Review) -> None:
        seats = range(len(review.scores))
        seat_reviews = [SeatReview(review.accuracy(seat), review.luck(seat)) for seat in seats]
        text = write_review(review)
        now = self.clock()
        await self.database.change(save_review, game_id, text, seat_reviews, now)


async def _with_points(kind: str, record: str, review: Review) -> ReviewedGame:
    points = await asyncio.to_thread(reviews.compare_moves, kind, record, review.turning_points())
    return ReviewedGame(review, points)
