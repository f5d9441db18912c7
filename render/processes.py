"""Drawing in separate processes: alongside this one's threads, and at lower priority than anything
else on the machine.

They end with this process however it ends, even killed, and ignore a Ctrl-C in the terminal:
neither is true of those of `multiprocessing`. Knows nothing of what is drawn.
"""

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Lock
from typing import IO, TypeVar, cast

MOST = 4
NICENESS = 5

Item = TypeVar("Item")
Made = TypeVar("Made")


class ProcessEnded(Exception):
    """A process ended before it had drawn what it was asked for."""


class DrawingProcesses:
    """As many as there are processors, for as long as they have something to draw. Close it to
    cancel what is being drawn; nothing is drawn after that."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or min(MOST, os.cpu_count() or 1)
        self._running: list[Popen[bytes]] = []
        self._lock = Lock()
        self._closed = False

    @property
    def closed(self) -> bool:
        return self._closed

    def each(
        self, draw: Callable[[Item], Made], items: Sequence[Item]
    ) -> Iterator[tuple[Item, Made]]:
        """The drawing of each of them, as soon as it is done. Function, items and pictures are
        pickled. Raises ProcessEnded."""
        begun: list[Popen[bytes]] = []
        idle: SimpleQueue[Popen[bytes]] = SimpleQueue()

        def drawn(item: Item) -> Made:
            process = idle.get()
            try:
                return cast(Made, _ask(process, item))
            finally:
                idle.put(process)

        threads = ThreadPoolExecutor(self._count, thread_name_prefix="drawing")
        try:
            for _ in items[: self._count]:
                begun.append(self._begin())
                idle.put(begun[-1])
                _tell(begun[-1], draw)
            asked = {threads.submit(drawn, item): item for item in items}
            for done in as_completed(asked):
                yield asked[done], done.result()
        finally:
            self._end(begun)
            threads.shutdown(cancel_futures=True)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()

    def _begin(self) -> Popen[bytes]:
        with self._lock:
            if self._closed:
                raise ProcessEnded("nothing is drawn any more")
            paths = os.pathsep.join(path for path in sys.path if path)
            process = Popen(
                [sys.executable, "-m", __spec__.name],
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": paths},
                process_group=0,
            )
            self._running.append(process)
        return process

    def _end(self, processes: Sequence[Popen[bytes]]) -> None:
        with self._lock:
            for process in processes:
                process.kill()
                self._running.remove(process)
        for process in processes:
            process.wait()
            with suppress(OSError):  # something is left in it that nobody will read
                _pipe(process.stdin).close()
            _pipe(process.stdout).close()


def _ask(process: Popen[bytes], item: object) -> object:
    _tell(process, item)
    try:
        return pickle.load(_pipe(process.stdout))
    except (OSError, EOFError, pickle.UnpicklingError) as error:
        raise ProcessEnded(f"a drawing process ended while it drew {item!r}") from error


def _tell(process: Popen[bytes], value: object) -> None:
    try:
        _send(value, _pipe(process.stdin))
    except OSError as error:
        raise ProcessEnded("a drawing process has ended") from error


def _send(value: object, pipe: IO[bytes]) -> None:
    pickle.dump(value, pipe)
    pipe.flush()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _serve() -> None:
    """Draw what is asked for, until nobody asks any longer. A signal to all processes of a service
    is meant for the one that asks."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(NICENESS)
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    try:
        draw = pickle.load(asked)
        while True:
            _send(draw(pickle.load(asked)), answers)
    except (EOFError, BrokenPipeError):
        os._exit(0)


if __name__ == "__main__":
    _serve()
