"""Running functions in separate processes, alongside the event loop and at lower priority.

A process that dies or hangs is replaced, and its work is retried once by another; one that has done
much is succeeded by a fresh one, which is prepared in the meantime. One that only waits for a
processor, however long, does not hang: its own processor time is measured, as far as the system
tells it. They end with this process however it ends, even if it is killed, and ignore Ctrl-C in the
terminal; neither is true of the processes of `concurrent.futures`.

With `Thrift` they are begun when there is work, and ended when there is none or they have grown.
"""

import gc
import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count as numbers
from pathlib import Path
from queue import Empty, LifoQueue
from subprocess import PIPE, Popen
from threading import Event, Lock, Thread
from time import monotonic
from typing import IO, Any, NamedTuple, TypeVar, cast

from bot.process.memory import SPARING, resident_memory, return_memory

log = logging.getLogger(__name__)

NICENESS = 5
ATTEMPTS = 2
# In seconds of its processor time: a process that works on one thing for longer counts as
# hanging. Where that time is unknown, in seconds since the work was handed to it.
PATIENCE = 60.0
# The same for a process that is not ready yet, where its processor time is unknown.
LOADING = 600.0
# In seconds.
LOOK_EVERY = 1.0
# A process that was found stopped or asleep this many times in a row, and has computed nothing in
# between, counts as hanging. Counting its waits for a processor too would kill healthy ones.
STALLED = 10
# The states of a process that computes or waits for a processor, or that waits for the disk.
BUSY = ("R", "D")
# The ticks in a second of processor time.
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
# For the allocator of glibc: what is large and short-lived is not to leave holes between the
# small things that stay. Left to itself, it raises both thresholds to megabytes.
ALLOCATING = {"MALLOC_MMAP_THRESHOLD_": "4194304", "MALLOC_TRIM_THRESHOLD_": "16777216"}
# The flags that stand for a process group and for niceness on Windows; elsewhere there are none.
ON_WINDOWS = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0
)
# After this many pieces of work a process is succeeded by a fresh one: what stays of them in
# between leaves its memory ever more scattered.
RETIRE_AFTER = 3000
# After this many pieces of work a process returns the memory that it no longer uses; the second
# with `Thrift`.
TRIM_EVERY = 50
TRIM_OFTEN = 10
CLOSED = "no more work is done"

T = TypeVar("T")
Work = Callable[[], Any]


class WorkerEnded(Exception):
    """The processes ended, again and again, before the work was done."""


class Thrift(NamedTuple):
    """For little memory: a process is begun when work needs it, which takes seconds, and ended
    when it is not needed for a while or has grown. None begins before the last one has ended."""

    idle: float = 120.0
    """After so many seconds without work it is ended."""
    most_memory: int = 1 << 62
    """If it holds more bytes after a piece of work, it is ended."""


class Usage(NamedTuple):
    """A process at one moment, as the system tells it."""

    idle: bool
    """It is stopped or asleep, and so would not use a free processor."""
    processor: float
    """In seconds, since it began."""


class Progress:
    """Progress of a process with one thing: its loading, or a piece of work."""

    def __init__(self, patience: float, longest: float) -> None:
        """`longest` is how long it may take where processor time is unknown."""
        self._patience = patience
        self._longest = longest
        self._since = monotonic()
        self._first: Usage | None = None
        self._last: Usage | None = None
        self._stalled = 0

    def hangs(self, usage: Usage | None, now: float) -> bool:
        """Tell whether it hangs, by what the system tells at that moment; ask every now and
        then."""
        if usage is None:
            return now - self._since > self._longest
        first = self._first or usage
        last = self._last or usage
        self._first = first
        self._last = usage
        computed = usage.processor > last.processor
        self._stalled = self._stalled + 1 if usage.idle and not computed else 0
        return self._stalled >= STALLED or usage.processor - first.processor > self._patience


class _Process:
    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.popen = Popen(
            command,
            stdin=PIPE,
            stdout=PIPE,
            env=environment,
            process_group=0,
            creationflags=ON_WINDOWS,
        )
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self._stdin = self.popen.stdin
        self._stdout = self.popen.stdout
        self.is_ready = False
        """It has reported that it is prepared."""
        self.progress: Progress | None = None
        """The progress with what somebody waits for."""
        self.works = 0
        """The number of pieces of work it has done."""
        self.successor: _Process | None = None
        """The one that succeeds it, once that is prepared."""
        self.idle_since = monotonic()

    @property
    def pid(self) -> int:
        return self.popen.pid

    def send(self, pickled: bytes) -> None:
        _send(pickled, self._stdin)

    def receive(self) -> Any:
        return pickle.load(self._stdout)

    @contextmanager
    def progressing(self, progress: Progress) -> Iterator[None]:
        self.progress = progress
        try:
            yield
        finally:
            self.progress = None

    def close(self) -> None:
        self.popen.wait()
        with suppress(OSError):  # something is left in it that nobody will read
            self._stdin.close()
        self._stdout.close()


