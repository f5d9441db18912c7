"""Runs a whole soak: the loop, the randomness, the year, its end, and the final check of the
store."""

import asyncio
import gc
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from unittest.mock import patch

from sqlalchemy.util import LRUCache

import bot.store.connection.faults
import bot.store.connection.sqlite
import bot.store.message_queue
import bot.table.delivery
import bot.table.table
from bot.host.data.verify import verify
from bot.store.connection.database import Database
from engine.games import GAMES
from engine.players.players import EXPERTS
from tests.bot.proof import ledger
from tests.bot.thinking import CarelessExpert
from tools.soak.chronicle import Broken, must
from tools.soak.loop import JumpingLoop
from tools.soak.people import DAY
from tools.soak.process import LoggedErrors, capturing_errors
from tools.soak.statements import begin_at_once
from tools.soak.year import Plan, Year

QUARTERS = 4
SHARED_MEMORY = Path("/dev/shm")
# A folder in which a sync costs nothing, if the system has one: nothing here cuts the power, and
# the crash proofs use a disk.
MEMORY_FOLDER = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
# The most memory blocks after a later quarter, as a multiple of those after the first.
BLOCKS_MARGIN = 1.10
# The most memory of the whole process, as such a multiple: SQLite's caches grow with the file, up
# to 16 MB a connection.
RESIDENT_MARGIN = 1.35


@dataclass
class RunResult:
    """Figures of a run."""

    plan: Plan
    happened: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[int, float]] = field(default_factory=list)
    """The allocated blocks and the MiB of the whole process, after each quarter."""
    seconds: float = 0.0
    longest_delay: float = 0.0


class Failed(Exception):
    """A promise was not kept; says when, and how to reproduce it."""


def soak(plan: Plan, report_line: Callable[[str], None] = lambda _: None) -> RunResult:
    """Run the whole plan. Raises Failed."""
    result = RunResult(plan)
    start = perf_counter()
    with (
        TemporaryDirectory(dir=MEMORY_FOLDER) as folder,
        capturing_errors() as logged_errors,
        seeded_randomness(plan.seed),
        patch.dict(EXPERTS, {kind: CarelessExpert(kind) for kind in GAMES}),
    ):
        loop = JumpingLoop()
        with (
            patch.object(bot.store.connection.faults, "monotonic", loop.time),
            patch.object(bot.store.connection.sqlite, "_begin", begin_at_once),
            asyncio.Runner(loop_factory=lambda: loop) as runner,
        ):
            try:
                runner.run(
                    _live(
                        plan,
                        Path(folder),
                        loop,
                        logged_errors,
                        result=result,
                        report_line=report_line,
                    )
                )
            except Exception as error:
                day, hours = divmod(loop.time(), DAY)
                raise Failed(
                    f"seed {plan.seed}, {plan.games} games in {plan.days:g} days:"
                    f" on day {day:.0f} at {hours / 3600:.4f} hours: {error!r}"
                ) from error
        asyncio.run(_check_store(Path(folder)))
    result.seconds = perf_counter() - start
    return result


async def _live(
    plan: Plan,
    folder: Path,
    loop: JumpingLoop,
    logged_errors: LoggedErrors,
    *,
    result: RunResult,
    report_line: Callable[[str], None],
) -> None:
    (folder / "soak.db").touch()
    year = Year(plan, folder, loop, logged_errors)
    try:
        await year.begin()
        for quarter in range(1, QUARTERS + 1):
            await year.live(plan.days * DAY * quarter / QUARTERS)
            result.memory.append(_measure_memory())
            report_line(f"quarter {quarter}: {year.chronicle.counts['played']} moves")
        _check_memory(result.memory)
        await year.end()
    finally:
        for counts in (year.counts, year.chronicle.counts, year.channels.counts, year.host.counts):
            result.happened.update(counts)
        result.longest_delay = year.promises.longest_delay
        await year.close()


def _measure_memory() -> tuple[int, float]:
    """Measure memory without the contents of caches of limited size, which only fill up after many
    games."""
    for cache in gc.get_objects():
        if (
            isinstance(cache, _lru_cache_wrapper)
            and cache.cache_parameters()["maxsize"] is not None
        ):
            cache.cache_clear()
        elif isinstance(cache, LRUCache):  # of compiled statements
            cache.clear()
    gc.collect()
    return sys.getallocatedblocks(), _resident_memory()


def _resident_memory() -> float:
    """Return the memory of the process in MiB; 0 if the system does not report it."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4096 / 2**20 if statm.exists() else 0.0


def _check_memory(measurements: list[tuple[int, float]]) -> None:
    first_blocks, first_mib = measurements[0]
    for blocks, mib in measurements[1:]:
        must(blocks <= first_blocks * BLOCKS_MARGIN, f"memory grows: {measurements}")
        must(mib <= first_mib * RESIDENT_MARGIN, f"the process grows: {measurements}")


async def _check_store(folder: Path) -> None:
    """Check the store with the bot's own check, and with an independent replay of every game."""
    database = Database(f"sqlite+aiosqlite:///{folder / 'soak.db'}")
    try:
        differences = [line async for line in verify(database)]
        ledger_rows = await ledger.read_database(database)
    finally:
        await database.close()
    must(not differences, "; ".join(map(str, differences)))
    ledger.no_ply_is_there_twice(ledger_rows)
    ledger.the_moves_give_the_games(ledger_rows)


@contextmanager
def seeded_randomness(seed: int) -> Iterator[None]:
    """Derive everything random from the seed, in the bot as well."""
    chance = Random(f"secrets {seed}")

    def token_hex(count: int = 32) -> str:
        return chance.randbytes(count).hex()

    state_before = random.getstate()
    modules: tuple[Any, ...] = (
        bot.table.table,
        bot.table.delivery,
        bot.store.message_queue,
    )
    originals = [module.token_hex for module in modules]
    random.seed(seed)
    for module in modules:
        module.token_hex = token_hex
    try:
        yield
    finally:
        random.setstate(state_before)
        for module, original in zip(modules, originals, strict=True):
            module.token_hex = original


__all__ = ["Broken", "Failed", "Plan", "RunResult", "soak"]
