"""What worker processes do in the tests. They import this module before they work, so it needs
next to nothing itself."""

import gc
import os
import signal
import sys
from pathlib import Path
from time import sleep


def frozen() -> int:
    return gc.get_freeze_count()


def double(number: int) -> int:
    return 2 * number


def who() -> tuple[int, int]:
    return os.getpid(), os.nice(0)


def dies_once(mark: Path) -> str:
    """The first process to run it dies; the second one finds its mark."""
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return "done"


def dies() -> None:
    os._exit(1)


def fails() -> None:
    raise FileNotFoundError("no such thing")


def fails_with_what_cannot_be_sent() -> None:
    raise Unsendable


class Unsendable(Exception):
    def __reduce__(self) -> str:
        raise TypeError("not this one")


def fails_with_what_cannot_be_read_back() -> None:
    raise Unreadable(1, 2)


class Unreadable(Exception):
    """Two things pickled as one object."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def prints() -> str:
    sys.stdout.write("not an answer")
    return "an answer"


def sleeps(begun: Path) -> None:
    """Reports that it has begun, and never ends on its own."""
    begun.write_text("begun")
    signal.pause()


prepared: list[str] = []


def prepare() -> None:
    prepared.append("art")


def what_is_prepared() -> list[str]:
    return prepared


def variable(name: str) -> str | None:
    return os.environ.get(name)


def stops_once(mark: Path) -> str:
    """The first process to run it is stopped."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return "done"


def stops_while_it_loads(mark: Path) -> None:
    stops_once(mark)


def hangs() -> None:
    signal.pause()


def holds(alive: Path, begun: Path) -> None:
    """Works until the process that asked is gone; the first pipe stays open until this ends."""
    os.open(alive, os.O_WRONLY)
    begun.write_text("begun")
    os.read(0, 1)


def loads_until(mark: Path) -> None:
    """Or for a minute, if the test has failed."""
    for _ in range(6000):
        if mark.exists():
            return
        sleep(0.01)
