"""How much one person may ask for in a short time, and at the same moment.

Whatever is asked for has a price, counted in pictures of a board. Kept in memory; knows no Discord.
"""

from asyncio import Semaphore
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import ceil
from time import monotonic
from weakref import WeakValueDictionary

PICTURE = 1
LISTING = 1
STORY = 2
"""A game that is read from its start: its log, its points, its record."""
ARCHIVE = 20
"""Everything of a channel, or about a person."""
REPLAY = 30


class TooFast(Exception):
    """The person's: asked for more than is good for everybody."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"not for {seconds} seconds")


class Allowance:
    """So much at once for each person, and then one a second again."""

    def __init__(
        self, at_once: int = 60, people: int = 10_000, now: Callable[[], float] = monotonic
    ) -> None:
        self._at_once = at_once
        self._people = people
        self._now = now
        self._until: OrderedDict[int, float] = OrderedDict()
        """When each person has everything back."""

    def take(self, user_id: int, cost: int = 1) -> None:
        """Raises TooFast, and takes nothing, when there is not so much left."""
        now = self._now()
        until = max(self._until.get(user_id, now), now) + cost
        over = until - now - self._at_once
        if over > 0:
            raise TooFast(ceil(over))
        self._until[user_id] = until
        self._until.move_to_end(user_id)
        if len(self._until) > self._people:
            self._until.popitem(last=False)


class Doors:
    """Lets so many requests of one person in at once; the others wait outside, in their order, and
    hold up nobody but this person."""

    def __init__(self, at_once: int = 2) -> None:
        self._at_once = at_once
        self._doors: WeakValueDictionary[int, Semaphore] = WeakValueDictionary()
        """Of everybody who has a request in progress."""

    @asynccontextmanager
    async def through(self, user_id: int) -> AsyncIterator[None]:
        door = self._doors.get(user_id)
        if door is None:
            door = self._doors[user_id] = Semaphore(self._at_once)
        async with door:
            yield
