"""A start that cannot succeed says why in one line, and how to mend it."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import ClientConnectionError

from bot import __main__ as start
from bot import logs
from bot.settings import Settings

ROOT = Path(__file__).parent.parent.parent
ANY: Any = None


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of this machine, and nothing of this process is changed."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(logs, "set_up", lambda *_, **__: None)
    monkeypatch.setattr(start, "interruptible", lambda: None)


def stopped(capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        start.main()
    assert ended.value.code == 1
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (discord.LoginFailure(), "DISCORD_TOKEN: Discord does not accept this token"),
        (ClientConnectionError("no route"), "Discord cannot be reached; check the network"),
    ],
)
def test_discord_does_not_let_it_in(
    error: Exception,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(start, "start", fail)
    assert stopped(capsys).startswith(told)


def test_a_token_that_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    told = stopped(capsys)
    assert told.startswith("DISCORD_TOKEN: expected the token of your application's bot")
    assert "secret" not in told


async def test_no_token_and_nothing_to_play_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "bot.playground", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    with pytest.raises(SystemExit):
        await start._playground(ANY, ANY, Settings())
    assert "requirements-dev.txt" in capsys.readouterr().err


def test_a_port_that_is_taken(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        art = str(tmp_path_factory.getbasetemp().parent / "art")
        ended = subprocess.run(
            [sys.executable, "-m", "bot"],
            env={**os.environ, "PLAYGROUND_PORT": port, "ART_CACHE": art, "PYTHONPATH": str(ROOT)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert ended.returncode == 1
    assert f"PLAYGROUND_PORT: {port} is not free" in ended.stderr
    assert "Traceback" not in ended.stderr
