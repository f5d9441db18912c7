"""Emojis of the application: uploading those that Discord lacks, and removing those that no version
of the bot uses any longer.

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
from bot.discord.pages.emojis import PREFIX
from bot.discord.post_errors import describe_trouble
from bot.games.face import AnyFace
from bot.match.errors import StoreError
from bot.presentation.studio import Studio
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
# The names of emojis that some version of the bot uploaded.
OURS = re.compile(rf"{PREFIX}[a-z0-9_]+_[0-9a-f]{{8}}")
# In seconds, how often the worker looks whether a step is due.
LOOK_EVERY = 0.5
# In seconds. No request takes longer, so that it ends before the lease.
CUT_OFF_AFTER = 60.0
# In seconds. No painting takes longer, so that it too ends before the lease.
PAINTED_WITHIN = 30.0
# In seconds: a process that stops waits no longer for the database to take its lease back.
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
    idle: Millis = DAY
    """Once there is nothing to do."""
    first_retry: Millis = 5 * SECOND
    longest_retry: Millis = 6 * HOUR
    """After a failure; each pause is twice as long as the one before, up to this."""


USUAL = Pace()
# For the playground, which has no Discord to be polite to.
SIMULATED = Pace(step=0)


@dataclass(eq=False)
class ApplicationEmojis:
    """One process's part in looking after the emojis."""

    client: discord.Client
    drawings: Mapping[EmojiName, Drawing]
    """Those that Discord should have, what matters most first. A drawing's file has the emoji's
    name."""
    studio: Studio
    known_emojis: KnownEmojis
    """It learns which can be used."""
    use: EmojiUse
    _: KW_ONLY
    clock: Clock = system_clock
    pace: Pace = USUAL
    jitter: Callable[[], float] = random

    def __post_init__(self) -> None:
        drawings = self.drawings.items()
        self._drawings = {drawing.filename: (name, drawing) for name, drawing in drawings}
        self._to_upload = deque[str]()
        self._to_remove = deque[discord.Emoji]()
        self._listed_at: Millis | None = None
        """When this process last asked what there is; None if it has to ask."""
        self._turn_until: Millis = 0
        """Until when nobody else uploads anything."""
        self._retry_pause = self.pace.first_retry
        self._due_at: Millis = 0
        self._warned_of_limit = False
        self.worker = Worker("emojis", self._round, rest_for(LOOK_EVERY))

    async def stop(self) -> None:
        """Stop, and let another process go on at once; if that fails, the lease expires."""
        await self.worker.stop()
        if self._turn_until > self.clock():
            with suppress(StoreError, WriteConflict, TimeoutError):
                async with asyncio.timeout(GIVE_BACK_WITHIN):
                    await self.use.lease.give_back()

    async def _round(self) -> bool:
        now = self.clock()
        due_at = self._due_at
        if self.known_emojis.outdated and self._listed_at is not None:
            due_at = min(due_at, self._listed_at + self.pace.wait)
        clock_was_set_back = due_at > now + max(self.pace.idle, self.pace.longest_retry)
        if not self.client.is_ready() or (now < due_at and not clock_was_set_back):
            return False
        self._due_at = now + self.pace.first_retry  # if the database fails
        pause = await self._try_step()
        self._due_at = self.clock() + pause
        return not pause

    async def _try_step(self) -> Millis:
        """Take the next step; returns how long to pause after it."""
        try:
            pause = await self.step()
        except discord.RateLimited as error:
            pause = round(error.retry_after * SECOND * (1 + self.jitter() / 10))
        except UNREACHED as error:
            log.warning("cannot look after the emojis, retrying later: %s", describe_trouble(error))
            pause = round(self._retry_pause * (1 + self.jitter() / 10))
            self._retry_pause = min(2 * self._retry_pause, self.pace.longest_retry)
        else:
            self._retry_pause = self.pace.first_retry
            return pause
        if self._turn_until > self.clock():  # nobody else need try meanwhile
            await self._take_turn(pause)
        return pause

    async def step(self) -> Millis:
        """Ask what there is, or upload or remove one emoji; returns how long to pause then."""
        now = self.clock()
        listed_at = self._listed_at
        recent = listed_at is not None and listed_at <= now < listed_at + self.pace.idle
        if not recent or self.known_emojis.outdated:
            await self._look()
            return self.pace.step
        if not self._to_upload and not self._to_remove:
            if self._turn_until > now:
                self._turn_until = 0
                await self.use.lease.give_back()
            return listed_at + self.pace.idle - now if listed_at is not None else 0
        had_turn = self._turn_until > now
        if not await self._take_turn():
            self._listed_at = None  # what is missing is being uploaded
            return self.pace.wait
        if not had_turn:  # others may have uploaded something since
            await self._look()
        elif self._to_remove:
            await self._remove(self._to_remove[0])
        else:
            await self._upload(self._to_upload[0])
        return self.pace.step

    async def _take_turn(self, wait: Millis = 0) -> bool:
        until = await self.use.lease.take(wait)
        self._turn_until = until or 0
        return until is not None

    async def _look(self) -> None:
        """Ask Discord what there is. Emojis of the host are nobody's business."""
        self._listed_at = None
        async with asyncio.timeout(CUT_OFF_AFTER):
            emojis = {emoji.name: emoji for emoji in await self.client.fetch_application_emojis()}
        await self.use.note(self._drawings)
        ours = [name for name in emojis if OURS.fullmatch(name)]
        outdated = [name for name in ours if name not in self._drawings]
        unused = await self.use.unused(outdated)
        self._to_remove = deque(emojis[name] for name in unused)
        self.known_emojis.learn(
            {
                name: _partial(emojis[file])
                for file, (name, _) in self._drawings.items()
                if file in emojis
            }
        )
        missing = [file for file in self._drawings if file not in emojis]
        room = max(MOST - len(emojis) + len(unused), 0)
        if len(missing) > room and not self._warned_of_limit:
            self._warned_of_limit = True
            log.warning("room for %d of %d more emojis; the others stay words", room, len(missing))
        self._to_upload = deque(missing[:room])
        self._listed_at = self.clock()

    async def _upload(self, file: str) -> None:
        name, drawing = self._drawings[file]
        try:
            async with asyncio.timeout(PAINTED_WITHIN):
                picture = await self.studio.paint(drawing, None, PAINTED_FOR)
        except TimeoutError:
            raise
        except Exception as error:
            log.warning("cannot paint the emoji %s: %r", file, error)
            self._to_upload.popleft()
            return
        if self.clock() + round(CUT_OFF_AFTER * SECOND) > self._turn_until:
            return  # the process was held up: the lease might end before the answer
        try:
            async with asyncio.timeout(CUT_OFF_AFTER):
                emoji = await self.client.create_application_emoji(name=file, image=picture)
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            log.warning("Discord does not take the emoji %s: %s", file, error)
            if error.code == FULL:
                self._to_upload.clear()
            else:
                self._to_upload.popleft()
            return
        self.known_emojis.add(name, _partial(emoji))
        self._to_upload.popleft()
        if not self._to_upload:
            count = len(self.known_emojis.available)
            log.info("%d of %d emojis are there", count, len(self._drawings))

    async def _remove(self, emoji: discord.Emoji) -> None:
        with suppress(discord.NotFound):
            async with asyncio.timeout(CUT_OFF_AFTER):
                await emoji.delete()
        await self.use.forget(emoji.name)
        self._to_remove.popleft()


def wanted_emojis(faces: Iterable[AnyFace]) -> dict[EmojiName, Drawing]:
    """List the emojis of all games in turns, what matters most of each first."""
    emojis_of_games = [
        [
            (name, Drawing(f"{PREFIX}{name}_{digest}", "", partial(face.pictures.draw_emoji, name)))
            for name, digest in face.pictures.emojis().items()
        ]
        for face in faces
    ]
    turns = zip_longest(*emojis_of_games)
    return dict(emoji for turn in turns for emoji in turn if emoji is not None)


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
