"""A real process that receives a signal: it finishes what it is doing, keeps everything, and
ends."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from shutil import copytree
from time import sleep

import pytest

from bot.match.actions import Actor, Join, NewGame, Play
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.table.table import Table
from tests.bot.choices import legal_choices
from tests.bot.discord.kit.process import Page, Process, start_bot

# Enough that the replay of the game takes longer to paint than a signal takes to arrive.
PLIES = 40
# Where it does not matter how many there are: each takes seconds to start.
ONE_WORKER = {"PAINTERS": "1", "THINKERS": "0"}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


async def prepare(page: Page, folder: Path) -> None:
    """A game on the database of the process, in the channel of the page."""
    database = Database(f"sqlite+aiosqlite:///{folder / 'bot.db'}")
    await migrate(database)
    table = Table(database)
    people = page.user_ids[:2]
    asked = NewGame("castle", page.guild_id, page.channel_id, first=0)
    by = Actor("open", people[0], "Anna", frozenset({"start"}))
    game_id = (await table.open(by, asked)).game_id
    await table.act(Actor("join", people[1], "Ben"), game_id, Join())
    for ply in range(PLIES):
        seat = (await table.games.get(game_id)).to_act
        assert seat is not None
        offered = await legal_choices(table, game_id, people[seat])
        move = Play(offered[0].text, ply)
        await table.act(Actor(f"move {ply}", people[seat], ""), game_id, move)
    await database.close()


@dataclass(frozen=True)
class Stopped:
    """A bot that received a signal while it had nothing to do, and the page that was open then."""

    folder: Path
    page: Page
    code: int
    log: str


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Stopped:
    folder = tmp_path_factory.mktemp("stopped")
    with start_bot(folder, **ONE_WORKER) as process:
        page = process.open_page()
        process.signal(signal.SIGINT)
        return Stopped(folder, page, process.wait_for_end(), process.log)


@pytest.fixture(scope="module")
def prepared(stopped: Stopped) -> Path:
    """The folder of that bot, with a game in its channel."""
    asyncio.run(prepare(stopped.page, stopped.folder))
    return stopped.folder


@pytest.fixture
def game(prepared: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return copytree(prepared, tmp_path / "game")


def let_the_painter_get_ready(process: Process) -> None:
    process.open_page().command("castle board")


def claims(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "bot.db")) as database:
        row = database.execute("SELECT count(*) FROM outbox WHERE claimed_by IS NOT NULL")
        return int(row.fetchone()[0])


def test_a_signal_ends_a_bot_that_has_nothing_to_do(stopped: Stopped) -> None:
    assert stopped.code == 0, stopped.log
    assert "stopped" in stopped.log
    assert "Traceback" not in stopped.log


def test_a_signal_ends_a_bot_whose_painters_get_ready(game: Path) -> None:
    """It opened without waiting for them."""
    with start_bot(game, LOG_LEVEL="DEBUG", PAINTERS="2") as process:
        process.open_page()
        process.signal(signal.SIGTERM)
        code = process.wait_for_end()
    assert code == 0, process.log
    assert "stopped" in process.log
    assert "Traceback" not in process.log
    assert claims(game) == 0


def test_what_is_being_painted_is_finished_and_shown(game: Path, pool: ThreadPoolExecutor) -> None:
    with start_bot(game, LOG_LEVEL="DEBUG", **ONE_WORKER) as process:
        let_the_painter_get_ready(process)
        page = process.open_page()
        ended = pool.submit(page.command, "castle replay")
        process.wait_for_log("command castle replay [")
        process.signal(signal.SIGTERM)
        code = process.wait_for_end()
        assert ended.result() == "settled"
    assert code == 0, process.log
    positions = [
        process.log.index(text) for text in ("stopping after", "castle replay: answered", "stopped")
    ]
    assert positions == sorted(positions)
    assert claims(game) == 0
    assert "Traceback" not in process.log


def test_a_second_signal_ends_it_at_once(game: Path, pool: ThreadPoolExecutor) -> None:
    with start_bot(game, LOG_LEVEL="DEBUG", **ONE_WORKER) as process:
        let_the_painter_get_ready(process)
        page = process.open_page()
        ended = pool.submit(page.command, "castle replay")
        process.wait_for_log("command castle replay [")
        process.signal(signal.SIGTERM)
        process.wait_for_log("stopping after")
        process.signal(signal.SIGTERM)
        code = process.wait_for_end()
        assert isinstance(ended.exception(), (OSError, HTTPException))
    assert code == 128 + signal.SIGTERM
    assert "castle replay: answered" not in process.log


def test_a_process_uploading_emojis_ends_and_lets_others_go_on(tmp_path: Path) -> None:
    with start_bot(tmp_path, EMOJIS="true", **ONE_WORKER) as process:
        until_some_are_uploaded(tmp_path / "bot.db")
        process.signal(signal.SIGTERM)
        assert process.wait_for_end() == 0
        assert "Traceback" not in process.log
    with closing(sqlite3.connect(tmp_path / "bot.db")) as database:
        assert database.execute("SELECT until FROM leases").fetchall() == [(0,)]


def until_some_are_uploaded(path: Path) -> None:
    """Wait until the process has taken the lease."""
    while True:
        with closing(sqlite3.connect(path)) as database:
            if database.execute("SELECT until FROM leases WHERE until > 0").fetchall():
                return
        sleep(0.01)
