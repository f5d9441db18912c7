"""`python -m bot.host check`: what it finds, with which remedy, and that it changes nothing."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games.faces import FACES
from bot.host import check as checking
from bot.host import settings as settings_module
from bot.host.__main__ import main
from bot.process.clock import system_clock
from bot.process.memory import MIB
from bot.store.connection.database import Database
from bot.store.migration import FIRST_REVISION, migrate, newest_revision
from bot.store.server import Server

pytestmark = pytest.mark.usefixtures("one_picture")


@pytest.fixture(autouse=True)
def settings(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("BACKUP_FOLDER", str(tmp_path / "backups"))
    monkeypatch.setattr(checking, "is_clock_synchronised", lambda: True)


@pytest.fixture
def one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Painters are started, and paint, in a test of their own."""
    monkeypatch.setattr(checking, "_pictures", lambda **_: checking.Finding("pictures", "painted"))


@pytest.fixture
def finds(capsys: pytest.CaptureFixture[str]) -> Callable[[int], str]:
    def find(code: int) -> str:
        assert main(["check"]) == code
        return capsys.readouterr().out

    return find


def make(url: str, revision: str = "head") -> None:
    async def run() -> None:
        database = Database(url)
        await migrate(database, revision)
        await database.close()

    asyncio.run(run())


def test_a_new_host_is_fine_and_nothing_is_changed(
    finds: Callable[[int], str], tmp_path: Path
) -> None:
    output = finds(0)
    assert "the first start creates it" in output
    assert "MB are free" in output
    assert list(tmp_path.iterdir()) == []


def test_a_database_is_read_and_nothing_is_changed(
    url: str, finds: Callable[[int], str], tmp_path: Path
) -> None:
    make(url)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert f"version {newest_revision()}" in finds(0)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_database_that_is_open_is_read(url: str, finds: Callable[[int], str]) -> None:
    database = Database(url)
    asyncio.run(migrate(database))
    assert f"version {newest_revision()}" in finds(0)
    asyncio.run(database.close())


@pytest.mark.parametrize(
    ("version", "remedy"),
    [
        ("0011", "upgrade it with version 1.0.0 of the bot first"),
        ("0012", "python -m bot.host upgrade"),
        ("9999", "start the newer version of the bot"),
    ],
)
def test_another_versions_database(
    url: str, version: str, remedy: str, finds: Callable[[int], str]
) -> None:
    make(url, FIRST_REVISION)
    with sqlite3.connect("bot.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
    connection.close()
    output = finds(1)
    assert f"version {version}" in output
    assert remedy in output


def test_a_file_that_is_no_database(finds: Callable[[int], str], tmp_path: Path) -> None:
    (tmp_path / "bot.db").write_bytes(b"anything but a database" * 100)
    (tmp_path / "bot.db").chmod(0o600)
    assert "cannot be read" in finds(1)


def test_a_disk_without_room(finds: Callable[[int], str], monkeypatch: pytest.MonkeyPatch) -> None:
    full = SimpleNamespace(free=5_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    assert "5 MB are free" in (output := finds(1))
    assert "make room: 200 MB are needed" in output


def test_a_folder_in_which_nothing_can_be_written(
    finds: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    access = os.access

    def forbid(path: Any, mode: int) -> bool:
        return not mode & os.W_OK and access(path, mode)

    monkeypatch.setattr(os, "access", forbid)
    assert "nothing can be written in" in (output := finds(1))
    assert "chown" in output


def test_settings_that_others_can_read(finds: Callable[[int], str], tmp_path: Path) -> None:
    (tmp_path / ".env").touch(0o644)
    assert "others have rights on .env; `chmod 600 .env`" in finds(1)
    (tmp_path / ".env").chmod(0o600)
    assert ".env is private" in finds(0)


def test_a_clock_that_nothing_keeps_right(
    finds: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "is_clock_synchronised", lambda: False)
    [line] = [line for line in finds(0).splitlines() if " clock: " in line]
    assert line.startswith("warning  clock: nothing keeps it right")
    assert "timedatectl set-ntp true" in line


def test_a_broken_database_has_another_status_than_the_clock(
    finds: Callable[[int], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(checking, "is_clock_synchronised", lambda: False)
    (tmp_path / "bot.db").write_bytes(b"anything but a database" * 100)
    output = finds(1)
    assert "\nproblem  database: " in output
    assert "\nwarning  clock: " in output


def test_a_server_whose_clock_is_apart(
    finds: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def late(_: Database) -> Server:
        return Server("PostgreSQL 15.1", system_clock() - 60_000)

    async def newest(_: Database) -> str:
        return newest_revision()

    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://bot:secret@localhost/bot")
    monkeypatch.setattr(checking, "server_of", late)
    monkeypatch.setattr(checking, "schema_of", newest)
    assert "60 seconds apart" in finds(1)


def test_a_server_that_is_not_there(
    finds: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://bot:secret@127.0.0.1:1/bot")
    output = finds(1)
    assert "the database cannot be reached (Connection refused: " in output
    assert "; check DATABASE_URL" in output
    assert "secret" not in output


def test_invalid_settings_have_their_own_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAINTERS", "many")
    assert main(["check"]) == 78
    assert capsys.readouterr().err.startswith("PAINTERS: ")


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("localhost", "ok       web pages: http://localhost"),
        ("nowhere.invalid", "warning  web pages: "),
    ],
)
def test_the_name_of_the_web_pages_should_lead_somewhere(
    name: str, state: str, finds: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scheme = "http" if name == "localhost" else "https"
    monkeypatch.setenv("PUBLIC_URL", f"{scheme}://{name}")
    assert state in finds(0)


def test_painters_start_and_paint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    finding = checking._pictures(sparingly=False)
    assert finding.remedy is None
    assert f"painted {len(FACES)} in" in finding.text


@pytest.mark.parametrize(
    ("total", "small", "expected", "code"),
    [
        (8000, "", "ok       memory: 8000 MB; normal mode, with painters: ", 0),
        (256, "", "ok       memory: 256 MB; small mode: one process paints and thinks", 0),
        (200, "", "give the bot 256 MB", 1),
        (300, "false", "chosen by SMALL; give the bot 600 MB", 1),
    ],
)
def test_the_memory_and_the_mode_are_reported(
    total: int,
    small: str,
    expected: str,
    code: int,
    *,
    finds: Callable[[int], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (checking, settings_module):
        monkeypatch.setattr(module, "total_memory", lambda: total * MIB)
    monkeypatch.setenv("SMALL", small)
    assert expected in finds(code)
