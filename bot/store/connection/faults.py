"""Turning a database driver's errors into the bot's own, with what to do about them; and retrying
when somebody else was faster."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from random import uniform
from time import monotonic
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.match.errors import (
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreInDoubt,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
)

T = TypeVar("T")

ATTEMPTS = 10
"""How many times an operation is attempted while somebody else is faster."""
FIRST_BREAK = 0.001
"""The longest wait in seconds before the second attempt. It doubles before each later one, so that
slow callers get through."""


class FileLost(Exception):
    """The file, or its log, is not the one that was opened."""


class WriteConflict(Exception):
    """Somebody else changed the same thing first. The caller reads again and decides again."""


async def retry_on_conflict(attempt: Callable[[], Awaitable[T]]) -> T:
    """Retry whenever somebody else was faster."""
    longest_break = FIRST_BREAK
    for _ in range(ATTEMPTS - 1):
        try:
            return await attempt()
        except WriteConflict:
            await asyncio.sleep(uniform(0, longest_break))
            longest_break *= 2
    try:
        return await attempt()
    except WriteConflict as clash:
        crowded = StoreLocked("too many are writing at once", "nothing was stored: try again")
        raise crowded from clash


def _full() -> StoreError:
    return StoreFull("the disk is full", "make room; nothing has to be repaired")


def _read_only() -> StoreError:
    return StoreReadOnly(
        "the database only allows reading",
        "give the bot write permission on the file and its folder, or connect to the primary",
    )


def locked() -> StoreError:
    return StoreLocked(
        "the database is locked by another process",
        "find what holds it (a backup, an open editor), or raise BUSY_TIMEOUT_SECONDS",
    )


def crowded() -> StoreError:
    return StoreLocked(
        "too many are waiting for the database",
        "nothing was stored: try again; if it happens often, raise CONNECTIONS",
    )


def _corrupt() -> StoreError:
    return StoreCorrupt(
        "the database is damaged, or the file is no database",
        "stop the bot, move the file away, and run `python -m bot.host restore` with a backup",
    )


def _lost() -> StoreError:
    return StoreCorrupt(
        "the database's file, or its -wal beside it, was removed or replaced while the bot runs",
        "stop the bot, which brings what it has stored into the file that it opened, and run "
        "`python -m bot.host verify` before the next start",
    )


def unreachable() -> StoreError:
    return StoreUnreachable(
        "the database cannot be reached",
        "check DATABASE_URL, the folder and its permissions, or the server",
    )


def _in_doubt(problem: str) -> StoreError:
    return StoreInDoubt(
        f"{problem}, since a commit that may be done",
        "once it works again, look what is stored before doing it again",
    )


def _disk() -> StoreError:
    return StoreUnreachable("the disk reports an error", "check the disk and the system's log")


SQLITE: dict[int, Callable[[], StoreError]] = {
    3: _read_only,  # PERM
    5: locked,  # BUSY
    6: locked,  # LOCKED
    8: _read_only,  # READONLY
    10: _disk,  # IOERR
    11: _corrupt,  # CORRUPT
    13: _full,  # FULL
    14: unreachable,  # CANTOPEN
    26: _corrupt,  # NOTADB
}
"""By primary result code."""

POSTGRESQL: dict[str, Callable[[], StoreError]] = {
    "53100": _full,
    "25006": _read_only,
    "55P03": locked,
    "57014": locked,
    "58030": _disk,
    "XX001": _corrupt,
    "XX002": _corrupt,
}
"""By SQLSTATE; classes 08, 28, 3D, 53 and 57 otherwise mean that the server cannot be reached."""

UNREACHABLE_CLASSES = ("08", "28", "3D", "53", "57")
CLASHES = ("40001", "40P01")
VIOLATIONS = "23"
"""The SQLSTATE class for violated keys and checks."""


def fault_of(error: BaseException) -> Exception | None:
    """The error to raise instead, or None when it is our own bug."""
    if isinstance(error, IntegrityError):
        return WriteConflict(str(error.orig))
    if isinstance(error, sqlite3.IntegrityError):
        return WriteConflict(str(error))
    if isinstance(error, PoolTimeout):
        return crowded()
    if isinstance(error, FileLost):
        return _lost()
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        found = SQLITE.get(code & 0xFF)
        return found() if found else None
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return _postgresql_fault(state)
    if isinstance(cause, UnicodeDecodeError):
        return _corrupt()  # SQLite's error about a damaged schema quotes the damaged text
    if isinstance(cause, OSError) or getattr(error, "connection_invalidated", False):
        return unreachable()
    return None


def breaks_connection(error: BaseException | None) -> bool:
    """Whether the connection must not be used again after this error, so that a file or a server
    that came back is reopened."""
    if isinstance(error, StoreInDoubt):
        return True
    fault = None if error is None else fault_of(error)
    return fault is not None and not isinstance(fault, WriteConflict)


@contextmanager
def committing() -> Iterator[None]:
    """Around a commit. If the connection or the disk fails before there is an answer, nobody knows
    whether it was done. An answer that it was not, such as that the disk is full, is certain; so is
    a connection that was closed before."""
    try:
        yield
    except Exception as error:
        fault = None if isinstance(error, InterfaceError) else fault_of(error)
        if not isinstance(fault, StoreUnreachable):
            raise
        raise _in_doubt(fault.problem) from error


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise the bot's own errors in place of the driver's."""
    try:
        yield
    except Exception as error:
        fault = fault_of(error)
        if fault is None:
            raise
        raise fault from error


def _postgresql_fault(state: str) -> Exception | None:
    if state in CLASHES or state[:2] == VIOLATIONS:
        return WriteConflict(state)
    if state in POSTGRESQL:
        return POSTGRESQL[state]()
    return unreachable() if state[:2] in UNREACHABLE_CLASSES else None


# --- deadline: How long a piece of work waits for its turn and for a lock.


class Deadline:
    """Measured by a clock that is the same for every task. The event loop's clock may be simulated
    for some of the tasks that share a commit."""

    def __init__(self, seconds: float) -> None:
        self._at = monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds left; 0 when it has passed."""
        return max(0.0, self._at - monotonic())
