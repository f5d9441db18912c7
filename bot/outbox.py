"""Delivering what waits in the outbox: at least once, each place in its order, with patience.

Owns claims, attempts and back-off. What a message looks like is the poster's; why a game pauses is
the table's. A claim is a lease, so what a process held when it died is delivered by the next one,
under the same nonce.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import random
from secrets import token_hex
from typing import Protocol

from bot import logs
from bot.announcing import changes_the_board
from bot.channel_settings import from_stored
from bot.clock import SECOND, Clock, system_clock
from bot.errors import StoreError
from bot.game import Loss
from bot.messages import Board, Direct, Live, Lobby, Message, Notice, Retire
from bot.metrics import Metrics
from bot.stopping import Stopping
from bot.store import live
from bot.store import outbox as queue
from bot.store.database import Connected, Database
from bot.store.faults import Clash, retried
from bot.store.outbox import Claimed

log = logging.getLogger(__name__)


class PostError(Exception):
    """What a poster raises on purpose. Anything else counts as TryLater."""


class TryLater(PostError):
    """Not now: too many posts, or the other side is down."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        super().__init__(f"not for {seconds} seconds")


class PlaceGone(PostError):
    """The channel, or the person, is not there any more."""


class PlaceForbidden(PostError):
    """This channel, or this person, cannot be written to."""


class MessageGone(PostError):
    """The post to be edited was deleted."""


class Outdated(PostError):
    """What the message asks for is done by now, so that it is not posted any more."""


class NotTaken(PostError):
    """The other side never takes this message, here or elsewhere: a bug of ours. It is given up,
    so that it does not hold up what comes after it."""


class Poster(Protocol):
    """Stands where Discord is: makes a post of a message."""

    async def post(self, channel_id: int, message: Lobby | Board | Notice, nonce: str) -> int:
        """The id of the post. The same nonce again is the same post, not another one."""

    async def retire(self, channel_id: int, message_id: int, message: Message) -> None:
        """Take the buttons off the post that was made of this message."""

    async def show_live(
        self, channel_id: int, message: Live, message_id: int | None, nonce: str
    ) -> int | None:
        """Bring the live board, which is this post if there is one, to what it should be now; the
        id of the post that is there then."""

    async def tell(self, user_id: int, message: Direct, nonce: str) -> int:
        """Write to a person directly; the id of the post."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast, in seconds, and how many at once."""

    lease: float = 60.0
    first_retry: float = 2.0
    longest_retry: float = 600.0
    look_again: float = 2.0
    """How often to look for what another process wrote."""
    at_once: int = 20


