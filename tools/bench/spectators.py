"""Measures whether Discord is answered as soon as ever while hundreds follow a game on its page.

Twenty games are played in a simulated Discord, a move in each at the same moment: by turns with and
without an audience of one of them, which runs in a process of its own.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.games.faces import FACES
from bot.presentation.address import PublicAddress
from bot.process.memory import settle_memory
from bot.web.server import Site, listen, serve
from tests.town.clocks import quantile
from tests.town.playing import Times, play_at_once
from tests.town.town import Seated, Town, town
from tests.town.watch import Watch, watching
from tools.bench.row import Row, time_row
from tools.bench.sampling import sampled
from tools.bench.table import TEMPLATES, filled, template_of

AUDIENCE = 500
PLAYED = 20
ROUNDS = 6
# After a move, in seconds: all of the audience has seen it.
SEEN_WITHIN = 4.0


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    path = folder / "bot.db"
    database = await filled(path, [template_of(number) for number in range(TEMPLATES)], PLAYED)
    await database.close()
    alone = Times()
    watched = Times()
    reading: list[float] = []
    with sampled() as sampling:
        async with town(path, sampling.now) as simulation:
            games = await simulation.take_over(range(1, PLAYED + 1))
            async with _pages(simulation, games[0]) as address, watching() as watch:
                await play_at_once(simulation, games, Times())  # as when everything is warm
                settle_memory()  # as when Discord has told the bot about its servers
                for _ in range(ROUNDS):
                    await play_at_once(simulation, games, alone)
                    async with _audience(address) as ask:
                        await play_at_once(simulation, games, watched)
                        await asyncio.sleep(SEEN_WITHIN)
                        reading += await ask()
    return list(_rows(alone, watched, reading, watch))


@asynccontextmanager
async def _pages(simulation: Town, game: Seated) -> AsyncIterator[str]:
    """Serve the page of a game; its address."""
    table = simulation.table
    await table.channels.set(simulation.guild.id, game.channel, {"page": "always"})
    stored = await table.games.get(game.game)
    key = await table.game_pages.key_of(stored, _is_seen_by_all)
    assert key is not None
    listening = listen("127.0.0.1", 0)
    address = PublicAddress(f"http://127.0.0.1:{listening.getsockname()[1]}")
    studio = simulation.bot.desk.studio
    site = Site(address, table, FACES, studio, proxies=[ip_network("127.0.0.1")])
    async with serve(site, listening):
        yield address.of_game(key)


async def _is_seen_by_all() -> bool:
    return True


@asynccontextmanager
async def _audience(address: str) -> AsyncIterator[Callable[[], Awaitable[list[float]]]]:
    """Open the page many times; what is yielded asks how long they waited."""
    command = [sys.executable, "-m", "tools.bench.readers", address, str(AUDIENCE)]
    readers = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**20
    )
    questions = readers.stdin
    answers = readers.stdout
    assert questions is not None
    assert answers is not None

    async def ask() -> list[float]:
        questions.write(b"\n")
        times: list[float] = json.loads(await answers.readline())
        return times

    try:
        assert await answers.readline() == b"ready\n"
        yield ask
    finally:
        readers.kill()
        await readers.wait()


def _rows(alone: Times, watched: Times, reading: list[float], watch: Watch) -> Iterator[Row]:
    for name, times in (("nobody", alone), (f"{AUDIENCE} spectators", watched)):
        acknowledged = times.all_acknowledged
        measure = f"{PLAYED} games at once, {name}"
        count = len(acknowledged)
        yield time_row(f"{measure}: acknowledgement, p50 of {count}", acknowledged, "ms")
        yield time_row(f"{measure}: acknowledgement, p99", acknowledged, "ms", share=0.99)
        yield time_row(f"{measure}: panel redrawn, p50", times.redrawn, "ms")
        yield time_row(f"{measure}: Confirm to the board post, p50", times.posted, "ms")
    seen = f"{AUDIENCE} spectators: position, log and picture after a move"
    yield Row(f"{seen}, p50 of {len(reading)}", quantile(reading, 0.5), "s")
    yield Row(f"{seen}, p95", quantile(reading, 0.95), "s", "at most 2")
    longest = watch.longest
    name = f"event loop: longest work on one of {watch.callbacks:,} callbacks ({longest})"
    yield Row(name, longest.amount, "ms", "at most 15")
