"""Parts that this process answers with, and the limits for one person."""

from asyncio import Semaphore
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from weakref import WeakValueDictionary

import discord

from bot.discord.answering.sending import KnownCommands, KnownEmojis
from bot.games.face import AnyFace
from bot.presentation.studio import Studio
from bot.process.metrics import Metrics
from bot.process.stopping import Stopping
from bot.table.table import Table

# The price of a picture. Prices are taken from a person's allowance, which gains one a second.
PICTURE = 1
# The price of a list of games.
LISTING = 1
# The price of a game that has to be replayed from its start: its log, its points, its record.
STORY = 2
# The price of a second or so of thinking.
HINT = 10
# The price of everything in a channel, or about a person.
ARCHIVE = 20
# The price of an animation of a whole game.
REPLAY = 30
# The price of up to half a minute of thinking.
REVIEW = 50
# The people whose allowances are remembered, the last to ask.
MOST_PEOPLE = 10_000
# The requests of one person that are answered at the same time.
MOST_AT_ONCE = 2


class TooFast(Exception):
    """This person asked for more than their allowance has left."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"not for {seconds} seconds")


class Allowance:
    """A token bucket for each person: it holds `at_once` and is refilled by one a second."""

    def __init__(self, at_once: int = 60, now: Callable[[], float] = monotonic) -> None:
        self._at_once = at_once
        self._now = now
        self._full_at: OrderedDict[int, float] = OrderedDict()
        """When each person's bucket is full again."""

    def take(self, user_id: int, cost: int = 1) -> None:
        """Raise TooFast, and take nothing, if too little is left."""
        now = self._now()
        full_at = max(self._full_at.get(user_id, now), now) + cost
        over = full_at - now - self._at_once
        if over > 0:
            raise TooFast(ceil(over))
        self._full_at[user_id] = full_at
        self._full_at.move_to_end(user_id)
        if len(self._full_at) > MOST_PEOPLE:
            self._full_at.popitem(last=False)


class ConcurrencyLimit:
    """Admits a limited number of one person's requests at a time; the rest wait in order, without
    holding up anybody else."""

    def __init__(self) -> None:
        self._semaphores: WeakValueDictionary[int, Semaphore] = WeakValueDictionary()
        """One for each person with a request in progress."""

    @asynccontextmanager
    async def admit(self, user_id: int) -> AsyncIterator[None]:
        semaphore = self._semaphores.setdefault(user_id, Semaphore(MOST_AT_ONCE))
        async with semaphore:
            yield


@dataclass(frozen=True, slots=True)
class Desk:
    """One per process."""

    table: Table
    faces: Mapping[str, AnyFace]
    studio: Studio
    stopping: Stopping = field(default_factory=Stopping)
    metrics: Metrics = field(default_factory=Metrics)
    emojis: KnownEmojis = field(default_factory=KnownEmojis)
    commands: KnownCommands = field(default_factory=KnownCommands)
    allowance: Allowance = field(default_factory=Allowance)
    concurrency: ConcurrencyLimit = field(default_factory=ConcurrencyLimit)
    opening: set[int] = field(default_factory=set)
    """The people for whom a thread is being opened right now."""
    receiving_notes: set[int] = field(default_factory=set)
    """The people who are being sent what they missed right now."""


def desk_of(interaction: discord.Interaction) -> Desk:
    desk = getattr(interaction.client, "desk", None)
    assert isinstance(desk, Desk)
    return desk
