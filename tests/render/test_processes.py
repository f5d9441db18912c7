"""Processes that draw: all is drawn, they end with whoever asked, and giving up is prompt."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Barrier, Thread

import pytest

from render.processes import DrawingProcesses, ProcessEnded

ROOT = Path(__file__).parent.parent.parent


def doubled(number: int) -> int:
    return 2 * number


def who(_: int) -> tuple[int, int]:
    return os.getpid(), os.nice(0)


def dies(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def sleeps(path: str) -> None:
    """Says that it has begun, and never ends by itself."""
    with Path(path).open("w") as pipe:
        pipe.write(f"{os.getpid()}\n")
    signal.pause()


def test_all_is_drawn_whatever_comes_first() -> None:
    made = DrawingProcesses(2).each(doubled, range(20))
    assert sorted(made) == [(number, 2 * number) for number in range(20)]


def test_nothing_to_draw_needs_no_process() -> None:
    assert list(DrawingProcesses(2).each(doubled, [])) == []


def test_the_processes_are_others_and_give_way() -> None:
    made = dict(DrawingProcesses(1).each(who, range(3)))
    ((pid, niceness),) = set(made.values())
    assert pid != os.getpid()
    assert niceness > os.nice(0)


def test_a_process_that_dies_is_told() -> None:
    processes = DrawingProcesses(2)
    with pytest.raises(ProcessEnded, match="while it drew 3"):
        list(processes.each(dies, range(6)))
    assert dict(processes.each(doubled, [4])) == {4: 8}


def test_what_is_being_drawn_is_given_up(tmp_path: Path) -> None:
    processes, begun = DrawingProcesses(1), tmp_path / "begun"
    os.mkfifo(begun)

    def close_when_begun() -> None:
        begun.read_text()
        processes.close()

    closing = Thread(target=close_when_begun)
    closing.start()
    with pytest.raises(ProcessEnded):
        list(processes.each(sleeps, [str(begun)]))
    closing.join()
    with pytest.raises(ProcessEnded, match="any more"):
        list(processes.each(doubled, [1]))


def test_two_threads_may_draw_at_once() -> None:
    processes, together = DrawingProcesses(2), Barrier(2)
    drawn: list[dict[int, int]] = []

    def draw() -> None:
        together.wait()
        drawn.append(dict(processes.each(doubled, range(5))))

    threads = [Thread(target=draw) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert drawn == [{number: 2 * number for number in range(5)}] * 2


def test_a_process_ends_when_the_one_that_asks_is_killed(tmp_path: Path) -> None:
    """It holds the pipe open for as long as it lives."""
    alive, begun = tmp_path / "alive", tmp_path / "begun"
    os.mkfifo(alive)
    os.mkfifo(begun)
    asks = (
        "from render.processes import DrawingProcesses; "
        "from tests.render.test_processes import holds; "
        f"list(DrawingProcesses(1).each(holds, [{(str(alive), str(begun))!r}]))"
    )
    asking = subprocess.Popen([sys.executable, "-c", asks], cwd=ROOT)
    with alive.open() as held:
        begun.read_text()
        asking.kill()
        asking.wait()
        assert held.read() == ""


def holds(paths: tuple[str, str]) -> None:
    """Draws until the one that asks has gone; the first pipe is held open until this ends."""
    alive, begun = paths
    os.open(alive, os.O_WRONLY)
    Path(begun).write_text("")
    os.read(0, 1)
