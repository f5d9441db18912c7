"""Worker processes: the work is done whatever happens to one of them, and they end when we do."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from pickle import PicklingError
from threading import Thread
from time import monotonic, sleep

import pytest

from bot.process import worker_processes
from bot.process.worker_processes import (
    ATTEMPTS,
    STALLED,
    Progress,
    Thrift,
    Usage,
    WorkerEnded,
    WorkerProcesses,
    _Process,
)
from tests.bot.process.pieces_of_work import (
    dies,
    dies_once,
    double,
    fails,
    fails_with_what_cannot_be_read_back,
    fails_with_what_cannot_be_sent,
    frozen,
    hangs,
    loads_until,
    prepare,
    prepared,
    prints,
    sleeps,
    stops_once,
    stops_while_it_loads,
    variable,
    what_is_prepared,
    who,
)

ROOT = Path(__file__).parent.parent.parent.parent


@pytest.fixture
def pair() -> Iterator[WorkerProcesses]:
    processes = WorkerProcesses(2)
    yield processes
    processes.close()


@pytest.fixture
def retiring() -> Iterator[WorkerProcesses]:
    processes = WorkerProcesses(1, retire_after=3)
    yield processes
    processes.close()


def test_every_piece_of_work_is_done(pair: WorkerProcesses) -> None:
    with ThreadPoolExecutor(4) as threads:
        results = threads.map(lambda number: pair.run(partial(double, number)), range(20))
    assert list(results) == [2 * number for number in range(20)]


def test_the_processes_are_others_and_give_way(pair: WorkerProcesses) -> None:
    pid, niceness = pair.run(who)
    assert pid != os.getpid()
    assert niceness > os.nice(0)


def test_a_process_prepares_itself_before_its_first_work() -> None:
    processes = WorkerProcesses(1, prepare)
    assert processes.run(what_is_prepared) == ["art"]
    processes.close()
    assert prepared == []


def test_worker_processes_do_not_inherit_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    processes = WorkerProcesses(1, secrets=["DISCORD_TOKEN"])
    assert processes.run(partial(variable, "DISCORD_TOKEN")) is None
    assert processes.run(partial(variable, "LANG")) == "nl_NL.UTF-8"
    processes.close()


def test_an_error_of_the_work_reaches_whoever_wanted_it(pair: WorkerProcesses) -> None:
    with pytest.raises(FileNotFoundError, match="no such thing"):
        pair.run(fails)
    assert pair.replaced == 0


def test_an_error_that_cannot_be_sent_is_named(pair: WorkerProcesses) -> None:
    with pytest.raises(RuntimeError, match="Unsendable"):
        pair.run(fails_with_what_cannot_be_sent)


def test_unpicklable_errors_are_named_and_leave_the_pool_intact() -> None:
    processes = WorkerProcesses(1)
    with pytest.raises(RuntimeError, match="1 and 2"):
        processes.run(fails_with_what_cannot_be_read_back)
    assert processes.run(partial(double, 4)) == 8
    assert processes.replaced == 0
    processes.close()


def test_irreplaceable_workers_are_replaced_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise BlockingIOError("no process can be started")

    processes = WorkerProcesses(1)
    with monkeypatch.context() as full:
        full.setattr(worker_processes, "Popen", none_left)
        with pytest.raises(BlockingIOError):
            processes.run(dies)
    assert processes.run(partial(double, 4)) == 8
    processes.close()


def test_unpicklable_work_is_refused_without_harming_the_pool(pair: WorkerProcesses) -> None:
    refused = (AttributeError, PicklingError)  # the latter since Python 3.14
    with pytest.raises(refused, match="lambda"):
        pair.run(lambda: 1)
    assert pair.run(partial(double, 4)) == 8
    assert pair.replaced == 0


def test_what_the_work_prints_is_no_answer(pair: WorkerProcesses) -> None:
    assert pair.run(prints) == "an answer"


def test_the_work_of_a_process_that_dies_is_done_by_another(
    pair: WorkerProcesses, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert pair.run(partial(dies_once, tmp_path / "mark")) == "done"
    assert pair.replaced == 1
    assert "replacing it" in caplog.text


def busy_pids(processes: WorkerProcesses) -> list[int]:
    """The ids of those that somebody waits for."""
    return [process.pid for process in set(processes._running) if process.progress is not None]


def states_of(processes: WorkerProcesses) -> list[str]:
    """The states of those at work, as the system names them."""
    stats = [Path(f"/proc/{pid}/stat").read_text() for pid in busy_pids(processes)]
    return [stat.rpartition(")")[2].split()[0] for stat in stats]


def wait_until(happened: Callable[[], bool]) -> None:
    """Fails after a minute."""
    for _ in range(6000):
        if happened():
            return
        sleep(0.01)
    pytest.fail("this has not happened within a minute")


@pytest.fixture
def unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks after the processes but the test."""
    monkeypatch.setattr(worker_processes, "LOOK_EVERY", 3600.0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports it in this way")
@pytest.mark.parametrize("loading", [False, True], ids=["at work", "while it loads"])
@pytest.mark.usefixtures("unwatched")
def test_a_stopped_worker_is_replaced_after_ten_checks(tmp_path: Path, *, loading: bool) -> None:
    mark = tmp_path / "mark"
    prepare = partial(stops_while_it_loads, mark)
    work = partial(double, 4)
    processes = WorkerProcesses(1, prepare if loading else None)
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(processes.run, work if loading else partial(stops_once, mark))
        wait_until(lambda: states_of(processes) == ["T"])
        for _ in range(STALLED - 1):
            processes._end_hanging()
        assert (states_of(processes), processes.replaced) == (["T"], 0)
        processes._end_hanging()
        assert asked.result(60) == (8 if loading else "done")
    assert processes.replaced == 1
    processes.close()


def test_processes_computing_or_awaiting_cpu_are_not_hung() -> None:
    """However late its processor time comes: a second of it in an hour of looks."""
    progress = Progress(patience=60, longest=0)
    for look in range(3600):
        assert not progress.hangs(Usage(idle=False, processor=3 + look / 3600), now=1e9)


def test_a_process_sleeping_between_steps_is_not_hung() -> None:
    progress = Progress(patience=60, longest=0)
    for look in range(100):
        assert not progress.hangs(Usage(idle=True, processor=look // 9 / 100), now=1e9)


def test_a_process_that_has_computed_for_too_long_hangs() -> None:
    """What it computed before it got this work does not count."""
    progress = Progress(patience=60, longest=0)
    hung = [progress.hangs(Usage(idle=False, processor=at), now=1e9) for at in (500, 560, 561)]
    assert hung == [False, False, True]


def test_unknown_cpu_time_falls_back_to_elapsed_time() -> None:
    progress = Progress(patience=60, longest=600)
    began = monotonic()
    hung = [progress.hangs(None, now=began + after) for after in (590, 700)]
    assert hung == [False, True]


@pytest.mark.usefixtures("unwatched")
def test_loading_does_not_count_as_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only time is known: a process may load for longer than it may work."""
    monkeypatch.setattr(worker_processes, "_usage", lambda _: None)
    loaded = tmp_path / "loaded"
    processes = WorkerProcesses(1, partial(loads_until, loaded), patience=-1)
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(processes.run, partial(double, 4))
        wait_until(lambda: len(busy_pids(processes)) == 1)
        processes._end_hanging()
        loaded.touch()
        assert asked.result(60) == 8
    assert processes.replaced == 0
    processes.close()


def test_work_over_which_every_process_hangs_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each process is killed and replaced, also on the second attempt."""
    monkeypatch.setattr(worker_processes, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(worker_processes, "_usage", lambda _: None)
    processes = WorkerProcesses(1, patience=0.05)
    before = set(processes._running)
    with pytest.raises(WorkerEnded):
        processes.run(hangs)
    assert processes.replaced == ATTEMPTS
    assert all(process.popen.returncode == -signal.SIGKILL for process in before)
    assert len(processes._running) == 1
    processes.close()


def test_a_process_killed_while_idle_is_no_loss(pair: WorkerProcesses) -> None:
    for pid in {pair.run(who)[0] for _ in range(20)}:
        os.kill(pid, signal.SIGKILL)
    assert [pair.run(partial(double, number)) for number in range(4)] == [0, 2, 4, 6]


def test_work_over_which_every_process_dies_is_given_up(pair: WorkerProcesses) -> None:
    with pytest.raises(WorkerEnded):
        pair.run(dies)
    assert pair.run(partial(double, 4)) == 8


def test_closing_the_pool_does_not_wait_for_running_work(tmp_path: Path) -> None:
    processes = WorkerProcesses(1)
    begun = tmp_path / "begun"
    os.mkfifo(begun)

    def close_when_begun() -> None:
        begun.read_text()
        processes.close()

    ending = Thread(target=close_when_begun)
    ending.start()
    with pytest.raises(WorkerEnded):
        processes.run(partial(sleeps, begun))
    ending.join()
    with pytest.raises(WorkerEnded, match="no more work"):
        processes.run(who)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports it in this way")
def test_the_memory_of_each_process_is_known(pair: WorkerProcesses) -> None:
    pair.run(who)
    assert len(pair.memory()) == 2
    assert max(pair.memory()) > 1_000_000


def test_a_process_ends_when_the_one_that_asks_is_killed(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    begun = tmp_path / "begun"
    os.mkfifo(alive)
    os.mkfifo(begun)
    asks = (
        "from functools import partial; "
        "from pathlib import Path; "
        "from bot.process.worker_processes import WorkerProcesses; "
        "from tests.bot.process.pieces_of_work import holds; "
        f"WorkerProcesses(1).run(partial(holds, Path({str(alive)!r}), Path({str(begun)!r})))"
    )
    asking = subprocess.Popen([sys.executable, "-c", asks], cwd=ROOT)
    with alive.open() as held:
        begun.read_text()
        asking.kill()
        asking.wait()
        assert held.read() == ""


def test_modules_loaded_by_a_worker_are_frozen_from_gc(pair: WorkerProcesses) -> None:
    assert pair.run(frozen) > 1000


def test_worker_processes_retire_after_many_tasks(
    retiring: WorkerProcesses,
) -> None:
    first = retiring.run(os.getpid)
    assert [retiring.run(os.getpid) for _ in range(2)] == [first] * 2
    deadline = monotonic() + 60
    while retiring.run(os.getpid) == first:
        assert monotonic() < deadline, "it never retires"
        sleep(0.01)
    assert retiring.replaced == 0
    assert first not in retiring.pids()
    assert not Path(f"/proc/{first}").exists()


def test_closing_ends_a_successor_that_waits_too() -> None:
    processes = WorkerProcesses(1, retire_after=1)
    processes.run(os.getpid)
    deadline = monotonic() + 60
    while len(processes.pids()) == 1:
        assert monotonic() < deadline, "no successor is prepared"
        sleep(0.01)
    pids = processes.pids()
    processes.close()
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert monotonic() < deadline, "a process stays"
        sleep(0.01)


def test_a_process_that_ends_as_it_begins_is_cleaned_up(
    thrifty: WorkerProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def send_too_late(process: _Process, pickled: bytes) -> None:
        begun.append(process.pid)
        raise BrokenPipeError

    with monkeypatch.context() as closing:
        closing.setattr(_Process, "send", send_too_late)
        with pytest.raises(WorkerEnded):
            thrifty.run(who)
    assert [is_gone(pid) for pid in begun] == [True]
    assert thrifty.pids() == []
    assert thrifty.run(partial(double, 4)) == 8


@pytest.fixture
def thrifty() -> Iterator[WorkerProcesses]:
    """Ended by the test alone."""
    processes = WorkerProcesses(1, prepare, thrift=Thrift(idle=3600.0))
    yield processes
    processes.close()


def is_gone(pid: int) -> bool:
    """Not even a zombie is left."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_with_thrift_a_process_begins_with_the_first_work(thrifty: WorkerProcesses) -> None:
    assert thrifty.pids() == []
    assert thrifty.run(what_is_prepared) == ["art"]
    assert thrifty.pids() == [thrifty.run(os.getpid)]


def test_an_idle_process_is_ended_and_another_begins(thrifty: WorkerProcesses) -> None:
    began = monotonic()
    first = thrifty.run(os.getpid)
    thrifty._end_idle(began)
    assert thrifty.pids() == [first]
    thrifty._end_idle(monotonic())
    assert thrifty.pids() == []
    assert is_gone(first)
    assert thrifty.run(os.getpid) != first
    assert thrifty.replaced == 0


@pytest.fixture
def looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """So often that many looks in a row prove nothing about a process: none counts as hanging."""
    monkeypatch.setattr(worker_processes, "LOOK_EVERY", 0.002)
    monkeypatch.setattr(worker_processes, "_usage", lambda _: None)


@pytest.mark.usefixtures("looking_often")
def test_the_watch_ends_idle_processes() -> None:
    processes = WorkerProcesses(1, thrift=Thrift(idle=0.05))
    first = processes.run(os.getpid)
    wait_until(lambda: is_gone(first))
    processes.close()


@pytest.mark.usefixtures("looking_often")
def test_work_is_not_lost_while_processes_end() -> None:
    """Each is ended as soon as nothing waits for it."""
    processes = WorkerProcesses(2, thrift=Thrift(idle=0.0))
    with ThreadPoolExecutor(4) as threads:
        results = threads.map(lambda number: processes.run(partial(double, number)), range(40))
    assert list(results) == [2 * number for number in range(40)]
    assert processes.replaced == 0
    processes.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports it in this way")
def test_a_grown_process_is_ended_before_the_next_begins() -> None:
    processes = WorkerProcesses(1, thrift=Thrift(most_memory=1))
    with ThreadPoolExecutor(4) as threads:
        pids = list(threads.map(lambda _: processes.run(os.getpid), range(6)))
    assert len(set(pids)) == 6
    assert all(map(is_gone, pids))
    assert processes.replaced == 0
    processes.close()


def test_with_thrift_a_process_retires_without_a_successor() -> None:
    processes = WorkerProcesses(1, retire_after=2, thrift=Thrift())
    first = [processes.run(os.getpid) for _ in range(2)]
    assert processes.pids() == []
    assert processes.run(os.getpid) not in first
    processes.close()


def test_with_thrift_a_process_that_dies_is_replaced(
    thrifty: WorkerProcesses, tmp_path: Path
) -> None:
    assert thrifty.run(partial(dies_once, tmp_path / "mark")) == "done"
    assert thrifty.replaced == 1
    with pytest.raises(WorkerEnded):
        thrifty.run(dies)
    assert thrifty.run(partial(double, 4)) == 8


def test_with_thrift_a_process_that_cannot_begin_is_begun_later(
    thrifty: WorkerProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise BlockingIOError("no process can be started")

    with monkeypatch.context() as full:
        full.setattr(worker_processes, "Popen", none_left)
        with pytest.raises(BlockingIOError):
            thrifty.run(who)
    assert thrifty.run(partial(double, 4)) == 8


def test_thrifty_processes_are_closed_begun_or_not(thrifty: WorkerProcesses) -> None:
    WorkerProcesses(2, thrift=Thrift()).close()
    pid = thrifty.run(os.getpid)
    thrifty.close()
    assert is_gone(pid)
    with pytest.raises(WorkerEnded, match="no more work"):
        thrifty.run(who)


def test_closing_thrifty_processes_does_not_wait_for_work(
    thrifty: WorkerProcesses, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    os.mkfifo(begun)

    def close_when_begun() -> None:
        begun.read_text()
        thrifty.close()

    ending = Thread(target=close_when_begun)
    ending.start()
    with ThreadPoolExecutor(2) as threads:
        asked = threads.submit(thrifty.run, partial(sleeps, begun))
        with pytest.raises(WorkerEnded):
            asked.result(60)
    ending.join()
    assert thrifty.pids() == [] or all(map(is_gone, thrifty.pids()))
