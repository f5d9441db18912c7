"""Delivering the messages in the outbox: at least once, in order for each channel, with retries.

A claim is a lease, so whatever a process held when it died is delivered by another one, under the
same nonce. Every queue is delivered independently: a slow channel holds up no other. The poster
decides what a message looks like.
"""

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from random import random
from secrets import token_hex

from bot.match.announcing import changes_the_board
from bot.match.errors import StoreCorrupt, StoreError
from bot.match.game import Loss, Timeouts
from bot.match.league.messages import (
    ClosedInvitation,
    FixturePost,
    LeagueMessage,
    LeagueNote,
    LeaguePost,
    is_still_news,
)
from bot.match.message_codec import QueuedMessage, UnreadableMessage
from bot.match.messages import BoardPost, DirectMessage, LiveBoard, RetireButtons
from bot.process import logs
from bot.process.clock import HOUR, SECOND, Clock, Millis, system_clock
from bot.process.metrics import Metrics
from bot.process.shards import ALL, Shards
from bot.process.stopping import Stopping
from bot.store import claims, message_queue
from bot.store.claims import LEFT_AFTER, Claimant, Claimed, Trouble
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict
from bot.store.leagues import invitation_of, require_season
from bot.store.message_queue import Probe
from bot.store.people import settings_for_game, settings_of
from bot.table import posting
from bot.table.boards import ShownBoard
from bot.table.channels import parse_settings
from bot.table.league_posts import note_news, wait_for_channel
from bot.table.pauses import Pauses
from bot.table.workers import Worker, rest_until

log = logging.getLogger(__name__)

# A post is put off for at most this many seconds, however long Discord asks for.
LONGEST_ASKED = HOUR / SECOND
# The seconds for which Discord is certain to recognise a nonce.
NONCES_KNOWN = 120 * SECOND
# After this many attempts, about five hours, an old post keeps its buttons: they only say that
# they are old.
MOST_EDITS = 30
# A post that fails by a fault of our own is tried for this long.
FAULTY_FOR = HOUR
# The time that a message that a newer version wrote waits for a process of that version: the
# longest time between the first and the last restart of an upgrade.
NEWER_WITHIN = HOUR
# The time for which such a message is left to the other processes each time, which take it
# half-way.
LEFT_FOR = 2 * LEFT_AFTER


@dataclass(frozen=True, slots=True)
class Pace:
    """Speed of delivery: its intervals, in seconds, and its limits on simultaneous work."""

    lease: float = 60.0
    """The lease on a message; that of a post being sent is renewed in time."""
    first_retry: float = 2.0
    longest_retry: float = 600.0
    look_again: float = 2.0
    """The polling interval for messages that another process wrote."""
    at_once: int = 50


class Outbox:
    """End of the outbox at the table, to which it reports what it wrote and what a transaction has
    claimed. Nothing happens then in a process that delivers nothing."""

    def __init__(self) -> None:
        self._delivery: Delivery | None = None
        self._listeners: list[Callable[[], None]] = []

    def deliver_by(self, delivery: "Delivery") -> None:
        self._delivery = delivery
        self.on_wake(delivery.wake)

    def on_wake(self, listener: Callable[[], None]) -> None:
        """Have this called whenever something was written."""
        self._listeners.append(listener)

    def wake(self) -> None:
        """Look now, as something was written."""
        for listener in self._listeners:
            listener()

    def claimant(self, guild_id: int) -> Claimant | None:
        """Return in whose name a transaction may claim the first of its posts in a server; None in
        a process that delivers nothing."""
        return None if self._delivery is None else self._delivery.claimant(guild_id)

    def begin(self, claim: Claimed, board: ShownBoard | None) -> None:
        """Deliver what a transaction has claimed, once that is committed. `board` is the one
        that spectators see after it, if that is at hand."""
        if self._delivery is not None:
            self._delivery.begin(claim, board)


