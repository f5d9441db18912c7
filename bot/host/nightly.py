"""Nightly backup: when it is due, where it goes, how many are kept. It is made by
`bot.host.data.backup`.

A backup is named after the moment it was made. One is due when the newest is older than the last
scheduled time of day, so that however many nights a stopped bot missed, one backup at its start
makes up for them. If several processes share the folder, one of them makes it.
"""

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, datetime, time, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.host.data.backup import back_up
from bot.match.errors import StoreError
from bot.process.clock import HOUR, SECOND, Clock, Millis, system_clock
from bot.process.metrics import Metrics
from bot.store.connection.database import Database
from bot.table.workers import Worker, rest_for

log = logging.getLogger(__name__)

NAME = "bot-%Y%m%d-%H%M%SZ.db"
NAMED = re.compile(
    r"bot-\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])-([01]\d|2[0-3])([0-5]\d){2}Z\.db"
)
LEFT_OVER = "bot-*.db.partial*"
LOCK = ".lock"
LOOK_EVERY = 30.0
RETRY_AFTER = HOUR
# In seconds: a backup that takes longer is stuck.
LONGEST = HOUR / SECOND


@dataclass(eq=False)
class Backups:
    """Backups of one process."""

    database: Database
    folder: Path
    at: time
    keep: int
    _: KW_ONLY
    clock: Clock = system_clock
    metrics: Metrics = field(default_factory=Metrics)
    _failed: tuple[Millis, str] | None = field(default=None, init=False)
    """The moment of the last attempt, if it failed, and why."""

    def __post_init__(self) -> None:
        self.worker = Worker("backups", self._round, rest_for(LOOK_EVERY), patience=LONGEST)

    @property
    def problem(self) -> str | None:
        """Reason why there is no backup from last night, if this process failed to make one."""
        return None if self._failed is None else self._failed[1]

    def newest(self) -> Millis | None:
        """Find when the newest backup was made; those dated in the future do not count."""
        return max(
            (made for made in map(_backup_time, self._files()) if made <= self.clock()),
            default=None,
        )

    async def look(self) -> Path | None:
        """Make the backup that is due, if one is; returns the file."""
        try:
            if not self._is_due():
                self._failed = None
                return None
            if self._failed is not None and self.clock() < self._failed[0] + RETRY_AFTER:
                return None
            return await self._make_alone()
        except (StoreError, OSError) as error:
            self._fail(str(error))
        except Exception as error:
            log.exception("backup failed")
            self._fail(type(error).__name__)
        return None

    async def _round(self) -> bool:
        await self.look()
        return False

    async def _make_alone(self) -> Path | None:
        """Make the backup, unless another process is making it or has just made it."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _try_lock(self.folder / LOCK) as alone:
            if not alone or not self._is_due():
                return None
            for left in self.folder.glob(LEFT_OVER):
                left.unlink()
            file = self.folder / datetime.fromtimestamp(self._now(), UTC).strftime(NAME)
            count = await back_up(self.database, file)
            self._failed = None
            self.metrics.backups.add("made")
            log.info("backed up %d games to %s", count, file)
            for old in self._files()[: -self.keep]:
                old.unlink()
            return file

    def _is_due(self) -> bool:
        newest = self.newest()
        return newest is None or newest < self._last_due()

    def _last_due(self) -> Millis:
        now = datetime.fromtimestamp(self._now(), UTC)
        today = datetime.combine(now.date(), self.at, UTC)
        last = today if today <= now else today - timedelta(days=1)
        return round(last.timestamp()) * SECOND

    def _files(self) -> list[Path]:
        """List the backups, the oldest first; before them any that a fast clock put in the
        future."""
        if not self.folder.is_dir():
            return []
        files = [file for file in self.folder.iterdir() if NAMED.fullmatch(file.name)]
        now = self.clock()
        return sorted(files, key=lambda file: (_backup_time(file) <= now, _backup_time(file)))

    def _now(self) -> int:
        """Return the time in whole seconds, the precision of the file names."""
        return self.clock() // SECOND

    def _fail(self, why: str) -> None:
        log.error("backup failed: %s; retrying in an hour", why)
        self._failed = (self.clock(), why)
        self.metrics.backups.add("failed")


def _backup_time(file: Path) -> Millis:
    made = datetime.strptime(file.name, NAME).replace(tzinfo=UTC)
    return round(made.timestamp()) * SECOND


@contextmanager
def _try_lock(file: Path) -> Iterator[bool]:
    """True if this process alone holds the lock. The system releases it when the process dies."""
    with file.open("a") as handle:
        try:
            _lock(handle.fileno())
        except (BlockingIOError, PermissionError):
            yield False
        else:
            yield True


def _lock(handle: int) -> None:
    """Lock an open file until it is closed. Another holder is a BlockingIOError, or on Windows a
    PermissionError."""
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:
        msvcrt: Any = import_module("msvcrt")
        os.lseek(handle, 0, os.SEEK_SET)  # the first byte stands for the file
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
