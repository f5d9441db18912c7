"""Connections to SQLite that do not wait for the disk: no test cuts the power, which alone could
tell whether a commit has reached it. `tests/bot/proof/test_crash.py` has that the bot waits."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.store.connection.sqlite import PRAGMAS

SYNCED = "synchronous = FULL"
UNSYNCED = ("synchronous = OFF", *(pragma for pragma in PRAGMAS if pragma != SYNCED))


@contextmanager
def unsynced() -> Iterator[None]:
    """All that are opened in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.store.connection.sqlite.PRAGMAS", UNSYNCED)
        yield
