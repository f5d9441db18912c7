"""Group commit on SQLite: writes waiting at the same moment share one transaction, and so one disk
sync.

If there are several, each has its own savepoint, so that it succeeds or fails on its own. Each
caller gets its result after the commit. No write waits for others to join it: one that comes alone
is committed alone.
"""

import logging
import sqlite3
from asyncio import CancelledError, Future, Task, get_running_loop, shield, wait
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.errors import StoreInDoubt, StoreLocked
from bot.store.connection.faults import Deadline, breaks_connection
from bot.store.connection.sqlite import driver_of, run_to_end

log = logging.getLogger(__name__)

T = TypeVar("T")
# A piece of work on a connection; it awaits nothing but its statements.
Work = Callable[[AsyncConnection], Coroutine[Any, Any, T]]
# The maximum number of writes that share a commit. Shared by this many, a sync costs next to
# nothing, and the first of them need not wait for a hundred others.
MOST_TOGETHER = 16


@dataclass(slots=True, eq=False)
class Write:
    """A piece of work that waits to be committed."""

    work: Work[Any]
    deadline: Deadline
    """It waits no longer than this for its turn."""
    ended: Future[None]
    context: Context = field(default_factory=copy_context)
    taken: bool = False
    """Its turn has come."""
    abandoned: bool = False
    """Its caller was cancelled. If its turn has not come yet, it is then skipped."""
    result: Any = None
    error: Exception | None = None

    def end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)


class GroupCommit:
    """Writes of one process. `turn` waits until the deadline for its turn and gives the connection
    to write on, which waits no longer than that for a lock either."""

    def __init__(
        self, turn: Callable[[Deadline], AbstractAsyncContextManager[AsyncConnection]]
    ) -> None:
        self._turn = turn
        self._waiting: deque[Write] = deque()
        self._group: list[Write] = []
        self._committing: Task[None] | None = None

    async def write(self, work: Work[T], deadline: Deadline) -> T:
        """Write in a group commit. A caller cancelled before its turn writes nothing. One cancelled
        later still writes everything, and that is done by the time this returns."""
        write = Write(work, deadline, get_running_loop().create_future())
        self._waiting.append(write)
        if self._committing is None or self._committing.done():
            self._committing = get_running_loop().create_task(self._commit_all())
        try:
            await shield(write.ended)
        except CancelledError:
            write.abandoned = True
            if write.taken:
                await write.ended
            raise
        if write.error is not None:
            raise write.error
        result: T = write.result
        return result

    async def finish(self) -> None:
        if self._committing is not None:
            await wait([self._committing])

    async def _commit_all(self) -> None:
        while self._waiting:
            committed = False
            try:
                deadline = self._waiting[0].deadline
                async with self._turn(deadline) as connection:
                    group = partial(self._write_group, connection)
                    await driver_of(connection).write(group, deadline.left)
                    committed = True
                    if any(breaks_connection(write.error) for write in self._group):
                        await connection.invalidate()
            except CancelledError:  # the event loop is ending, and every waiting caller with it
                for write in self._group:
                    write.ended.cancel()
                raise
            except Exception as error:
                if committed:
                    log.warning("a connection failed after its commit", exc_info=error)
                else:
                    self._fail(error)
            finally:
                for write in self._group:
                    write.end()
                self._group = []

    def _write_group(self, connection: AsyncConnection, driver: sqlite3.Connection) -> None:
        """Run the writes that are waiting now; in the thread, once the transaction has begun."""
        for _ in range(min(len(self._waiting), MOST_TOGETHER)):
            self._group.append(self._waiting.popleft())
        for write in self._group:
            write.taken = True
            if not write.abandoned:
                _write(write, connection, driver, alone=len(self._group) == 1)

    def _fail(self, error: Exception) -> None:
        """Fail the group, none of which was committed as far as is known. A write that had failed
        on its own is in no doubt. If its turn never came, writes that may still wait keep
        waiting."""
        if not self._group:
            self._group.append(self._waiting.popleft())
            may_wait = isinstance(error, StoreLocked)
            while self._waiting and not (may_wait and self._waiting[0].deadline.left):
                self._group.append(self._waiting.popleft())
        cause = error.__cause__ if isinstance(error, StoreInDoubt) else error
        certain = cause if isinstance(cause, Exception) else error
        for write in self._group:
            write.error = error if write.error is None else certain


def _write(
    write: Write, connection: AsyncConnection, driver: sqlite3.Connection, *, alone: bool
) -> None:
    """Do one write; a lone one needs no savepoint, which would make SQLite copy every page."""
    if not alone:
        driver.execute("SAVEPOINT write")
    try:
        write.result = write.context.run(run_to_end, partial(write.work, connection))
    except Exception as error:
        if not driver.in_transaction:
            raise  # SQLite rolled back the whole transaction
        driver.execute("ROLLBACK" if alone else "ROLLBACK TO write")
        write.error = error
    if not alone:
        driver.execute("RELEASE write")
