"""The bot without what only POSIX has, in processes from which that is taken: as near as one comes
to Windows without it."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parent.parent.parent.parent
PACKAGES = ("bot", "engine", "render", "migrations")
MISSING_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
# What Windows does not have.
MISSING = {
    "os": {
        "O_CLOEXEC",
        "O_DIRECTORY",
        "O_NOFOLLOW",
        "O_NONBLOCK",
        "chown",
        "chroot",
        "fchmod",
        "fchown",
        "fork",
        "forkpty",
        "getegid",
        "geteuid",
        "getgid",
        "getloadavg",
        "getpgid",
        "getpriority",
        "getuid",
        "killpg",
        "mkfifo",
        "nice",
        "openpty",
        "posix_spawn",
        "sched_getaffinity",
        "sched_yield",
        "setpgid",
        "setpriority",
        "setsid",
        "statvfs",
        "sync",
        "sysconf",
        "uname",
        "wait",
        "WNOHANG",
    },
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "setitimer"},
    "asyncio": {"add_signal_handler", "open_unix_connection", "start_unix_server"},
    "time": {"tzset"},
}
# Each is used only where it is there.
GUARDED = {
    ("bot/host/check.py", "getuid"),
    ("bot/process/memory.py", "sysconf"),
    ("bot/process/worker_processes.py", "nice"),
    ("bot/process/worker_processes.py", "sched_getaffinity"),
    ("bot/process/worker_processes.py", "sysconf"),
}
# In every process that is started: `sitecustomize` is the first module that Python imports.
HIDING = """
    import asyncio, fcntl, os, shutil, signal, subprocess, sys, tempfile, types

    flock, access, is_folder, open_file = fcntl.flock, fcntl.fcntl, os.path.isdir, os.open
    GETFL, ONLY, WRITES = fcntl.F_GETFL, fcntl.LOCK_EX | fcntl.LOCK_NB, os.O_WRONLY | os.O_RDWR
    sync = os.fsync

    def locking(handle, mode, length):
        try:
            flock(handle, ONLY)
        except BlockingIOError:
            raise PermissionError(13, "Permission denied") from None

    def open_no_folder(path, flags, *rest, **named):
        if is_folder(path):
            raise PermissionError(13, "Permission denied", str(path))
        return open_file(path, flags, *rest, **named)

    def sync_what_is_written(handle):
        if not access(handle, GETFL) & WRITES:
            raise OSError(9, "Bad file descriptor")
        sync(handle)

    os.open, os.fsync = open_no_folder, sync_what_is_written
    shutil._use_fd_functions = False
    for name in {modules!r}:
        sys.modules[name] = None
    sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
    for name in {names!r}:
        if hasattr(os, name):
            delattr(os, name)
    if hasattr(os, "process_cpu_count"):  # since Python 3.13; it asks for the affinity
        os.process_cpu_count = os.cpu_count
"""
BACKING_UP = """
    import asyncio, sys
    from datetime import time
    from pathlib import Path
    from bot.host.nightly import LOCK, Backups, _try_lock
    from bot.store.connection.database import Database
    from bot.store.migration import migrate

    async def main():
        database, folder = Database("sqlite+aiosqlite:///bot.db"), Path("backups").absolute()
        await migrate(database)
        backups = Backups(database, folder, time(3, 30), 1)
        folder.mkdir()
        with _try_lock(folder / LOCK) as alone:
            print(alone, await backups.look(), backups.problem)
        print((await backups.look()).suffix, backups.problem)
        await database.close()

    asyncio.run(main())
"""
WORKING = """
    import asyncio, os, sys
    from functools import partial
    import bot.host.__main__, bot.start
    from bot.process.stopping import Stopping, interruptible, on_signals
    from bot.process.worker_processes import WorkerProcesses, processors

    NICE = "hasattr(__import__('os'), 'nice')"
    interruptible()
    workers = WorkerProcesses(1)
    print(workers.run(partial(sorted, "cab")), workers.run(partial(eval, NICE)))
    workers.close()
    print(processors() > 0)

    async def main():
        with on_signals(Stopping()):
            print("listening")

    asyncio.run(main())
"""


def posix_uses(path: Path) -> set[str]:
    """The modules and names in a file that only POSIX has."""
    uses = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                uses |= {name.name for name in names} & MISSING_MODULES
            case ast.ImportFrom(module=str(module), names=names):
                uses |= {module} & MISSING_MODULES
                uses |= {name.name for name in names} & MISSING.get(module, set())
            case ast.Attribute(value=ast.Name(id=str(module)), attr=name):
                uses |= {name} & MISSING.get(module, set())
            case ast.Attribute(attr="add_signal_handler"):
                uses.add("add_signal_handler")
            case _:
                pass
    return uses


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """The environment of a process on another system."""
    hidden = MISSING_MODULES - {"posix"}, MISSING["os"] - {"statvfs"}  # the standard library's
    customized = tmp_path / "customized"
    customized.mkdir()
    code = dedent(HIDING).format(modules=sorted(hidden[0]), names=sorted(hidden[1]))
    (customized / "sitecustomize.py").write_text(code, "utf-8")
    paths = os.pathsep.join((str(customized), str(ROOT)))
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return {**kept, "PYTHONPATH": paths}


def run(code: str, folder: Path, environment: dict[str, str]) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", dedent(code)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_what_only_posix_has_is_used_where_it_is_there() -> None:
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    unguarded = {
        (path.relative_to(ROOT).as_posix(), name) for path in files for name in posix_uses(path)
    }
    assert unguarded == GUARDED


def test_workers_and_signals_do_without_posix(tmp_path: Path, elsewhere: dict[str, str]) -> None:
    assert run(WORKING, tmp_path, elsewhere) == ["['a', 'b', 'c'] False", "True", "listening"]


def test_a_nightly_backup_does_without_posix(tmp_path: Path, elsewhere: dict[str, str]) -> None:
    first, second = run(BACKING_UP, tmp_path, elsewhere)
    assert first == "True None None", "somebody else holds the lock"
    assert second == ".db None"
