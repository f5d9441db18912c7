"""How long everything waits for the collector of garbage while many play at once, and what their
clicks leave in memory.

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
# In each game and round.
CLICKS = 3
# The games in which a hundred clicks are made.
FEW = 34
ABOUT = f"{SERVERS:,} servers, {GAMES} games at once"


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder) / "bot.db"))


async def _measured(path: Path) -> list[Row]:
    database = await filled(path, [template_of(number) for number in range(TEMPLATES)], GAMES)
    await database.close()
    async with town(path, studio=Unpainted()) as there:
        await _make_servers(there)
        games = await there.take_over(range(1, GAMES + 1))
        await play_at_once(there, games, Times())
        waits = list[float]()
        seen = list[int]()
        for _ in range(ROUNDS):
            settle_memory()  # or else what the simulated Discord keeps would seem to be the bot's
            with pauses() as taken, collections() as counts:
                await play_at_once(there, games, Times())
            waits += taken
            seen += counts
        with garbage_left() as left:
            await play_at_once(there, games[:FEW], Times())
    clicks = ROUNDS * GAMES * CLICKS
    return [
        Row(f"{ABOUT}: longest pause for garbage", 1000 * max(waits), "ms", "at most 15"),
        Row(f"{ABOUT}: median pause for garbage", 1000 * median(waits), "ms"),
        Row(f"{ABOUT}: pauses for garbage, a click", 1000 * sum(waits) / clicks, "ms"),
        Row(f"{ABOUT}: most objects looked through", max(seen), "objects", "at most 15000"),
        Row("garbage of a hundred clicks", kinds_of(left).total(), "objects", "at most 200"),
    ]


async def _make_servers(there: Town) -> None:
    for number in range(SERVERS):
        server = there.env.create_guild(f"server {number}")
        for channel in range(CHANNELS):
            server.create_text_channel(f"channel {channel}")
        await asyncio.sleep(0)
    await there.clicks.requests.quiet()


@contextmanager
def pauses() -> Iterator[list[float]]:
    """How much processor time each collection takes, in whatever thread: all others wait."""
    began = 0.0
    taken = list[float]()

    def note(phase: str, _: Mapping[str, int]) -> None:
        nonlocal began
        if phase == "start":
            began = thread_time()
        else:
            taken.append(thread_time() - began)

    gc.callbacks.append(note)
    try:
        yield taken
    finally:
        gc.callbacks.remove(note)
