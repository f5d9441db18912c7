"""The bot in its channel: how soon it answers clicks, and what its event loop is busy with.

Played in a simulated Discord, among 10,000 stored games. Times end where a request of the bot
arrives, so nothing of the network is in them.
"""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.clocks import quantile
from tests.bench.playing import Times, play_at_once, play_to_the_end
from tests.bench.row import Row
from tests.bench.sampling import Shares, sampled
from tests.bench.starting import seconds_to_ready
from tests.bench.table import GAMES, TEMPLATES, filled, template_of
from tests.bench.town import town
from tests.bench.watch import Watch, watching

WHOLE_GAMES = 4
AT_ONCE = 200


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> list[Row]:
    path = folder / "bot.db"
    database = await filled(path, [template_of(number) for number in range(TEMPLATES)], GAMES)
    await database.close()
    starts = await seconds_to_ready(path)
    async with town(path) as there:
        seated = [await there.new_game(f"game {number}") for number in range(WHOLE_GAMES)]
        stored = await there.take_over(range(1, AT_ONCE + 1))
        alone, crowd = Times(), Times()
        async with watching() as watch:
            for game in seated:
                await play_to_the_end(there, game, alone)
            with sampled() as shares:
                await play_at_once(there, stored, crowd)
    return [
        *_alone_rows(alone),
        *_crowd_rows(crowd),
        *_share_rows(shares),
        *_loop_rows(watch),
        Row(f"start to ready with {GAMES:,} games", round(starts.later, 2), "s", "at most 1.5"),
        Row("the same when nothing is compiled yet", round(starts.first, 2), "s"),
    ]


def _alone_rows(times: Times) -> Iterator[Row]:
    taken = times.all_acknowledged
    kinds = ", ".join(f"{len(some)} {kind}" for kind, some in times.acknowledged.items())
    yield _ms(f"acknowledgement, p50 of {len(taken)}: {kinds}", taken, 0.5)
    yield _ms("acknowledgement, p99", taken, 0.99, "at most 10")
    yield _ms("panel redrawn, p50", times.redrawn, 0.5)
    yield _ms("panel redrawn, p95", times.redrawn, 0.95, "at most 60")
    yield _ms("Confirm to the board post, p50", times.posted, 0.5, "at most 22")
    yield _ms("Confirm to the board post, p95", times.posted, 0.95, "at most 40")
    reads = quantile(times.reads, 0.5)
    yield Row("reads of the game for a Confirm and its posts, p50", reads, "reads", "at most 1")


def _crowd_rows(times: Times) -> Iterator[Row]:
    taken, about = times.all_acknowledged, f"{AT_ONCE} games at once"
    yield _ms(f"{about}: acknowledgement, p99 of {len(taken)}", taken, 0.99, "at most 150")
    yield _ms(f"{about}: panel redrawn, p95", times.redrawn, 0.95)
    yield _ms(f"{about}: Confirm to the board post, p95", times.posted, 0.95)
    last = max(times.posted) / 1000
    yield Row(f"{about}: Confirm to the last board post", round(last, 2), "s", "at most 7")


def _share_rows(shares: Shares) -> Iterator[Row]:
    about = f"{AT_ONCE} games at once, each with three clicks"
    yield Row(f"{about}: the event loop's work", round(shares.seconds, 2), "s")
    yield Row(f"{about}: SimCord's part of it", round(shares.simulated_seconds, 2), "s")


def _loop_rows(watch: Watch) -> Iterator[Row]:
    yield _ms("event loop late, p99.9", watch.late, 0.999)
    yield _ms("event loop late, longest", watch.late, 1.0)
    longest = watch.longest
    name = f"event loop: longest work on one of {watch.callbacks:,} callbacks ({longest})"
    yield Row(name, round(longest.ms, 1), "ms", "at most 15")
    slowest = watch.slowest[0]
    name = f"event loop: longest without the collector of garbage ({slowest})"
    yield Row(name, round(slowest.own, 1), "ms", "at most 15")


def _ms(measure: str, times: Sequence[float], share: float, limit: str | None = None) -> Row:
    return Row(measure, round(quantile(times, share), 1), "ms", limit)
