"""One whole run: the loop, the randomness, the year, its end, and the final check of the store."""

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
MEMORY = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
# How many times the memory blocks after the first quarter a later quarter may have.
MARGIN = 1.10
# The same for the whole process: SQLite's caches grow with the file, up to 16 MB a connection.
RESIDENT_MARGIN = 1.35


@dataclass
class Seen:
    """What a run saw."""

    plan: Plan
    happened: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[int, float]] = field(default_factory=list)
    """After each quarter: the allocated blocks, and the MiB of the whole process."""
    seconds: float = 0.0
    latest: float = 0.0


class Failed(Exception):
    """A promise was not kept; says when, and how to reproduce it."""


def soak(plan: Plan, say: Callable[[str], None] = lambda _: None) -> Seen:
    """Run the whole plan. Raises Failed."""
    seen = Seen(plan)
    began = perf_counter()
    with (
        TemporaryDirectory(dir=MEMORY) as folder,
        capturing_errors() as logged_errors,
        chance_of(plan.seed),
        patch.dict(EXPERTS, {kind: CarelessExpert(kind) for kind in GAMES}),
    ):
        loop = JumpingLoop()
        with (
            patch.object(bot.store.connection.faults, "monotonic", loop.time),
            patch.object(bot.store.connection.sqlite, "_begin", begin_at_once),
            asyncio.Runner(loop_factory=lambda: loop) as runner,
        ):
            try:
                runner.run(_lived(plan, Path(folder), loop, logged_errors, seen=seen, say=say))
            except Exception as error:
                day, hours = divmod(loop.time(), DAY)
                raise Failed(
                    f"seed {plan.seed}, {plan.games} games in {plan.days:g} days:"
                    f" on day {day:.0f} at {hours / 3600:.4f} hours: {error!r}"
                ) from error
        asyncio.run(_the_store_bears_it_out(Path(folder)))
    seen.seconds = perf_counter() - began
    return seen


async def _lived(
    plan: Plan,
    folder: Path,
    loop: JumpingLoop,
    logged_errors: LoggedErrors,
    *,
    seen: Seen,
    say: Callable[[str], None],
) -> None:
    (folder / "soak.db").touch()
    year = Year(plan, folder, loop, logged_errors)
    try:
        await year.begin()
        for quarter in range(1, QUARTERS + 1):
            await year.live(plan.days * DAY * quarter / QUARTERS)
            seen.memory.append(_memory())
            say(f"quarter {quarter}: {year.chronicle.seen['played']} moves")
        _memory_is_flat(seen.memory)
        await year.end()
    finally:
        for counted in (year.seen, year.chronicle.seen, year.channels.seen, year.host.seen):
            seen.happened.update(counted)
        seen.latest = year.promises.latest
        await year.close()


def _memory() -> tuple[int, float]:
    """Memory without the contents of caches of limited size, which only fill up after many
    games."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.cache_parameters()["maxsize"] is not None:
            one.cache_clear()
        elif isinstance(one, LRUCache):  # of compiled statements
            one.clear()
    gc.collect()
    return sys.getallocatedblocks(), _resident()


def _resident() -> float:
    """In MiB; 0 if the system does not report it."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4096 / 2**20 if statm.exists() else 0.0


def _memory_is_flat(memory: list[tuple[int, float]]) -> None:
    (first, resident), *later = memory
    for blocks, mib in later:
        must(blocks <= first * MARGIN, f"memory grows: {memory}")
        must(mib <= resident * RESIDENT_MARGIN, f"the process grows: {memory}")


async def _the_store_bears_it_out(folder: Path) -> None:
    """Check the store with the bot's own check, and with an independent replay of every game."""
    database = Database(f"sqlite+aiosqlite:///{folder / 'soak.db'}")
    try:
        differences = [line async for line in verify(database)]
        found = await ledger.read_database(database)
    finally:
        await database.close()
    must(not differences, "; ".join(map(str, differences)))
    ledger.no_ply_is_there_twice(found)
    ledger.the_moves_give_the_games(found)


@contextmanager
def chance_of(seed: int) -> Iterator[None]:
    """Derive everything random from the seed, in the bot as well."""
    chance = Random(f"secrets {seed}")

    def token_hex(count: int = 32) -> str:
        return chance.randbytes(count).hex()

    before = random.getstate()
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
        random.setstate(before)
        for module, original in zip(modules, originals, strict=True):
            module.token_hex = original


__all__ = ["Broken", "Failed", "Plan", "Seen", "soak"]
