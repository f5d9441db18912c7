"""A memory cgroup to run processes in, of either version, where this process may make one."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic, sleep

ROOT = Path(__file__).parent.parent.parent.parent
CGROUPS = Path("/sys/fs/cgroup")
NUMBERS = count()
# In seconds.
LONGEST_END = 60.0


@dataclass(frozen=True, slots=True)
class Files:
    limit: str
    swap: str
    no_swap: Callable[[int], int]
    """What to write there, by the limit."""
    peak: str
    kills: str


VERSION_1 = Files(
    "memory.limit_in_bytes",
    "memory.memsw.limit_in_bytes",
    lambda limit: limit,
    "memory.max_usage_in_bytes",
    "memory.oom_control",
)
VERSION_2 = Files("memory.max", "memory.swap.max", lambda _: 0, "memory.peak", "memory.events")


@dataclass(frozen=True, slots=True)
class MemoryCgroup:
    folder: Path
    files: Files

    def join(self) -> None:
        """This process, and those that it starts from now on."""
        (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def total_memory(self) -> int:
        """What the bot finds that there is, in a process in here."""
        completed = subprocess.run(
            [sys.executable, "-c", "from bot.process.memory import total_memory as t; print(t())"],
            check=True,
            capture_output=True,
            cwd=ROOT,
            preexec_fn=self.join,
        )
        return int(completed.stdout)

    @property
    def peak(self) -> int:
        """In bytes, with the page cache and what the kernel holds for the processes."""
        return int((self.folder / self.files.peak).read_text())

    @property
    def kills(self) -> int:
        """The number of processes that were killed for lack of memory."""
        events = (self.folder / self.files.kills).read_text()
        return sum(map(int, re.findall(r"^oom_kill (\d+)", events, re.MULTILINE)))


@contextmanager
def memory_cgroup(limit: int) -> Iterator[MemoryCgroup | None]:
    """A new one with this limit in bytes, and without swap; None where none may be made. Every
    process in it has to end before this does."""
    cgroup = None
    for parent, files in _parents():
        cgroup = MemoryCgroup(parent / f"castle-bot-{os.getpid()}-{next(NUMBERS)}", files)
        try:
            cgroup.folder.mkdir()
            (cgroup.folder / files.limit).write_text(str(limit))
            break
        except OSError:  # also if the folder is one without a controller of memory
            with suppress(OSError):
                cgroup.folder.rmdir()
            cgroup = None
    if cgroup is None:
        yield None
        return
    with suppress(OSError):  # the kernel counts no swap
        (cgroup.folder / cgroup.files.swap).write_text(str(cgroup.files.no_swap(limit)))
    try:
        yield cgroup
    finally:
        _remove(cgroup.folder)


def _remove(folder: Path) -> None:
    """Processes that are ending are still in it."""
    deadline = monotonic() + LONGEST_END
    while True:
        try:
            folder.rmdir()
            break
        except OSError:
            if monotonic() > deadline:
                raise
            sleep(0.05)


def _parents() -> Iterator[tuple[Path, Files]]:
    """Where one may be made: below that of this process in version 1, beside it in version 2."""
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text("utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers == "memory":
                yield Path(f"{CGROUPS}/memory{path}"), VERSION_1
            elif not controllers:
                yield Path(f"{CGROUPS}{path}").parent, VERSION_2
