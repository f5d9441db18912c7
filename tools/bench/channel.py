"""Measures the bot in its channel: how soon it answers clicks, and what its event loop is busy
with.

Played in a simulated Discord, among 10,000 stored games. A measurement ends when the bot's request
arrives, so network time is not included.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.process.memory import settle_memory
from tests.town.clocks import Time, quantile
from tests.town.playing import Times, play_at_once, play_to_the_end
from tests.town.town import town
from tests.town.watch import Watch, watching
from tools.bench import painters
from tools.bench.row import Row, time_row
from tools.bench.sampling import sampled
from tools.bench.starting import measure_starts
from tools.bench.table import GAMES, TEMPLATES, filled, template_of

WHOLE_GAMES = 2
AT_ONCE = 200
# Nearly all of it is the painter's, and a close-up is painted in a resolution of its own, for which
# the shapes of the board cannot serve.
REDRAW_LIMIT = "at most 75"
CROWD = f"{AT_ONCE} games at once"


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    path = folder / "bot.db"
    database = await filled(path, [template_of(number) for number in range(TEMPLATES)], GAMES)
    await database.close()
    starting_times = await measure_starts(path)
    return [
        time_row(f"start to ready with {GAMES:,} games", starting_times.later, "s", "at most 1.5"),
        time_row("the same when nothing is compiled yet", [starting_times.first], "s"),
        *await _play(path),
    ]


async def _play(path: Path) -> list[Row]:
    single_times = Times()
    crowd_times = Times()
    with sampled() as sampling:
        async with town(path, sampling.now) as simulation:
            new_games = [
                await simulation.new_game(f"game {number}") for number in range(WHOLE_GAMES)
            ]
            stored_games = await simulation.take_over(range(1, AT_ONCE + 1))
            settle_memory()  # as when Discord has told the bot about its servers
            async with watching() as watch:
                for game in new_games:
                    await play_to_the_end(simulation, game, single_times)
                painting_before = await painters.processor_time(simulation.painters)
                start = sampling.now()
                await play_at_once(simulation, stored_games, crowd_times)
                total_time = sampling.now() - start
            painter_rows = await painters.rows(CROWD, simulation.painters, painting_before)
    return [
        *_alone_rows(single_times),
        *_crowd_rows(crowd_times, total_time),
        *painter_rows,
        *_loop_rows(watch),
    ]


def _alone_rows(times: Times) -> Iterator[Row]:
    acknowledged = times.all_acknowledged
    kinds = ", ".join(
        f"{len(times_of_kind)} {kind}" for kind, times_of_kind in times.acknowledged.items()
    )
    yield time_row(f"acknowledgement, p50 of {len(acknowledged)}: {kinds}", acknowledged, "ms")
    yield time_row("acknowledgement, p99", acknowledged, "ms", "at most 10", 0.99)
    yield time_row("panel redrawn, p50", times.redrawn, "ms")
    yield time_row("panel redrawn, p95", times.redrawn, "ms", REDRAW_LIMIT, 0.95)
    yield time_row("Confirm to the board post, p50", times.posted, "ms", "at most 22")
    yield time_row("Confirm to the board post, p95", times.posted, "ms", "at most 40", 0.95)
    reads = quantile(times.reads, 0.5)
    yield Row("reads of the game for a Confirm and its posts, p50", reads, "reads", "at most 1")


def _crowd_rows(times: Times, total_time: Time) -> Iterator[Row]:
    acknowledged = times.all_acknowledged
    posted = times.posted
    measure = f"{CROWD}: acknowledgement, p99 of {len(acknowledged)}"
    yield time_row(measure, acknowledged, "ms", "at most 150", 0.99)
    yield time_row(f"{CROWD}: panel redrawn, p95", times.redrawn, "ms", share=0.95)
    yield time_row(f"{CROWD}: Confirm to the board post, p95", posted, "ms", share=0.95)
    yield time_row(f"{CROWD}: Confirm to the last board post", posted, "s", "at most 7", 1.0)
    yield time_row(f"{CROWD}: three clicks in each, and all that comes of them", [total_time], "s")


def _loop_rows(watch: Watch) -> Iterator[Row]:
    """Yield rows of the event loop: work on a callback is processor time, being late is only
    waiting."""
    yield Row("event loop late, p99.9", quantile(watch.late, 0.999), "ms")
    yield Row("event loop late, longest", max(watch.late), "ms")
    longest = watch.longest
    name = f"event loop: longest work on one of {watch.callbacks:,} callbacks ({longest})"
    yield Row(name, longest.amount, "ms", "at most 15")
    slowest = watch.slowest[0]
    name = f"event loop: longest without the collector of garbage ({slowest})"
    yield Row(name, slowest.own, "ms", "at most 15")
