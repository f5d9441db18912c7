"""How long a fresh process takes from its launch until it is connected.

    python -m tests.bench.starting DATABASE

Starts as the bot does, with SimCord in Discord's place, and stops as soon as it is ready.
"""

import asyncio
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import simcord

from bot.discord.answering.desk import Desk
from bot.discord.gateway.client import TableBot
from bot.discord.painting.studio import Studio
from bot.discord.posting.poster import ChannelPoster
from bot.games.faces import FACES, prepare_painting
from bot.host.running import running, settle_memory
from bot.process.shards import ALL
from bot.process.worker_processes import WorkerProcesses, processors
from tests.bench.town import settings_of

STARTS = 3
READY = "ready"


def seconds_to_ready(path: Path) -> float:
    """The median of some starts."""
    return median(_one_start(path) for _ in range(STARTS))


def _one_start(path: Path) -> float:
    began = perf_counter()
    command = [sys.executable, "-m", "tests.bench.starting", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = process.stdout.readline().strip()
        taken = perf_counter() - began
        process.communicate()
    assert told == READY, "the bot did not start"
    return taken


async def _start(path: Path) -> None:
    painters = WorkerProcesses(processors(), prepare_painting)
    poster, studio = ChannelPoster(), Studio(painters.count, painters.run)

    async def on_ready() -> None:
        print(READY, flush=True)

    try:
        async with running(settings_of(path), poster) as opened:
            settle_memory()
            desk = Desk(opened.table, FACES, studio)
            bot = TableBot(desk, shards=ALL)
            bot.add_listener(on_ready)
            poster.serve(bot, desk)
            async with simcord.run(bot):
                pass
    finally:
        painters.close()
        studio.close()


if __name__ == "__main__":
    asyncio.run(_start(Path(sys.argv[1])))
