"""The playground keeps going, whatever takes long in it."""

from datetime import UTC, datetime
from typing import Any
from unittest.mock import ANY

from bot.discord.playground import _Screens


class SlowEnv:
    """The simulation while something takes longer than it waits."""

    http_requests: tuple[Any, ...] = ()
    tries = 0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    async def advance_time(self, seconds: float) -> None:
        self.tries += 1
        raise TimeoutError


class ClosedLater:
    """A page that is closed when it has been looked at twice."""

    looks = 0

    async def wait_closed(self) -> None:
        self.looks += 1
        if self.looks <= 2:
            raise TimeoutError


async def test_what_takes_long_does_not_end_the_playground() -> None:
    env: Any = SlowEnv()
    preview: Any = ClosedLater()
    await _Screens(env, preview, ANY).keep_up()
    assert env.tries == 2