@dataclass(eq=False)
class Delivery:
    """Delivery of one process. Several processes share the work, each with the messages of its
    shards."""

    database: Database
    poster: posting.Poster
    _: KW_ONLY
    clock: Clock = system_clock
    timeouts: Timeouts = field(default_factory=Timeouts)
    pace: Pace = field(default_factory=Pace)
    shards: Shards = ALL
    jitter: Callable[[], float] = random
    """From 0 to 1."""
    stopping: Stopping = field(default_factory=Stopping)
    metrics: Metrics = field(default_factory=Metrics)
    outbox: Outbox | None = None
    """The one into which the table of this process writes."""

    def __post_init__(self) -> None:
        self._longest_pause = max(self.pace.longest_retry, LONGEST_ASKED)
        self._pauses = Pauses(self.database, self.clock, self.timeouts, self.metrics)
        self._owner = token_hex(8)
        self._context = copy_context()
        """Belongs to no click, so that posts are not logged as a part of the click behind them."""
        self._woken = asyncio.Event()
        self._beginning = asyncio.Lock()
        """Held until what was just claimed is in `_attempts`, before anybody else looks there."""
        self._attempts: dict[int, asyncio.Task[None]] = {}
        """Deliveries in progress, by message."""
        self._renew_at = 0.0
        """In the time of the event loop."""
        self._deferrals: dict[int, tuple[Millis, Millis]] = {}
        """By message that this process cannot read, since when, and until when it is left to
        others."""
        self.health = posting.PostingHealth(self.clock)
        rest_between = partial(rest_until, self._woken, self.pace.look_again)
        self.worker = Worker("outbox", self._round, rest_between)
        if self.outbox is not None:
            self.outbox.deliver_by(self)

    def wake(self) -> None:
        self._woken.set()

    def claimant(self, guild_id: int) -> Claimant | None:
        """Return None while this process delivers nothing in this server."""
        delivers = self.worker.running and self._free() and self.shards.own(guild_id)
        return self._claimant() if delivers else None

    def begin(self, claim: Claimed, board: ShownBoard | None) -> None:
        if self.worker.running:  # else it was given back
            self._start_delivery(claim, board, self._context.copy())

    async def deliver_due(self) -> int:
        """Try the head of every queue that is due, until each has arrived or failed; returns how
        many were tried."""
        attempts = await self._begin()
        if attempts:
            await asyncio.wait(attempts)
        return len(attempts)

    async def drain(self) -> None:
        """Deliver everything that is due, and what becomes due after it; also wait for deliveries
        already in progress."""
        while attempts := {*await self._begin(), *self._attempts.values()}:
            await asyncio.wait(attempts)

    def cancel_all(self) -> None:
        """Cancel every delivery of this process; only when it ends."""
        for attempt in self._attempts.values():
            attempt.cancel()

    async def give_back(self) -> None:
        """Release what this process has claimed and not finished."""
        self.cancel_all()
        if self._attempts:
            await asyncio.wait(set(self._attempts.values()))
        await self.database.write(claims.unclaim, self._owner)

    async def _round(self) -> bool:
        """Begin what is due, and wait for no delivery: each wakes the worker when it ends, as the
        next one in its queue is then due."""
        self._woken.clear()
        await self._renew_claims()
        await self._begin()
        return False

    async def _begin(self) -> set[asyncio.Task[None]]:
        """Claim the head of every queue that is due, the oldest first, and start delivering it."""
        async with self._beginning:
            free = self._free()
            if not free:
                return set()
            with self.stopping.work():
                return {self._start_delivery(claim) for claim in await self._claim(free)}

    def _free(self) -> int:
        """Count the further deliveries that may begin now; one at a time while nothing is
        accepted."""
        if self.stopping.is_requested or not self.poster.ready or self.health.resting:
            return 0
        at_once = 1 if self.health.nowhere else self.pace.at_once
        return max(0, at_once - len(self._attempts))

    async def _claim(self, limit: int) -> list[Claimed]:
        """Claim messages. While nothing is accepted, any one of them is tried, so that a channel
        that refuses does not keep out the others."""
        claimant = self._claimant()
        anyone = self.health.nowhere
        look_at = self.pace.at_once if anyone else limit
        busy = {*self._attempts, *self._left_to_others()}
        ids = await self.database.read(claims.due_heads, claimant, look_at, busy, self.shards)
        if not ids:
            return []
        if anyone:
            ids = [ids[int(self.jitter() * len(ids)) % len(ids)]]
        return await self.database.write(claims.claim, ids, claimant)

    def _left_to_others(self) -> set[int]:
        """List the messages that are left to other processes at the moment. One that has long been
        settled is forgotten."""
        now = self.clock()
        deferrals = self._deferrals
        forgotten = [
            number for number, (since, _) in deferrals.items() if now - since > 2 * NEWER_WITHIN
        ]
        for number in forgotten:
            del deferrals[number]
        return {number for number, (since, until) in deferrals.items() if since <= now < until}

    def _claimant(self) -> Claimant:
        return Claimant(
            self._owner,
            self.clock(),
            lease=round(self.pace.lease * SECOND),
            pause=round(self._longest_pause * SECOND),
        )

    async def _renew_claims(self) -> None:
        """Keep the deliveries in progress, however long Discord makes them wait. They are not
        cancelled: discord.py would hold back all requests forever if that happened to the one that
        is waiting for a global rate limit to end."""
        now = asyncio.get_running_loop().time()
        if self._attempts and now < self._renew_at:
            return
        if self._attempts:
            await self.database.write(claims.renew, self._attempts, self._claimant())
        self._renew_at = now + self.pace.lease / 3

    def _start_delivery(
        self, claim: Claimed, board: ShownBoard | None = None, context: Context | None = None
    ) -> asyncio.Task[None]:
        attempt = asyncio.create_task(self._deliver(claim, board), context=context)
        self._attempts[claim.id] = attempt
        attempt.add_done_callback(lambda _: self._end_delivery(claim))
        return attempt

    def _end_delivery(self, claim: Claimed) -> None:
        del self._attempts[claim.id]
        self._woken.set()

    async def _deliver(self, claim: Claimed, board: ShownBoard | None) -> None:
        """Deliver one message. If the outcome cannot be stored, the lease expires, and the nonce
        prevents a second post."""
        subject = claim.game_id or f"season-{claim.season_id}"
        with self.stopping.work(), logs.about(game=subject, post=claim.id):
            try:
                await self._try(claim, board)
            except StoreError as error:
                log.error("cannot store the outcome of message %d: %s", claim.id, error)
            except Exception:
                log.exception("cannot store the outcome of message %d", claim.id)

    async def _try(self, claim: Claimed, board: ShownBoard | None) -> None:
        health = self.health
        try:
            message = claim.message
        except UnreadableMessage as error:
            await self._leave_to_newer(claim, error)
            return
        if not claim.is_probe:
            health.try_to_post()
        try:
            message_id = await self._post(claim, message, board)
        except posting.Outdated as error:
            calls = isinstance(error, posting.ToldLive)
            await self._mark_delivered(claim, None, calls=calls)
        except posting.Rejected as error:
            await self._handle_rejection(claim, error)
        except posting.TryLater as error:
            if not error.seconds:
                health.fail(claim, error.why)
            await self._retry_later(claim, str(error), error.seconds)
        except posting.PostError as error:
            health.refuse_for_good(claim)
            match error:
                case posting.MessageGone():
                    await self._mark_delivered(claim, None)
                case posting.ChannelGone():
                    await self._give_up_or_pause(claim, "place_gone")
                case posting.ChannelForbidden():
                    await self._give_up_or_pause(claim, "place_forbidden")
                case _:
                    log.error("giving up on message %d", claim.id, exc_info=error)
                    await self._give_up(claim, "not_taken")
        except Exception as error:
            log.exception("cannot post message %d", claim.id)
            await self._fail(claim, error)
        else:
            health.accept(claim)
            await self._mark_delivered(claim, message_id)

    async def _leave_to_newer(self, claim: Claimed, error: UnreadableMessage) -> None:
        """Leave a message to a process of a newer version, which takes it before this one looks
        again."""
        now = self.clock()
        since, _ = self._deferrals.get(claim.id, (now, now))
        if not error.newer or not now - since < NEWER_WITHIN:
            log.error("cannot read message %d; giving up: %s", claim.id, error)
            self._deferrals.pop(claim.id, None)
            await self._give_up(claim, "unreadable")
            return
        log.warning("leaving message %d to a newer version: %s", claim.id, error)
        self._deferrals[claim.id] = since, now + LEFT_FOR
        await self.database.change(message_queue.postpone, claim, str(error), now)

    async def _handle_rejection(self, claim: Claimed, error: posting.Rejected) -> None:
        """Try again later, or give up: a channel that refuses while others accept is lost in the
        end; what was refused is tried again now and then."""
        trouble, is_lost = self.health.refuse(claim, error.why)
        if not is_lost:
            await self._retry_later(claim, error.why, trouble=trouble)
            return
        wait = LONGEST_ASKED * (0.5 + self.jitter() / 2)
        due_at = self.clock() + round(wait * SECOND)
        pausing_trouble = trouble._replace(paused=True)
        await self._give_up_or_pause(
            claim, "place_forbidden", Probe(claim.id, due_at, pausing_trouble.error(error.why))
        )

    async def _fail(self, claim: Claimed, error: Exception) -> None:
        """Note a failure by a fault of our own, of which the database is none: the message is given
        up in the end, as it holds up what comes after it."""
        now = self.clock()
        trouble = claim.trouble
        if isinstance(error, (StoreError, WriteConflict, OSError)) and not isinstance(
            error, StoreCorrupt
        ):
            await self._retry_later(claim, type(error).__name__)
            return
        if trouble is None or trouble.kind != "failed" or trouble.since > now:
            trouble = Trouble("failed", now)
        if now - trouble.since < FAULTY_FOR:
            await self._retry_later(claim, type(error).__name__, trouble=trouble)
            return
        log.error("giving up on message %d", claim.id)
        await self._give_up(claim, type(error).__name__)

    async def _post(
        self, claim: Claimed, message: QueuedMessage, board: ShownBoard | None
    ) -> int | None:
        place_id = claim.place_id
        if isinstance(message, RetireButtons):
            old_post = await self.database.read(
                message_queue.previous_buttoned_post, claim, message.ply, message.branch
            )
            if old_post is not None:
                await self.poster.retire(place_id, *old_post, message)
            return None
        if isinstance(message, LiveBoard):
            live = await self.database.read(message_queue.live_post, message.game_id, place_id)
            return await self.poster.show_live(place_id, message, live, claim.nonce)
        if isinstance(message, ClosedInvitation):
            invitation = await self.database.read(invitation_of, message.season_id)
            if invitation is not None:
                await self.poster.close_invitation(place_id, invitation, message)
            return None
        if isinstance(message, LeaguePost | FixturePost):
            season = await self.database.view(require_season, message.season_id)
            settings = parse_settings(await self.database.read(settings_of, season.channel_id))
            if not is_still_news(message, season, has_digests=settings.has_digests):
                raise posting.Outdated
        post_id = None
        since = self.clock() - claim.first_tried
        if claim.attempts > 1 and not 0 <= since <= NONCES_KNOWN:
            # An earlier attempt may have made the post so long ago that Discord has forgotten it.
            post_id = await self.poster.find(place_id, message, claim.first_tried)
        match message:
            case FixturePost():
                if post_id is None:
                    post_id = await self.poster.post_news(place_id, message, claim.nonce)
                await self.poster.make_thread(place_id, post_id, message)
                return post_id
            case _ if post_id is not None:
                return post_id
            case LeaguePost() | LeagueNote():
                return await self.poster.post_news(place_id, message, claim.nonce)
            case DirectMessage():
                return await self.poster.tell(place_id, message, claim.nonce)
            case _:
                return await self.poster.post(place_id, message, claim.nonce, board)

    async def _mark_delivered(
        self, claim: Claimed, message_id: int | None, *, calls: bool = False
    ) -> None:
        """Store the delivery and its consequences in one transaction, so that a crash loses
        neither. With `calls`, the live board tells a move, and the player to act is called."""
        now = self.clock()

        async def note(connection: AsyncConnection) -> None:
            await message_queue.mark_delivered(connection, claim, message_id, now)
            if isinstance(message, LeagueMessage):
                await note_news(connection, message, message_id, now)
            elif changes_the_board(message):
                game_id = message.game_id
                settings = parse_settings(await settings_for_game(connection, game_id))
                place_id = claim.place_id
                if settings.has_live_boards:
                    await message_queue.refresh_live_board(connection, game_id, place_id, now)
                if calls and isinstance(message, BoardPost):
                    await message_queue.call_in_channel(connection, place_id, message, now)

        message = claim.message
        has_resumed = False
        if claim.is_probe and message_id is not None and not isinstance(message, LeagueMessage):
            game = message.game_id
            channel_id = claim.place_id
            has_resumed = await self._pauses.resume_by_itself(game, channel_id, message, note)
        if not has_resumed:
            await self.database.change(note)
        self.metrics.posts.add("delivered")

    async def _retry_later(
        self,
        claim: Claimed,
        error: str,
        at_least: float = 0.0,
        *,
        trouble: Trouble | None = None,
    ) -> None:
        """Wait twice as long each time; jitter spreads out channels that failed together. How long
        there has been trouble is remembered."""
        trouble = trouble or claim.trouble
        if trouble is not None:
            error = trouble._replace(paused=claim.is_probe).error(error)
        if claim.edits and claim.kind != "live" and claim.attempts >= MOST_EDITS:
            log.warning("giving up on the buttons of message %d: %s", claim.id, error)
            await self._give_up(claim, error)
            return
        doubled_pause = self.pace.first_retry * 2 ** min(claim.attempts - 1, 30)
        wait = max(
            at_least, min(doubled_pause, self.pace.longest_retry) * (0.5 + self.jitter() / 2)
        )
        due_at = self.clock() + round(min(wait, self._longest_pause) * SECOND)
        await self.database.change(message_queue.postpone, claim, error, due_at)
        self.metrics.posts.add("put_off")

    async def _give_up_or_pause(
        self, claim: Claimed, reason: Loss, probe: Probe | None = None
    ) -> None:
        """Give up a message, or pause its game: a person who cannot be reached reads it later, a
        live board comes with the next move, a digest with the next day, and nobody reads a post
        that keeps its buttons; in all other cases the channel's game is paused."""
        if claim.kind in ("direct", "digest") or claim.edits:
            await self._give_up(claim, reason)
            return
        if claim.game_id is None:
            await self.database.change(wait_for_channel, claim, reason, self.clock())
            return
        if not claim.is_probe:
            log.warning("channel %d: %s; pausing game %d", claim.place_id, reason, claim.game_id)
        await self._pauses.pause(claim.game_id, claim.place_id, reason, probe)
        self.metrics.posts.add("failed")

    async def _give_up(self, claim: Claimed, why: str) -> None:
        await self.database.change(message_queue.mark_failed, claim, why, self.clock())
        self.metrics.posts.add("failed")
