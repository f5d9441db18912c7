"""An SQLite file and its log, as the connections of one process have them open.

SQLite does not notice when somebody removes or replaces them: it keeps writing to files that no
longer have a name, and anyone who opens the name finds a different state. This is checked before
every statement, and once before the transaction of a piece of work; once it has happened, nothing
more is written. Knows nothing of what is stored.
"""

import os
import sqlite3
from threading import Lock

Identity = tuple[int, int]


class FileLost(Exception):
    """The file, or its log, is not the one that was opened."""


class WatchedFile:
    """The file of one database, and the connections that have it open."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lost = False
        """Whether it was found to be a different file. That stays so for the life of the process:
        what this process has stored since can only be saved by closing all connections."""
        self._known: dict[str, Identity] = {}
        self._open: set[int] = set()
        self._lock = Lock()

    def join(self, connection: "WatchedConnection") -> None:
        """From now on the connection has both files open, so that SQLite removes neither."""
        with self._lock:
            if not self._open:
                self._known.clear()
            self._open.add(id(connection))
        self.check()

    def leave(self, connection: "WatchedConnection") -> None:
        """Call this before closing it: the last connection to close removes the log."""
        with self._lock:
            self._open.discard(id(connection))

    def check(self) -> None:
        """Raises FileLost. While no connection is open, both files may come and go."""
        with self._lock:
            for path in (self.path, f"{self.path}-wal") if self._open else ():
                there = _identity(path)
                known = self._known.get(path)
                if known is None and there is not None:
                    self._known[path] = there
                elif known != there:
                    self.lost = True
            if self.lost:
                raise FileLost(self.path)


class WatchedConnection(sqlite3.Connection):
    """A connection of the driver's that reports when it is closed."""

    file: WatchedFile

    def close(self) -> None:
        self.file.leave(self)
        super().close()


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116  # very often
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