class WorkerProcesses:
    """This many processes, each working on one thing at a time. Functions, their arguments, results
    and exceptions are pickled. Call `close` when done."""

    def __init__(
        self,
        count: int,
        prepare: Work | None = None,
        *,
        patience: float = PATIENCE,
        niceness: int = NICENESS,
        retire_after: int = RETIRE_AFTER,
        thrift: Thrift | None = None,
        secrets: Collection[str] = (),
    ) -> None:
        """`prepare` is what each process does first, so that no work has to wait for it later.
        `secrets` are environment variables that the processes do not get."""
        self.count = count
        self.replaced = 0
        """The number of processes that had to be replaced."""
        self._first = pickle.dumps(prepare)
        self._patience = patience
        self._retire_after = retire_after
        self._thrift = thrift
        trim_every = TRIM_EVERY if thrift is None else TRIM_OFTEN
        self._command = (sys.executable, "-m", __spec__.name, str(niceness), str(trim_every))
        paths = os.pathsep.join(path for path in sys.path if path)
        inherited = {name: value for name, value in os.environ.items() if name not in secrets}
        allocating = ALLOCATING if thrift is None else SPARING
        self._environment = {**allocating, **inherited, "PYTHONPATH": paths}
        self._lock = Lock()
        self._closed = Event()
        self._running: set[_Process] = set()
        self._idle: LifoQueue[_Process | None] = LifoQueue()
        """The one that worked last is next: it still has what it computed on the way. None stands
        for one that is yet to be begun."""
        for _ in range(count):
            self._idle.put(self._begin() if thrift is None else None)
        Thread(target=self._watch, name="watch", daemon=True).start()

    def run(self, work: Callable[[], T]) -> T:
        """Have a process do the work and return the result. It may take long: never call this on
        the event loop. Threads that call it while all processes are busy wait for one."""
        request = pickle.dumps(work)
        process: _Process | None = self._idle.get()
        try:
            if process is None:
                process = self._begin()
            for _ in range(ATTEMPTS):
                try:
                    result, error = self._outcome(process, request)
                    break
                except WorkerEnded:
                    raise
                except Exception:  # it ended, or what is left in its pipe is no answer
                    process = self._replace(process)
            else:
                raise WorkerEnded(f"{ATTEMPTS} processes ended over the same work")
        finally:
            self._idle.put(None if process is None else self._next(process))
        if error is not None:
            raise error
        return cast(T, result)

    def close(self) -> None:
        """End the processes and give up what they are working on."""
        with self._lock:
            self._closed.set()
            for process in self._running:
                process.popen.kill()
        ended = [self._idle.get() for _ in range(self.count)]
        for worker in ended:
            if worker is not None:
                worker.close()
                if worker.successor is not None:
                    worker.successor.close()
            self._idle.put(worker)

    def pids(self) -> list[int]:
        with self._lock:
            return [process.pid for process in self._running]

    def memory(self) -> list[int]:
        """Return how many bytes of memory each process holds; empty if that cannot be found out."""
        sizes = map(resident_memory, self.pids())
        return [size for size in sizes if size is not None]

    def _outcome(self, process: _Process, request: bytes) -> tuple[Any, BaseException | None]:
        if self._closed.is_set():
            raise WorkerEnded(CLOSED)
        if not process.is_ready:
            self._wait_until_ready(process)
        with process.progressing(Progress(self._patience, self._patience)):
            process.send(request)
            outcome: tuple[Any, BaseException | None] = process.receive()
        return outcome

    def _wait_until_ready(self, process: _Process) -> None:
        since = monotonic()
        with process.progressing(Progress(self._patience, LOADING)):
            process.receive()
        process.is_ready = True
        if self._thrift is not None:
            log.info("process %d was needed and began in %.1f s", process.pid, monotonic() - since)

    def _watch(self) -> None:
        """Watch all processes in one thread: one for each piece of work would delay the work."""
        while not self._closed.wait(LOOK_EVERY):
            self._end_hanging()
            if self._thrift is not None:
                self._end_idle(monotonic() - self._thrift.idle)

    def _end_hanging(self) -> None:
        with self._lock:
            working = [(process, process.progress) for process in self._running]
        for process, progress in working:
            if progress is not None and progress.hangs(_usage(process.pid), monotonic()):
                log.warning("process %d hangs; killing it", process.pid)
                process.popen.kill()

    def _end_idle(self, since: float) -> None:
        """End those that have had nothing to do since then. Who asks for one in the meantime waits
        for a moment."""
        taken = list[_Process | None]()
        with suppress(Empty):
            while True:
                taken.append(self._idle.get_nowait())
        for process in reversed(taken):
            if process is not None and process.idle_since <= since:
                log.info("process %d is not needed for now; ending it", process.pid)
                self._end(process)
                self._idle.put(None)
            else:
                self._idle.put(process)

    def _next(self, process: _Process) -> _Process | None:
        """Return the process for the next work: the same one, until it has done so much that it
        retires and its successor is prepared; with `Thrift` none, if it has grown or retires."""
        process.works += 1
        if self._thrift is not None:
            process.idle_since = monotonic()
            grown = (resident_memory(process.pid) or 0) > self._thrift.most_memory
            if not grown and process.works < self._retire_after:
                return process
            self._end(process)
            return None
        if process.works == self._retire_after:
            Thread(target=self._prepare_successor, args=(process,), daemon=True).start()
        if process.successor is None:
            return process
        self._end(process)
        return process.successor

    def _prepare_successor(self, process: _Process) -> None:
        """Prepare a successor in a thread, so that no work waits for it. If that fails, the process
        works on, and retires later."""
        try:
            successor = self._begin()
        except (WorkerEnded, OSError):
            process.works = 0
            return
        try:
            self._wait_until_ready(successor)
        except Exception:  # it ended
            process.works = 0
            self._end(successor)
            return
        with self._lock:
            if process in self._running and not self._closed.is_set():
                process.successor = successor
                return
        self._end(successor)

    def _end(self, process: _Process) -> None:
        with self._lock:
            process.popen.kill()
            self._running.discard(process)
        process.close()

    def _replace(self, ended: _Process) -> _Process:
        self._end(ended)
        process = ended.successor or self._begin()
        self.replaced += 1
        log.warning("process %d died while working; replacing it", ended.pid)
        return process

    def _begin(self) -> _Process:
        with self._lock:
            if self._closed.is_set():
                raise WorkerEnded(CLOSED)
            process = _Process(self._command, self._environment)
            self._running.add(process)
        try:
            process.send(self._first)
        except OSError as error:  # it ended already, as when `close` killed it
            self._end(process)
            raise WorkerEnded("a process ended as it began") from error
        return process


