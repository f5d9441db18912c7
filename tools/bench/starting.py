"""Measures how long a new process takes from its launch until Discord sends it clicks.

It is started as by `python -m bot`, against a Discord of two sockets on this machine. Its processor
time excludes that of its painters.
"""

import asyncio
import os
import runpy
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.bot.proof.shards.discord import SmallDiscord, until
from tests.town.clocks import Time, now

STARTS = 5
COMMAND = (sys.executable, "-m", "tools.bench.starting")
ROOT = Path(__file__).parent.parent.parent


class Starts(NamedTuple):
    first: Time
    """The time when no module is compiled, as after an upgrade without `compileall`."""
    later: list[Time]


async def measure_starts(path: Path) -> Starts:
    with TemporaryDirectory() as compiled:
        first = await _time_start(path, compiled)
        later = [await _time_start(path, compiled) for _ in range(STARTS)]
    return Starts(first, later)


async def _time_start(path: Path, compiled: str) -> Time:
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
    start = now()
    process = await asyncio.create_subprocess_exec(
        *COMMAND, f"{discord.address}/bot", cwd=compiled, env={**os.environ, **settings}
    )
    try:
        await until(lambda: bool(discord.sessions), "the bot is at Discord")
        time_taken = Time((now() - start).wall, _processor_time(process.pid))
    finally:
        process.terminate()
        await process.wait()
        await runner.cleanup()
    assert process.returncode == 0, "the bot did not stop as asked"
    return time_taken


def _processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process has used since its launch."""
    _, _, figures = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    user, system = figures.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _start(address: str) -> None:
    Route.BASE = address
    DiscordWebSocket.DEFAULT_GATEWAY = URL(address.replace("http", "ws", 1)) / "gateway"
    runpy.run_module("bot", run_name="__main__")


if __name__ == "__main__":
    _start(sys.argv.pop())
