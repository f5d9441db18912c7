"""Measures Castellan in its channel: turns built piece by piece on the panel, in a simulated
Discord."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.town.playing import Times, play_to_the_end
from tests.town.town import town
from tools.bench.row import Row, time_row
from tools.bench.sampling import sampled

GAMES = 2


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    times = Times()
    with sampled() as sampling:
        async with town(folder / "bot.db", sampling.now) as simulation:
            for number in range(GAMES):
                game = await simulation.new_game(f"game {number}", "castellan")
                await play_to_the_end(simulation, game, times)
    redrawn = times.redrawn
    posted = times.posted
    return [
        time_row(f"castellan: panel redrawn, p50 of {len(redrawn)}", redrawn, "ms"),
        time_row("castellan: panel redrawn, p95", redrawn, "ms", "at most 60", 0.95),
        time_row("castellan: Confirm to the board post, p50", posted, "ms"),
        time_row("castellan: Confirm to the board post, p95", posted, "ms", share=0.95),
    ]
