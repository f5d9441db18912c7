"""Measures how long everything waits for the collector of garbage while many play at once, and what
their clicks leave in memory.

1,000 servers and 500 running games are known to the bot, and somebody moves in each of the games at
the same moment, by three clicks. Pictures are not painted: that is the work of other processes. The
simulated Discord, which is in this process, keeps every post: its part of what stays is not told
apart.
"""

import asyncio
import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import thread_time

from bot.process.memory import settle_memory
from tests.bot.discord.kit.trouble import Unpainted
from tests.garbage import collections, garbage_left, kinds_of
from tests.town.playing import Times, play_at_once
from tests.town.town import Town, town
from tools.bench.row import Row
from tools.bench.table import TEMPLATES, filled, template_of

SERVERS = 1_000
CHANNELS = 20
GAMES = 500
ROUNDS = 3
# The number of clicks in each game and round.
CLICKS_PER_GAME = 3
# The number of games in which about a hundred clicks are made.
FEW_GAMES = 34
ABOUT = f"{SERVERS:,} servers, {GAMES} games at once"


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder) / "bot.db"))


async def _measure(path: Path) -> list[Row]:
    database = await filled(path, [template_of(number) for number in range(TEMPLATES)], GAMES)
    await database.close()
    async with town(path, studio=Unpainted()) as simulation:
        await _make_servers(simulation)
        games = await simulation.take_over(range(1, GAMES + 1))
        await play_at_once(simulation, games, Times())
        waits = list[float]()
        examined = list[int]()
        for _ in range(ROUNDS):
            settle_memory()  # or else what the simulated Discord keeps would seem to be the bot's
            with pauses() as pauses_of_round, collections() as counts:
                await play_at_once(simulation, games, Times())
            waits += pauses_of_round
            examined += counts
        with garbage_left() as garbage:
            await play_at_once(simulation, games[:FEW_GAMES], Times())
    clicks = ROUNDS * GAMES * CLICKS_PER_GAME
    return [
        Row(f"{ABOUT}: longest pause for garbage", 1000 * max(waits), "ms", "at most 15"),
        Row(f"{ABOUT}: median pause for garbage", 1000 * median(waits), "ms"),
        Row(f"{ABOUT}: pauses for garbage, a click", 1000 * sum(waits) / clicks, "ms"),
        Row(f"{ABOUT}: most objects looked through", max(examined), "objects", "at most 15000"),
        Row("garbage of a hundred clicks", kinds_of(garbage).total(), "objects", "at most 200"),
    ]


async def _make_servers(simulation: Town) -> None:
    for number in range(SERVERS):
        server = simulation.env.create_guild(f"server {number}")
        for channel in range(CHANNELS):
            server.create_text_channel(f"channel {channel}")
        await asyncio.sleep(0)
    await simulation.clicks.requests.quiet()


@contextmanager
def pauses() -> Iterator[list[float]]:
    """Collect the processor time of each collection, in whatever thread: all others wait."""
    start = 0.0
    pause_times = list[float]()

    def note(phase: str, _: Mapping[str, int]) -> None:
        nonlocal start
        if phase == "start":
            start = thread_time()
        else:
            pause_times.append(thread_time() - start)

    gc.callbacks.append(note)
    try:
        yield pause_times
    finally:
        gc.callbacks.remove(note)
