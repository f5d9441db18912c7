"""The real process, killed hundreds of times in the middle of everything.

    TABLE_CRASH_KILLS=2000 python -m pytest tests/bot/proof/test_crash.py

makes it as long as one likes; the default suits CI. SIGKILL leaves what was written to the file but
not synced to the disk, so this shows nothing about the power going off; for that see
`test_an_answer_waits_for_the_disk`.
"""

import asyncio
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import pytest

from bot.store.connection.sqlite import PRAGMAS
from tests.bot.proof import ledger
from tests.bot.proof.ledger import Acknowledged
from tests.bot.proof.playing import opened
from tests.bot.proof.posting import read_attempts

ROOT = Path(__file__).parent.parent.parent.parent
# How many times a process is killed for each file.
KILLS = int(os.environ.get("TABLE_CRASH_KILLS", "60"))
PROCESS = [sys.executable, "-m", "tests.bot.proof.process"]
PATIENCE = 60.0
# One in this many starts is a new interpreter, not a fork of one that has everything loaded.
COLD_STARTS = 40


@dataclass
class Reports:
    """What the processes wrote, line by line."""

    ready: set[int] = field(default_factory=set)
    started: dict[str, int] = field(default_factory=dict)
    ended: dict[int, int] = field(default_factory=dict)
    finished: set[int] = field(default_factory=set)
    asked: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    answers: dict[str, Acknowledged] = field(default_factory=dict)
    open: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Asked, and neither answered nor refused so far."""
    repeated: int = 0
    wrong: list[str] = field(default_factory=list)

    def take(self, line: Mapping[str, Any]) -> None:
        match line:
            case {"ask": name}:
                self.asked[name] = line
                self.open[name] = line
            case {"ack": name}:
                self._acknowledge(name, line)
            case {"refused": name}:
                self.open.pop(name, None)
            case {"wrong": name, "why": why}:
                self.open.pop(name, None)
                self.wrong.append(why)
            case {"started": pid, "name": name}:
                self.started[name] = pid
            case {"ended": pid, "status": status}:
                self.ended[pid] = status
            case {"ready": _, "pid": pid}:
                self.ready.add(pid)
            case {"finished": _, "pid": pid}:
                self.finished.add(pid)
            case _:
                raise ValueError(line)

    def _acknowledge(self, name: str, line: Mapping[str, Any]) -> None:
        action = self.asked[name]["action"]
        move = action.get("move")
        answer = Acknowledged(name, line["game"], line["done"], line["ply"], move)
        self.repeated += name in self.answers
        assert self.answers.setdefault(name, answer) == answer, "the same click, another answer"
        self.open.pop(name, None)


class Lane:
    """One database file with some processes at a time, which are killed one by one."""

    def __init__(self, folder: Path, at_once: int, chance: Random) -> None:
        folder.mkdir()
        self.file = folder / "bot.db"
        self.posts = folder / "posts.jsonl"
        self.errors = folder / "errors.txt"
        self.reports = Reports()
        self.kills = 0
        self.starts = 0
        self._at_once = at_once
        self._dead: set[int] = set()
        self._listeners: list[threading.Thread] = []
        self._chance = chance
        self._lines: queue.Queue[str] = queue.Queue()
        self._launcher = self._popen(PROCESS)

    def run(self) -> None:
        """Start, kill, start again; the last run is not killed."""
        living = [self._start() for _ in range(self._at_once)]
        while self.kills < KILLS:
            victim = living.pop(0)
            self._let_live(victim)
            if self.starts % COLD_STARTS == 0:
                self._die_cold()
            os.kill(victim, signal.SIGKILL)
            self.kills += 1
            assert self._reap(victim) == -signal.SIGKILL, self.errors.read_text()
            living.append(self._start())
        for victim in living:
            os.kill(victim, signal.SIGKILL)
            self._reap(victim)
        self._finish()

    def verify(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bot.host", "verify"],
            env={**os.environ, "DATABASE_URL": self._url},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def _url(self) -> str:
        return f"sqlite+aiosqlite:///{self.file}"

    def _command(self, **more: object) -> dict[str, object]:
        self.starts += 1
        command = {
            "url": self._url,
            "posts": str(self.posts),
            "name": f"p{self.starts}",
            "seed": self._chance.randrange(1 << 30),
            "channels": [11, 12, 13, 14],
            "finish": False,
            "unanswered": [],
        }
        return {**command, **more}

    def _start(self, **more: object) -> int:
        """Start a fork of the launcher, which first repeats the requests that dead processes left
        unanswered."""
        left = [ask for ask in self.reports.open.values() if ask["pid"] in self._dead]
        command = self._command(**{"unanswered": left, **more})
        self._tell(command)
        name = str(command["name"])
        self._read_until(lambda: name in self.reports.started)
        return self.reports.started[name]

    def _let_live(self, pid: int) -> None:
        """Wait for a random moment: while it starts, or somewhere in the middle of its games."""
        if self._chance.random() < 0.15:
            sleep(self._chance.random() * 0.08)
            return
        self._read_until(lambda: pid in self.reports.ready)
        sleep(self._chance.random() * 0.25)

    def _die_cold(self) -> None:
        """Run a whole interpreter alongside the others, from its start to its kill."""
        process = self._popen([*PROCESS, json.dumps(self._command())])
        self._read_until(lambda: process.pid in self.reports.ready)
        sleep(self._chance.random() * 0.25)
        process.kill()
        assert process.wait() == -signal.SIGKILL, self.errors.read_text()
        assert process.stdin is not None
        process.stdin.close()
        self._dead.add(process.pid)
        self.kills += 1

    def _finish(self) -> None:
        """Answer what was left open, and deliver what waits."""
        last = self._start(finish=True, unanswered=list(self.reports.open.values()))
        assert self._reap(last) == 0, self.errors.read_text()
        assert last in self.reports.finished
        assert self._launcher.stdin is not None
        self._launcher.stdin.close()
        self._launcher.wait(PATIENCE)
        for listener in self._listeners:
            listener.join(PATIENCE)
        while not self._lines.empty():
            self.reports.take(json.loads(self._lines.get()))

    def _reap(self, pid: int) -> int:
        self._tell({"reap": pid})
        self._read_until(lambda: pid in self.reports.ended)
        self._dead.add(pid)
        return self.reports.ended.pop(pid)

    def _read_until(self, happened: Any) -> None:
        while not happened():
            self.reports.take(json.loads(self._lines.get(timeout=PATIENCE)))

    def _tell(self, command: Mapping[str, object]) -> None:
        assert self._launcher.stdin is not None
        self._launcher.stdin.write(json.dumps(command) + "\n")
        self._launcher.stdin.flush()

    def _popen(self, command: Sequence[str]) -> subprocess.Popen[str]:
        with self.errors.open("a") as errors:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        listener = threading.Thread(target=self._listen, args=(process,), daemon=True)
        listener.start()
        self._listeners.append(listener)
        return process

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                self._lines.put(line)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """In memory if possible: what matters here is what is killed, not how slow the disk is."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def lanes(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Lane]:
    """The result for two files: one on the disk, with one process at a time; one shared by two."""
    alone = Lane(tmp_path_factory.mktemp("crash") / "alone", 1, Random("alone"))
    both = [alone, Lane(folder / "shared", 2, Random("shared"))]
    with ThreadPoolExecutor(len(both)) as pool:
        for running in [pool.submit(lane.run) for lane in both]:
            running.result()
    return both