class Outbox:
    """The delivery of one process. Several processes share the work."""

    def __init__(
        self,
        database: Database,
        poster: Poster,
        pause: Callable[[int, int, Loss], Awaitable[None]],
        *,
        clock: Clock = system_clock,
        pace: Pace | None = None,
        jitter: Callable[[], float] = random,
        stopping: Stopping | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        """`pause` is called with a game and its channel, which cannot be posted to; jitter is 0
        to 1."""
        self._database = database
        self._poster = poster
        self._pause = pause
        self._clock = clock
        self._pace = pace or Pace()
        self._jitter = jitter
        self._stopping = stopping or Stopping()
        self._metrics = metrics or Metrics()
        self._owner = token_hex(8)
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Something was written: look now."""
        self._woken.set()

    async def run(self) -> None:
        """Deliver until cancelled, whatever fails."""
        while True:
            self._woken.clear()
            try:
                busy = await self.deliver_due() > 0
            except StoreError as error:
                log.error("the outbox waits: %s", error)
                busy = False
            except Clash as error:
                log.warning("the outbox looks again: %s", error)
                busy = False
            except Exception:
                log.exception("the outbox goes on after a fault of its own")
                busy = False
            if not busy:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), self._pace.look_again)

    async def deliver_due(self) -> int:
        """One round: try the head of every place that is due. How many were tried."""
        if self._stopping.asked:
            return 0
        with self._stopping.work():
            return await self._round()

    async def give_back(self) -> None:
        """What this process has claimed and did not finish is anybody's again."""
        async with self._database.writing() as connection:
            await queue.unclaim(connection, self._owner)

    async def _round(self) -> int:
        now = self._clock()
        async with self._database.reading() as connection:
            ids = await queue.due_heads(connection, now, self._pace.at_once)
        if not ids:
            return 0
        until = now + round(self._pace.lease * SECOND)
        async with self._database.writing() as connection:
            claimed = await queue.claim(connection, ids, self._owner, now, until)
        ended = await asyncio.gather(*map(self._deliver, claimed), return_exceptions=True)
        for error in ended:
            if error is not None:
                raise error
        return len(claimed)

    async def drain(self) -> None:
        """Deliver whatever is due now, and what becomes due behind it."""
        while await self.deliver_due():
            pass

    async def _deliver(self, claimed: Claimed) -> None:
        with logs.about(game=claimed.game_id, post=claimed.id):
            await self._try(claimed)

    async def _try(self, claimed: Claimed) -> None:
        try:
            message_id = await asyncio.wait_for(self._hand_over(claimed), self._pace.lease / 2)
        except NotTaken:
            log.exception("message %d is given up", claimed.id)
            await self._given_up(claimed)
        except (MessageGone, Outdated):
            await self._done(claimed, None)
        except PlaceGone:
            await self._never(claimed, "place_gone")
        except PlaceForbidden:
            await self._never(claimed, "place_forbidden")
        except TryLater as error:
            await self._later(claimed, str(error), error.seconds)
        except TimeoutError:
            await self._later(claimed, "no answer in time", 0.0)
        except Exception as error:
            log.exception("message %d could not be posted", claimed.id)
            await self._later(claimed, type(error).__name__, 0.0)
        else:
            await self._done(claimed, message_id)

    async def _hand_over(self, claimed: Claimed) -> int | None:
        message: Message = claimed.message
        if isinstance(message, Direct):
            return await self._poster.tell(claimed.place_id, message, claimed.nonce)
        if isinstance(message, Retire):
            await self._retire(claimed, message)
            return None
        if isinstance(message, Live):
            return await self._show_live(claimed, message)
        return await self._poster.post(claimed.place_id, message, claimed.nonce)

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
        """With what follows from it in the same transaction, so that a crash loses neither."""
        now = self._clock()

        async def note(connection: Connected) -> None:
            await queue.delivered(connection, claimed, message_id, now)
            if changes_the_board(claimed.message) and await _has_live_board(connection, claimed):
                await live.show_anew(connection, claimed.game_id, claimed.place_id, now)

        await self._note(note)
        self._metrics.posts.add("delivered")

    async def _later(self, claimed: Claimed, error: str, at_least: float) -> None:
        """Twice as long each time; jitter keeps channels that failed together apart."""
        doubled = self._pace.first_retry * 2 ** min(claimed.attempts - 1, 30)
        wait = max(at_least, min(doubled, self._pace.longest_retry) * (0.5 + self._jitter() / 2))
        due_at = self._clock() + round(wait * SECOND)
        await self._note(lambda connection: queue.put_off(connection, claimed, error, due_at))
        self._metrics.posts.add("put_off")

    async def _never(self, claimed: Claimed, reason: Loss) -> None:
        """A person who cannot be told reads it later, a live board comes with the next move; else
        the channel's game is paused."""
        if isinstance(claimed.message, Direct | Live):
            now = self._clock()
            await self._note(lambda connection: queue.failed(connection, claimed, reason, now))
        else:
            log.warning("channel %d: %s; game %d pauses", claimed.place_id, reason, claimed.game_id)
            await self._pause(claimed.game_id, claimed.place_id, reason)
        self._metrics.posts.add("failed")

    async def _given_up(self, claimed: Claimed) -> None:
        now = self._clock()
        await self._note(lambda connection: queue.failed(connection, claimed, "not_taken", now))
        self._metrics.posts.add("failed")

    async def _note(self, change: Callable[[Connected], Awaitable[None]]) -> None:
        """Store what came of an attempt; anew when this loses a deadlock."""

        async def once() -> None:
            async with self._database.writing() as connection:
                await change(connection)

        await retried(once)


async def _has_live_board(connection: Connected, claimed: Claimed) -> bool:
    settings = await live.settings_for(connection, claimed.game_id)
    return from_stored(settings).live == "on"
