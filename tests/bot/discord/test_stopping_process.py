"""A real process that gets a signal: it finishes what it does, keeps everything, and is gone."""

import signal
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPException
from pathlib import Path

import pytest

from bot.match.actions import Interaction, Join, NewGame, Play
from bot.store.connection.database import Database
from bot.store.connection.migrating import migrate
from bot.table.table import Table
from tests.bot.discord.kit.process import Page, started

GONE_WITHIN = 10.0
PLIES = 40
"""So many that the replay of the game takes longer to paint than a signal takes to arrive."""

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals"),
    pytest.mark.usefixtures("faces"),  # so that the process finds its art drawn
]


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


async def prepare(page: Page, folder: Path) -> None:
    """A game on the database of the process, in the channel of the page."""
    database = Database(f"sqlite+aiosqlite:///{folder / 'bot.db'}")
    await migrate(database)
    table, people = Table(database), page.user_ids[:2]
    asked = NewGame("castle", page.guild_id, page.channel_id, first=0)
    by = Interaction("open", people[0], "Anna", frozenset({"start"}))
    game_id = (await table.open(by, asked)).game_id
    await table.act(Interaction("join", people[1], "Ben"), game_id, Join())
    for ply in range(PLIES):
        seat = (await table.games.get(game_id)).to_act
        assert seat is not None
        offered = await table.games.choices(game_id, people[seat])
        move = Play(offered.moves[0].text, ply)
        await table.act(Interaction(f"move {ply}", people[seat], ""), game_id, move)
    await database.close()


@pytest.fixture
async def game(tmp_path: Path, art: Path) -> Path:
    """The folder of a bot that has a game in its channel; it does not run now."""
    with started(tmp_path, art) as process:
        page = process.open_page()
        process.signal(signal.SIGTERM)
        assert process.ended()[0] == 0
    await prepare(page, tmp_path)
    return tmp_path


def claims(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "bot.db")) as database:
        found = database.execute("SELECT count(*) FROM outbox WHERE claimed_by IS NOT NULL")
        return int(found.fetchone()[0])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_bot_that_has_nothing_to_do(
    number: signal.Signals, tmp_path: Path, art: Path
) -> None:
    with started(tmp_path, art) as process:
        process.signal(number)
        code, seconds = process.ended()
    assert code == 0, process.log
    assert seconds < GONE_WITHIN
    assert "Traceback" not in process.log


def test_a_signal_ends_a_bot_that_draws_its_art(game: Path, tmp_path: Path) -> None:
    """It opened without waiting for it, and so does not the board that it posts anew."""
    undrawn = tmp_path / "undrawn"
    with started(game, undrawn, LOG_LEVEL="DEBUG") as process:
        process.open_page()
        process.signal(signal.SIGTERM)
        code, seconds = process.ended()
    assert code == 0, process.log
    assert seconds < GONE_WITHIN
    assert "the art is ready" not in process.log
    assert "Traceback" not in process.log
    assert claims(game) == 0
    assert not undrawn.exists()


def test_what_is_being_painted_is_finished_and_shown(
    game: Path, art: Path, pool: ThreadPoolExecutor
) -> None:
    with started(game, art, LOG_LEVEL="DEBUG") as process:
        page = process.open_page()
        process.told("the art is ready")
        ended = pool.submit(page.command, "castle replay")
        process.told("command castle replay [")
        process.signal(signal.SIGTERM)
        code, seconds = process.ended()
        assert ended.result() == "settled"
    assert code == 0, process.log
    assert seconds < GONE_WITHIN
    told = [process.log.index(text) for text in ("stopping;", "castle replay: answered", "stopped")]
    assert told == sorted(told)
    assert claims(game) == 0
    assert "Traceback" not in process.log


def test_a_second_signal_ends_it_at_once(game: Path, art: Path, pool: ThreadPoolExecutor) -> None:
    with started(game, art, LOG_LEVEL="DEBUG") as process:
        page = process.open_page()
        process.told("the art is ready")
        ended = pool.submit(page.command, "castle replay")
        process.told("command castle replay [")
        process.signal(signal.SIGTERM)
        process.told("stopping;")
        process.signal(signal.SIGTERM)
        code, seconds = process.ended()
        assert isinstance(ended.exception(), (OSError, HTTPException))
    assert code == 128 + signal.SIGTERM
    assert seconds < 3
    assert "answered" not in process.log