def processors() -> int:
    """Count the processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def _usage(pid: int) -> Usage | None:
    """Read the usage of a process; None where the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        # The name comes first, in brackets, and may contain anything.
        _, _, rest = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")
        state, *figures = rest.split()
        return Usage(state not in BUSY, (int(figures[10]) + int(figures[11])) / TICKS)
    return None


def _send(pickled: bytes, pipe: IO[bytes]) -> None:
    pipe.write(pickled)
    pipe.flush()


def _pickle_outcome(work: Work) -> bytes:
    """Do the work and pickle its result or error, or the `repr` of one that cannot be unpickled."""
    try:
        return pickle.dumps((work(), None))
    except Exception as error:
        with suppress(Exception):
            pickled = pickle.dumps((None, error))
            pickle.loads(pickled)
            return pickled
        return pickle.dumps((None, RuntimeError(repr(error))))


def _serve(niceness: int, trim_every: int) -> None:
    """Work until the parent process sends no more. A signal to all processes of a service is meant
    for the parent. Nothing printed here may be mistaken for an answer."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    requests = sys.stdin.buffer
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    try:
        prepare = pickle.load(requests)
        if prepare is not None:
            prepare()
        gc.freeze()  # what is loaded by now stays, and need not be scanned for garbage
        _send(pickle.dumps("ready"), answers)
        for number in numbers():
            if number % trim_every == 0:
                return_memory()
            _send(_pickle_outcome(pickle.load(requests)), answers)
    except (EOFError, BrokenPipeError):
        os._exit(0)


if __name__ == "__main__":
    _serve(*map(int, sys.argv[1:]))
