"""Turning a database driver's errors into the bot's own, with what to do about them; and retrying
when somebody else was faster."""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from random import uniform
from time import monotonic
from typing import Any, ParamSpec, TypeVar

import asyncpg
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

P = ParamSpec("P")
T = TypeVar("T")
Fault = Callable[[], StoreError]

# The maximum number of attempts at an operation while somebody else is faster.
ATTEMPTS = 10
# The longest wait in seconds before the second attempt. It doubles before each later one, so that
# slow callers get through.
FIRST_BREAK = 0.001

FULL: Fault = partial(StoreFull, "the disk is full", "make room; nothing has to be repaired")
READ_ONLY: Fault = partial(
    StoreReadOnly,
    "the database only allows reading",
    "give the bot write permission on the file and its folder, or connect to the primary",
)
FORBIDDEN: Fault = partial(
    StoreReadOnly,
    "the database's user lacks a right",
    "make it the owner: `ALTER DATABASE database OWNER TO user`, and of any tables in it",
)
LOCKED: Fault = partial(
    StoreLocked,
    "the database is locked by another process",
    "find what holds it (a backup, an open editor), or raise BUSY_TIMEOUT_SECONDS",
)
CROWDED: Fault = partial(
    StoreLocked,
    "too many are waiting for the database",
    "nothing was stored: try again; if it happens often, raise CONNECTIONS",
)
CORRUPT: Fault = partial(
    StoreCorrupt,
    "the database is damaged, or the file is no database",
    "stop the bot, move the file away, and run `python -m bot.host restore` with a backup",
)
LOST: Fault = partial(
    StoreCorrupt,
    "the database's file, or its -wal beside it, was removed or replaced while the bot runs",
    "stop the bot, which brings what it has stored into the file that it opened, and run "
    "`python -m bot.host verify` before the next start",
)
DISK: Fault = partial(
    StoreUnreachable, "the disk reports an error", "check the disk and the system's log"
)

# By primary result code; CANTOPEN means that the file cannot be reached.
SQLITE: dict[int, Fault] = {
    3: READ_ONLY,  # PERM
    5: LOCKED,  # BUSY
    6: LOCKED,  # LOCKED
    8: READ_ONLY,  # READONLY
    10: DISK,  # IOERR
    11: CORRUPT,  # CORRUPT
    13: FULL,  # FULL
    26: CORRUPT,  # NOTADB
}
# By SQLSTATE; classes 08, 28, 3D, 53 and 57 otherwise mean that the server cannot be reached.
POSTGRESQL: dict[str, Fault] = {
    "53100": FULL,
    "25006": READ_ONLY,
    "42501": FORBIDDEN,
    "55P03": LOCKED,
    "57014": LOCKED,
    "58030": DISK,
    "XX001": CORRUPT,
    "XX002": CORRUPT,
}
UNREACHABLE_CLASSES = ("08", "28", "3D", "53", "57")
CONFLICTS = ("40001", "40P01")
# The SQLSTATE class for violated keys and checks.
VIOLATIONS = "23"


class FileLost(Exception):
    """The file, or its log, is not the one that was opened."""


class WriteConflict(Exception):
    """Somebody else changed the same thing first. The caller reads again and decides again."""


class Deadline:
    """Timeout of a piece of work for its turn and for a lock. Measured by a clock that is the same
    for every task: the event loop's may be simulated for some of those that share a commit."""

    def __init__(self, seconds: float) -> None:
        self._at = monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left; 0 when it has passed."""
        return max(0.0, self._at - monotonic())


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
    except WriteConflict as conflict:
        crowded = StoreLocked("too many are writing at once", "nothing was stored: try again")
        raise crowded from conflict


def with_retries(operation: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Have the operation retried whenever somebody else was faster."""

    @wraps(operation)
    async def retry(*arguments: P.args, **options: P.kwargs) -> T:
        return await retry_on_conflict(partial(operation, *arguments, **options))

    return retry


def fault_of(error: BaseException) -> Exception | None:
    """Return the error to raise instead, or None when it is our own bug."""
    cause = error.orig or error if isinstance(error, DBAPIError) else error
    if isinstance(error, IntegrityError) or isinstance(cause, sqlite3.IntegrityError):
        return WriteConflict(str(cause))
    if isinstance(error, PoolTimeout):
        return CROWDED()
    if isinstance(error, FileLost):
        return LOST()
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        if code & 0xFF == sqlite3.SQLITE_CANTOPEN:
            return unreachable(cause)
        fault = SQLITE.get(code & 0xFF)
        return fault() if fault else None
    if (state := getattr(cause, "sqlstate", None)) is not None:
        if state in CONFLICTS or state[:2] == VIOLATIONS:
            return WriteConflict(state)
        if state in POSTGRESQL:
            return POSTGRESQL[state]()
        return unreachable(cause) if state[:2] in UNREACHABLE_CLASSES else None
    if isinstance(cause, UnicodeDecodeError):
        return CORRUPT()  # SQLite's error about a damaged schema quotes the damaged text
    if isinstance(cause, OSError) or getattr(error, "connection_invalidated", False):
        return unreachable(cause)
    if isinstance(cause, asyncpg.InternalClientError):
        return unreachable(cause)  # the server said goodbye; the end of the connection is to come
    return None


def unreachable(cause: BaseException) -> StoreUnreachable:
    """Make the error, with the reason in the words of the server or of the system."""
    return StoreUnreachable(
        f"the database cannot be reached ({_words_of(cause)})",
        "check DATABASE_URL, the folder and its permissions, or the server",
    )


def _words_of(cause: BaseException) -> str:
    """Describe the cause in one line; what a server says on others may quote what is stored."""
    if isinstance(cause, TimeoutError) and not str(cause):
        return "no answer in time"
    if isinstance(cause, OSError) and cause.strerror:
        if cause.filename:
            return f"{cause.filename}: {cause.strerror}"
        if cause.errno is None or cause.errno < 0:
            return cause.strerror
        system = os.strerror(cause.errno)  # which asyncio leaves out
        return system if system == cause.strerror else f"{system}: {cause.strerror}"
    return str(cause).partition("\n")[0] or type(cause).__name__


def breaks_connection(error: BaseException | None) -> bool:
    """True if the connection must not be used again after this error, so that a file or a server
    that came back is reopened."""
    if isinstance(error, StoreInDoubt):
        return True
    fault = None if error is None else fault_of(error)
    return fault is not None and not isinstance(fault, WriteConflict)


@contextmanager
def committing() -> Iterator[None]:
    """Raise StoreInDoubt if the connection or the disk fails during a commit before there is an
    answer: nobody knows whether it was done. An answer that it was not, such as that the disk is
    full, is certain; so is a connection that was closed before."""
    try:
        yield
    except Exception as error:
        fault = None if isinstance(error, InterfaceError) else fault_of(error)
        if not isinstance(fault, StoreUnreachable):
            raise
        raise StoreInDoubt(
            f"{fault.problem}, since a commit that may be done",
            "once it works again, look what is stored before doing it again",
        ) from error


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
