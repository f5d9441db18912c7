"""Delivering what waits in the outbox: at least once, each place in its order, with patience.

Owns claims, attempts and back-off. What a message looks like is up to the poster; why a game pauses
is up to the table. A claim is a lease, so whatever a process held when it died is delivered by
another one, under the same nonce. Every queue is delivered independently: a slow place holds up no
other.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import random
from secrets import token_hex
from typing import Protocol

from bot.match.errors import StoreError
from bot.match.game import Loss
from bot.match.notices.announcing import changes_the_board
from bot.match.notices.messages import Board, Direct, Live, Lobby, Message, Notice, Retire
from bot.process import logs
from bot.process.clock import HOUR, SECOND, Clock, Moment, system_clock
from bot.process.metrics import Metrics
from bot.process.shards import ALL, Shards
from bot.process.stopping import Stopping
from bot.store.connection.database import Connected, Database
from bot.store.connection.faults import retried
from bot.store.posts import live
from bot.store.posts import outbox as queue
from bot.store.posts.outbox import Claimed, Present
from bot.table.background.workers import Worker
from bot.table.channels import from_stored

log = logging.getLogger(__name__)

LONGEST_ASKED = HOUR / SECOND
"""A post is put off for at most this many seconds, however long Discord asks for."""
NONCES_KNOWN = 120 * SECOND
"""How many seconds Discord is certain to recognise a nonce."""
MOST_EDITS = 30
"""After this many attempts, some five hours, an old post keeps its buttons: they only say that they
are old."""


class PostError(Exception):
    """What a poster raises on purpose. Anything else counts as TryLater."""


class TryLater(PostError):
    """Not now: too many posts, or the other side is down."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        super().__init__(f"not for {seconds} seconds")


class PlaceGone(PostError):
    """The channel, or the person, no longer exists."""


class PlaceForbidden(PostError):
    """This channel, or this person, cannot be written to."""


class MessageGone(PostError):
    """The post to be edited was deleted."""


class Outdated(PostError):
    """What the message asks for is already done, so it is no longer posted."""


class NotTaken(PostError):
    """The other side never accepts this message, here or elsewhere: a bug of ours. It is given up,
    so that it does not hold up what comes after it."""


class Poster(Protocol):
    """The interface to Discord: turns a message into a post."""

    @property
    def ready(self) -> bool:
        """Whether there is a connection to Discord: nothing is tried before that."""

    async def find(
        self, place_id: int, message: Lobby | Board | Notice | Direct, since: Moment
    ) -> int | None:
        """The post that an earlier attempt made from this message, `since` or later, though its
        answer was lost; None when there is none, or when it cannot be looked for."""

    async def post(self, channel_id: int, message: Lobby | Board | Notice, nonce: str) -> int:
        """The id of the post. Idempotent: the same nonce again is the same post, not another
        one."""

    async def retire(self, channel_id: int, message_id: int, message: Message) -> None:
        """Remove the buttons from the post that was made from this message."""

    async def show_live(
        self, channel_id: int, message: Live, message_id: int | None, nonce: str
    ) -> int | None:
        """Bring the live board, which is this post if there is one, up to date; returns the id of
        the post that then shows it."""

    async def tell(self, user_id: int, message: Direct, nonce: str) -> int:
        """Send a direct message to a person; returns the id of the post."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast, in seconds, and how many at once."""

    lease: float = 60.0
    """How long a claim holds; that of a post being sent is renewed in time."""
    first_retry: float = 2.0
    longest_retry: float = 600.0
    look_again: float = 2.0
    """How often to check for what another process wrote."""
    at_once: int = 50


