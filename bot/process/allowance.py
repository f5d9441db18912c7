"""How much everybody may ask for in a while, and at the same moment."""

from asyncio import Semaphore
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from math import ceil
from time import monotonic
from weakref import WeakValueDictionary

# Those whose allowances are remembered, the last to ask.
MOST_PEOPLE = 10_000
# The requests of one person that are answered at the same time.
MOST_AT_ONCE = 2
# The price of a second or so of thinking, wherever it is asked for.
HINT = 10


class TooFast(Exception):
    """Somebody asked for more than their allowance has left."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"not for {seconds} seconds")


class Allowance:
    """A token bucket for everybody who asks, by id or address: it holds `at_once` and is refilled
    by one a second."""

    def __init__(self, at_once: int = 60, now: Callable[[], float] = monotonic) -> None:
        self._at_once = at_once
        self._now = now
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()
        """When each bucket is full again."""

    def take(self, who: Hashable, cost: int = 1) -> None:
        """Raise TooFast, and take nothing, if too little is left."""
        now = self._now()
        full_at = max(self._full_at.get(who, now), now) + cost
        over = full_at - now - self._at_once
        if over > 0:
            raise TooFast(ceil(over))
        self._full_at[who] = full_at
        self._full_at.move_to_end(who)
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
