"""How long a fresh process takes from its launch until Discord sends it clicks.

It is started as by `python -m bot`, at a Discord of two sockets on this machine.
"""

import asyncio
import os
import runpy
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.bot.proof.shards.discord import SmallDiscord, until

STARTS = 5
COMMAND = (sys.executable, "-m", "tests.bench.starting")
ROOT = Path(__file__).parent.parent.parent


class Starts(NamedTuple):
    """In seconds."""

    first: float
    """When no module is compiled, as after an upgrade without `compileall`."""
    later: float
    """The median of some more."""


async def seconds_to_ready(path: Path) -> Starts:
    with TemporaryDirectory() as compiled:
        first, *later = [await _one_start(path, compiled) for _ in range(1 + STARTS)]
    return Starts(first, median(later))


async def _one_start(path: Path, compiled: str) -> float:
    discord = SmallDiscord({})
    runner = await discord.open()
    settings = {
        "DISCORD_TOKEN": "not.a.token",
        "DATABASE_URL": f"sqlite+aiosqlite:///{path}",
        "SHARD_COUNT": "1",
        "LOG_LEVEL": "WARNING",
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": compiled,
    }
    began = perf_counter()
    process = await asyncio.create_subprocess_exec(
        *COMMAND, f"{discord.address}/bot", cwd=compiled, env={**os.environ, **settings}
    )
    try:
        await until(lambda: bool(discord.sessions), "the bot is at Discord")
        taken = perf_counter() - began
    finally:
        process.terminate()
        await process.wait()
        await runner.cleanup()
    assert process.returncode == 0, "the bot did not stop as asked"
    return taken


def _start(address: str) -> None:
    Route.BASE = address
    DiscordWebSocket.DEFAULT_GATEWAY = URL(address.replace("http", "ws", 1)) / "gateway"
    runpy.run_module("bot", run_name="__main__")


if __name__ == "__main__":
    _start(sys.argv[1])
