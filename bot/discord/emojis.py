"""The application's own emojis: uploading those that Discord lacks, and removing those that no
version of the bot uses any longer.

This goes on in the background, one small step at a time. Discord is asked what there is; which
process takes the next step, and which emojis are still in use, the processes agree on in the
database. So whatever is interrupted is simply gone on with, and nothing is uploaded twice.
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from functools import partial
from itertools import zip_longest
from random import random

import discord
from aiohttp import ClientError

from bot.discord.answering.sending import KnownEmojis
from bot.discord.answering.studio import Studio
from bot.discord.pages.emojis import PREFIX
from bot.discord.post_errors import describe_trouble
from bot.games.face import AnyFace
from bot.match.errors import StoreError
from bot.process.clock import DAY, HOUR, SECOND, Clock, Millis, system_clock
from bot.store.connection.faults import WriteConflict
from bot.table.emojis import EmojiUse
from bot.table.workers import Worker, rest_for
from render.picture.emojis import EmojiName
from render.pictures import Drawing

log = logging.getLogger(__name__)

# The emojis that Discord lets an application have, the host's own included.
MOST = 2000
# Discord's code if it has that many.
FULL = 30008
OURS = re.compile(rf"{PREFIX}[a-z0-9_]+_[0-9a-f]{{8}}")
# In seconds, like the next two: how often the worker looks whether a step is due.
LOOK_EVERY = 0.5
# No request and no painting takes longer, so that both end before the lease.
CUT_OFF_AFTER = 60.0
PAINTED_WITHIN = 30.0
GIVE_BACK_WITHIN = 1.5
# Emojis are painted as if for one more person, so that no picture of a click has to wait for
# them.
PAINTED_FOR = 0
UNREACHED = (discord.HTTPException, ClientError, OSError, TimeoutError)


@dataclass(frozen=True, slots=True)
class Pace:
    """Pauses between the requests of one process."""

    step: Millis = 2 * SECOND
    wait: Millis = 120 * SECOND
    """While another process is at it."""
    rest: Millis = DAY
    """Once there is nothing to do."""
    first_retry: Millis = 5 * SECOND
    longest_retry: Millis = 6 * HOUR
    """After a failure; each pause is twice as long as the one before, up to this."""


# The second is for the playground, which has no Discord to be polite to.
USUAL = Pace()
SIMULATED = Pace(step=0)


@dataclass(eq=False)
class ApplicationEmojis:
    """One process's part in looking after the emojis."""

    client: discord.Client
    drawings: Mapping[EmojiName, Drawing]
    """Those wanted, what matters most first. The name of a drawing's file is that of the emoji."""
    studio: Studio
    known: KnownEmojis
    """It learns what can be used."""
    use: EmojiUse
    _: KW_ONLY
    clock: Clock = system_clock
    pace: Pace = USUAL
    jitter: Callable[[], float] = random

    def __post_init__(self) -> None:
        drawings = self.drawings.items()
        self._wanted = {drawing.filename: (name, drawing) for name, drawing in drawings}
        self._missing = deque[str]()
        self._unused = deque[discord.Emoji]()
        self._listed: Millis | None = None
        """The time at which this process last asked what there is; None if it has to ask."""
        self._mine_until: Millis = 0
        """Until when nobody else uploads anything."""
        self._retry = self.pace.first_retry
        self._due: Millis = 0
        self._crowded = False
        self.worker = Worker("emojis", self._round, rest_for(LOOK_EVERY))

    async def stop(self) -> None:
        """Stop, and let another process go on at once; if that fails, the lease expires."""
        await self.worker.stop()
        if self._mine_until > self.clock():
            with suppress(StoreError, WriteConflict, TimeoutError):
                async with asyncio.timeout(GIVE_BACK_WITHIN):
                    await self.use.lease.give_back()

    async def _round(self) -> bool:
        now = self.clock()
        due = self._due
        if self.known.doubted and self._listed is not None:
            due = min(due, self._listed + self.pace.wait)
        set_back = due > now + max(self.pace.rest, self.pace.longest_retry)
        if not self.client.is_ready() or (now < due and not set_back):
            return False
        self._due = now + self.pace.first_retry  # if the database fails
        pause = await self._try_step()
        self._due = self.clock() + pause
        return not pause

    async def _try_step(self) -> Millis:
        """Take the next step; returns how long to pause after it."""
        try:
            pause = await self.step()
        except discord.RateLimited as error:
            pause = round(error.retry_after * SECOND * (1 + self.jitter() / 10))
        except UNREACHED as error:
            log.warning("cannot look after the emojis, retrying later: %s", describe_trouble(error))
            pause = round(self._retry * (1 + self.jitter() / 10))
            self._retry = min(2 * self._retry, self.pace.longest_retry)
        else:
            self._retry = self.pace.first_retry
            return pause
        if self._mine_until > self.clock():  # nobody else need try meanwhile
            await self._take_turn(pause)
        return pause

    async def step(self) -> Millis:
        """Ask what there is, or upload or remove one emoji; returns how long to pause then."""
        now = self.clock()
        stale = self._listed is None or not self._listed <= now < self._listed + self.pace.rest
        if stale or self.known.doubted:
            await self._look()
            return self.pace.step
        if not self._missing and not self._unused:
            if self._mine_until > now:
                self._mine_until = 0
                await self.use.lease.give_back()
            return self._listed + self.pace.rest - now if self._listed is not None else 0
        was_mine = self._mine_until > now
        if not await self._take_turn():
            self._listed = None  # what is missing is being uploaded
            return self.pace.wait
        if not was_mine:  # others may have uploaded something since
            await self._look()
        elif self._unused:
            await self._remove(self._unused[0])
        else:
            await self._upload(self._missing[0])
        return self.pace.step

    async def _take_turn(self, wait: Millis = 0) -> bool:
        until = await self.use.lease.take(wait)
        self._mine_until = until or 0
        return until is not None

    async def _look(self) -> None:
        """Ask Discord what there is. Emojis of the host are nobody's business."""
        self._listed = None
        async with asyncio.timeout(CUT_OFF_AFTER):
            found = {emoji.name: emoji for emoji in await self.client.fetch_application_emojis()}
        await self.use.note(self._wanted)
        old = [name for name in found if OURS.fullmatch(name) and name not in self._wanted]
        unused = await self.use.unused(old)
        self._unused = deque(found[name] for name in unused)
        self.known.learn(
            {
                name: _partial(found[file])
                for file, (name, _) in self._wanted.items()
                if file in found
            }
        )
        missing = [file for file in self._wanted if file not in found]
        room = max(MOST - len(found) + len(unused), 0)
        if len(missing) > room and not self._crowded:
            self._crowded = True
            log.warning("room for %d of %d more emojis; the others stay words", room, len(missing))
        self._missing = deque(missing[:room])
        self._listed = self.clock()

    async def _upload(self, file: str) -> None:
        name, drawing = self._wanted[file]
        try:
            async with asyncio.timeout(PAINTED_WITHIN):
                picture = await self.studio.paint(drawing, None, PAINTED_FOR)
        except TimeoutError:
            raise
        except Exception as error:
            log.warning("cannot paint the emoji %s: %r", file, error)
            self._missing.popleft()
            return
        if self.clock() + round(CUT_OFF_AFTER * SECOND) > self._mine_until:
            return  # the process was held up: the lease might end before the answer
        try:
            async with asyncio.timeout(CUT_OFF_AFTER):
                made = await self.client.create_application_emoji(name=file, image=picture)
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            log.warning("Discord does not take the emoji %s: %s", file, error)
            if error.code == FULL:
                self._missing.clear()
            else:
                self._missing.popleft()
            return
        self.known.add(name, _partial(made))
        self._missing.popleft()
        if not self._missing:
            log.info("%d of %d emojis are there", len(self.known.known), len(self._wanted))

    async def _remove(self, emoji: discord.Emoji) -> None:
        with suppress(discord.NotFound):
            async with asyncio.timeout(CUT_OFF_AFTER):
                await emoji.delete()
        await self.use.forget(emoji.name)
        self._unused.popleft()


def wanted_emojis(faces: Iterable[AnyFace]) -> dict[EmojiName, Drawing]:
    """The emojis of all games in turns, what matters most of each first."""
    of_games = [
        [
            (name, Drawing(f"{PREFIX}{name}_{digest}", "", partial(face.pictures.draw_emoji, name)))
            for name, digest in face.pictures.emojis().items()
        ]
        for face in faces
    ]
    return dict(one for turn in zip_longest(*of_games) for one in turn if one is not None)


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
