"""How much one person may ask for in a short time. Kept in memory; knows no Discord."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic


class TooFast(Exception):
    """The person's: asked for more than is good for everybody."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"not for {seconds} seconds")


class Allowance:
    """So much at once for each person, and then one a second again."""

    def __init__(
        self, at_once: int = 30, people: int = 10_000, now: Callable[[], float] = monotonic
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
            raise TooFast(round(over + 0.5))
        self._until[user_id] = until
        self._until.move_to_end(user_id)
        if len(self._until) > self._people:
            self._until.popitem(last=False)