class Outbox:
    """The delivery of one process. Several processes share the work, each with the messages of its
    shards."""

    def __init__(
        self,
        database: Database,
        poster: Poster,
        pause: Callable[[int, int, Loss], Awaitable[None]],
        *,
        clock: Clock = system_clock,
        pace: Pace | None = None,
        shards: Shards = ALL,
        jitter: Callable[[], float] = random,
        stopping: Stopping | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        """`pause` is called with a game and its channel when the channel cannot be posted to;
        jitter is 0 to 1."""
        self._database = database
        self._poster = poster
        self._pause = pause
        self._clock = clock
        self._pace = pace or Pace()
        self._shards = shards
        self._jitter = jitter
        self._stopping = stopping or Stopping()
        self._metrics = metrics or Metrics()
        self._owner = token_hex(8)
        self._woken = asyncio.Event()
        self._attempts: dict[int, asyncio.Task[None]] = {}
        """Deliveries in progress, by message."""
        self._renew_at = 0.0
        """In the time of the event loop."""
        self.unanswered_since: Moment | None = None
        """Since when posts have been tried without a yes or no from Discord."""
        self.worker = Worker("outbox", self._round, self._rest)

    def wake(self) -> None:
        """Something was written, or has arrived: look now."""
        self._woken.set()

    async def deliver_due(self) -> int:
        """Try the head of every queue that is due, until each has arrived or failed; returns how
        many were tried."""
        attempts = await self._begin()
        if attempts:
            await asyncio.wait(attempts)
        return len(attempts)

    async def drain(self) -> None:
        """Deliver everything that is due, and what becomes due behind it; also wait for deliveries
        already in progress."""
        while attempts := {*await self._begin(), *self._attempts.values()}:
            await asyncio.wait(attempts)

    def break_off(self) -> None:
        """Cancel every delivery of this process: only at its end."""
        for attempt in self._attempts.values():
            attempt.cancel()

    async def give_back(self) -> None:
        """Release what this process has claimed and not finished."""
        self.break_off()
        if self._attempts:
            await asyncio.wait(set(self._attempts.values()))
        async with self._database.writing() as connection:
            await queue.unclaim(connection, self._owner)

    async def _round(self) -> bool:
        """Waits for no delivery: each one wakes it when it ends, as the next one of its queue is
        then due."""
        self._woken.clear()
        await self._renew_claims()
        await self._begin()
        return False

    async def _rest(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pace.look_again):
                await self._woken.wait()

    async def _begin(self) -> set[asyncio.Task[None]]:
        """Claim the head of every queue that is due, the oldest first, and start delivering it."""
        free = self._pace.at_once - len(self._attempts)
        if free <= 0 or self._stopping.asked or not self._poster.ready:
            return set()
        with self._stopping.work():
            return {self._set_out(claimed) for claimed in await self._claim(free)}

    async def _claim(self, limit: int) -> list[Claimed]:
        present = self._present()
        async with self._database.reading() as connection:
            ids = await queue.due_heads(connection, present, limit, self._attempts, self._shards)
        if not ids:
            return []
        if not self._attempts:
            self._renew_later()
        async with self._database.writing() as connection:
            return await queue.claim(connection, ids, self._owner, present)

    def _present(self) -> Present:
        longest = max(self._pace.longest_retry, LONGEST_ASKED)
        return Present(
            self._clock(), lease=round(self._pace.lease * SECOND), pause=round(longest * SECOND)
        )

    def _renew_later(self) -> None:
        self._renew_at = asyncio.get_running_loop().time() + self._pace.lease / 3

    async def _renew_claims(self) -> None:
        """Deliveries in progress stay this process's, however long Discord makes them wait. They
        are not cancelled: discord.py would hold back all requests for ever if that happened to the
        one that is waiting for a global rate limit to end."""
        if not self._attempts or asyncio.get_running_loop().time() < self._renew_at:
            return
        async with self._database.writing() as connection:
            await queue.renew(connection, self._attempts, self._owner, self._present())
        self._renew_later()

    def _set_out(self, claimed: Claimed) -> asyncio.Task[None]:
        attempt = asyncio.create_task(self._deliver(claimed))
        self._attempts[claimed.id] = attempt
        attempt.add_done_callback(lambda _: self._come_back(claimed))
        return attempt

    def _come_back(self, claimed: Claimed) -> None:
        del self._attempts[claimed.id]
        self.wake()

    async def _deliver(self, claimed: Claimed) -> None:
        """If the outcome cannot be stored, the lease expires, and the nonce prevents a second
        post."""
        with self._stopping.work(), logs.about(game=claimed.game_id, post=claimed.id):
            try:
                await self._try(claimed)
            except StoreError as error:
                log.error("what came of message %d cannot be stored: %s", claimed.id, error)
            except Exception:
                log.exception("what came of message %d cannot be stored", claimed.id)

    async def _try(self, claimed: Claimed) -> None:
        if self.unanswered_since is None:
            self.unanswered_since = self._clock()
        try:
            message_id = await self._hand_over(claimed)
        except Outdated:
            await self._done(claimed, None)
        except TryLater as error:
            await self._later(claimed, str(error), error.seconds)
        except PostError as error:
            self.unanswered_since = None
            await self._refused(claimed, error)
        except Exception as error:
            log.exception("message %d could not be posted", claimed.id)
            await self._later(claimed, type(error).__name__, 0.0)
        else:
            self.unanswered_since = None
            await self._done(claimed, message_id)

    async def _refused(self, claimed: Claimed, error: PostError) -> None:
        match error:
            case MessageGone():
                await self._done(claimed, None)
            case PlaceGone():
                await self._never(claimed, "place_gone")
            case PlaceForbidden():
                await self._never(claimed, "place_forbidden")
            case _:
                log.error("message %d is given up", claimed.id, exc_info=error)
                await self._given_up(claimed, "not_taken")

    async def _hand_over(self, claimed: Claimed) -> int | None:
        message: Message = claimed.message
        if isinstance(message, Retire):
            await self._retire(claimed, message)
            return None
        if isinstance(message, Live):
            return await self._show_live(claimed, message)
        if self._may_be_forgotten(claimed):
            found = await self._poster.find(claimed.place_id, message, claimed.first_tried)
            if found is not None:
                return found
        if isinstance(message, Direct):
            return await self._poster.tell(claimed.place_id, message, claimed.nonce)
        return await self._poster.post(claimed.place_id, message, claimed.nonce)

    def _may_be_forgotten(self, claimed: Claimed) -> bool:
        """Whether an earlier attempt may have made the post so long ago that Discord no longer
        knows its nonce."""
        since = self._clock() - claimed.first_tried
        return claimed.attempts > 1 and not 0 <= since <= NONCES_KNOWN

    async def _retire(self, claimed: Claimed, message: Retire) -> None:
        async with self._database.reading() as connection:
            post = await queue.buttoned_before(connection, claimed, message.ply, message.branch)
        if post is not None:
            await self._poster.retire(claimed.place_id, *post)

    async def _show_live(self, claimed: Claimed, message: Live) -> int | None:
        async with self._database.reading() as connection:
            post = await live.live_post(connection, claimed.game_id, claimed.place_id)
        return await self._poster.show_live(claimed.place_id, message, post, claimed.nonce)

    async def _done(self, claimed: Claimed, message_id: int | None) -> None:
        """With its consequences in the same transaction, so that a crash loses neither."""
        now = self._clock()

        async def note(connection: Connected) -> None:
            await queue.delivered(connection, claimed, message_id, now)
            if changes_the_board(claimed.message) and await _has_live_board(connection, claimed):
                await live.show_anew(connection, claimed.game_id, claimed.place_id, now)

        await self._note(note)
        self._metrics.posts.add("delivered")

    async def _later(self, claimed: Claimed, error: str, at_least: float) -> None:
        """Twice as long each time; jitter keeps channels that failed together apart."""
        if claimed.kind == "retire" and claimed.attempts >= MOST_EDITS:
            log.warning("message %d keeps its buttons: %s", claimed.id, error)
            await self._given_up(claimed, error)
            return
        doubled = self._pace.first_retry * 2 ** min(claimed.attempts - 1, 30)
        wait = max(at_least, min(doubled, self._pace.longest_retry) * (0.5 + self._jitter() / 2))
        present = self._present()
        due_at = present.now + min(round(wait * SECOND), present.pause)
        await self._note(lambda connection: queue.put_off(connection, claimed, error, due_at))
        self._metrics.posts.add("put_off")

    async def _never(self, claimed: Claimed, reason: Loss) -> None:
        """A person who cannot be reached reads it later, a live board comes with the next move, and
        nobody reads a post that keeps its buttons; in all other cases the channel's game is
        paused."""
        if claimed.kind in ("direct", "live", "retire"):
            await self._given_up(claimed, reason)
            return
        log.warning("channel %d: %s; game %d pauses", claimed.place_id, reason, claimed.game_id)
        await self._pause(claimed.game_id, claimed.place_id, reason)
        self._metrics.posts.add("failed")

    async def _given_up(self, claimed: Claimed, why: str) -> None:
        now = self._clock()
        await self._note(lambda connection: queue.failed(connection, claimed, why, now))
        self._metrics.posts.add("failed")

    async def _note(self, change: Callable[[Connected], Awaitable[None]]) -> None:
        """Store the outcome of an attempt; retry when this loses a deadlock."""

        async def once() -> None:
            async with self._database.writing() as connection:
                await change(connection)

        await retried(once)


async def _has_live_board(connection: Connected, claimed: Claimed) -> bool:
    settings = await live.settings_for(connection, claimed.game_id)
    return from_stored(settings).live == "on"