def test_the_kills_were_many_and_hit_games_in_progress(lanes: list[Lane]) -> None:
    sys.stdout.write("\n".join(map(summary, lanes)))
    assert all(lane.kills >= KILLS for lane in lanes)
    assert all(lane.reports.answers and lane.reports.repeated for lane in lanes)


def test_every_acknowledged_move_is_there_exactly_once(lanes: list[Lane]) -> None:
    for lane in lanes:
        contents = ledger.read_file(lane.file)
        ledger.every_acknowledged_action_is_there_once(contents, lane.reports.answers.values())


def test_no_ply_is_there_twice_and_nothing_is_half_applied(lanes: list[Lane]) -> None:
    for lane in lanes:
        contents = ledger.read_file(lane.file)
        ledger.no_ply_is_there_twice(contents)
        ledger.nothing_is_half_applied(contents)
        ledger.the_moves_give_the_games(contents)


def test_messages_are_delivered_in_order_without_doubles(lanes: list[Lane]) -> None:
    for lane in lanes:
        attempts = read_attempts(lane.posts)
        ledger.every_message_was_delivered(ledger.read_file(lane.file), attempts)
        ledger.every_retired_post_had_buttons(attempts)


def test_moves_that_are_told_live_call_the_next_player_once(lanes: list[Lane]) -> None:
    for lane in lanes:
        ledger.every_told_board_calls_once(ledger.read_file(lane.file))


def test_every_digest_tells_a_time_of_its_own(lanes: list[Lane]) -> None:
    for lane in lanes:
        ledger.every_digest_tells_a_time_of_its_own(ledger.read_file(lane.file))


def test_legal_moves_are_played_or_stale_but_never_illegal(lanes: list[Lane]) -> None:
    assert [why for lane in lanes for why in lane.reports.wrong] == []


def test_verify_is_clean(lanes: list[Lane]) -> None:
    for lane in lanes:
        done = lane.verify()
        assert done.returncode == 0, done.stdout + done.stderr


def test_an_answer_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite syncs the log before a commit returns, and the answer comes after the commit."""
    monkeypatch.setattr("bot.store.connection.sqlite.PRAGMAS", PRAGMAS)  # as outside of tests

    async def run() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}"
        async with opened(url) as database, database.writing() as connection:
            synchronous = await connection.exec_driver_sql("PRAGMA synchronous")
            journal = await connection.exec_driver_sql("PRAGMA journal_mode")
            references = await connection.exec_driver_sql("PRAGMA foreign_keys")
            full = 2
            assert (synchronous.scalar(), journal.scalar()) == (full, "wal")
            assert references.scalar() == 1

    asyncio.run(run())


def summary(lane: Lane) -> str:
    contents = ledger.read_file(lane.file)
    attempts = read_attempts(lane.posts)
    nonces = {attempt.nonce for attempt in attempts if attempt.kind != "retire"}
    posts = sum(attempt.kind != "retire" for attempt in attempts)
    return (
        f"{lane.kills} kills, {len(lane.reports.answers)} acknowledged actions, "
        f"{lane.reports.repeated} answered again, {len(contents.games)} games, "
        f"{len(contents.moves)} moves, {len(nonces)} posts with {posts - len(nonces)} retries"
    )
