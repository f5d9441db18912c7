"""A start that cannot succeed says why in one line, and how to fix it."""

import logging
import os
import platform
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import VERSION, start
from bot.host.health import PortTaken
from bot.host.settings import BAD_SETTINGS, Settings, SettingsError
from bot.locale import languages, words_of
from bot.match.errors import StoreUnreachable
from bot.process import logs
from render import locale

ROOT = Path(__file__).parent.parent.parent.parent
ANY: Any = None


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the settings of this machine; nothing in this process is changed."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(logs, "set_up", lambda *_, **__: None)
    monkeypatch.setattr(start, "interruptible", lambda: None)


def exit_message(capsys: pytest.CaptureFixture[str], code: int = BAD_SETTINGS) -> str:
    with pytest.raises(SystemExit) as ended:
        start.main()
    assert ended.value.code == code
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "expected", "code"),
    [
        (discord.LoginFailure(), "DISCORD_TOKEN: Discord does not accept this token", 78),
        (SettingsError("METRICS_PORT: 1 cannot be had"), "METRICS_PORT: 1 cannot be had", 78),
        (PortTaken("METRICS_PORT: another program"), "METRICS_PORT: another program", 1),
        (StoreUnreachable("no server", "start it"), "no server; start it", 1),
    ],
)
def test_errors_a_restart_cannot_fix_have_their_own_exit_code(
    error: Exception,
    expected: str,
    code: int,
    *,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(start, "start", fail)
    assert exit_message(capsys, code).startswith(expected)


def test_a_database_that_cannot_be_opened(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    file = tmp_path / "nowhere" / "bot.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")
    with caplog.at_level(logging.DEBUG, "bot"):
        reason = f"the database cannot be reached ({file}: No such file or directory); "
        assert exit_message(capsys, 1).startswith(reason)
    traced = [record for record in caplog.records if record.exc_info]
    assert [record.levelname for record in traced] == ["DEBUG"]


def test_a_token_that_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    output = exit_message(capsys)
    assert output.startswith("DISCORD_TOKEN: expected the token of your application's bot")
    assert "secret" not in output


async def test_no_token_and_nothing_to_play_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "bot.discord.playground", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    with pytest.raises(SystemExit):
        await start._playground(ANY, Settings())
    [named] = re.findall(r"requirements\S*\.txt", capsys.readouterr().err)
    assert "simcord==" in (ROOT / named).read_text("utf-8")
    assert "pytest==" not in (ROOT / named).read_text("utf-8")


@pytest.mark.parametrize("module", ["bot", "bot.host"])
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_usage_are_printed_without_a_start(
    module: str, option: str, tmp_path: Path
) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", module, option],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    expected = {"--version": f"castle-bot {VERSION}\n", "--help": f"usage: python -m {module} "}
    assert ended.stdout.startswith(expected[option])
    assert list(tmp_path.iterdir()) == []


def test_the_logs_first_line_tells_the_version(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def end(*_: object) -> None: ...

    monkeypatch.setattr(start, "start", end)
    with caplog.at_level("INFO"):
        start.main()
    assert caplog.messages[0] == f"castle-bot {VERSION}, Python {platform.python_version()}"


def test_all_texts_are_read_before_anybody_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    async def begin(*_: object) -> None:
        read = locale.texts_of.cache_info().misses
        for language in (*languages(), "en-GB", "fr"):
            words_of(language)
        assert locale.texts_of.cache_info().misses == read

    locale.texts_of.cache_clear()
    locale.words_of.cache_clear()
    monkeypatch.setattr(start, "start", begin)
    start.main()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [sys.executable, "-m", "bot"],
            env={
                **os.environ,
                "PLAYGROUND_PORT": port,
                "PAINTERS": "1",
                "THINKERS": "0",
                "PYTHONPATH": str(ROOT),
            },
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    assert ended.returncode == 1
    assert f"PLAYGROUND_PORT: {port} is not free" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_in_small_mode_one_process_paints_and_thinks() -> None:
    painters, thinkers = start.open_workers(Settings(small=True))
    assert painters is thinkers
    assert (painters.count, painters.pids()) == (1, [])
    painters.close()


def test_in_small_mode_without_thinkers_it_only_paints() -> None:
    painters, thinkers = start.open_workers(Settings(small=True, thinkers=0))
    assert thinkers is None
    painters.close()
