"""What the painters take, each a process of its own, measured by themselves."""

import asyncio
import os
from collections.abc import Callable
from functools import partial
from time import process_time, sleep

from bot.process.worker_processes import WorkerProcesses
from tests.bench.row import Row
from tests.memory import MEASURE, peak_memory

WAIT = 0.05


async def processor_time(painters: WorkerProcesses) -> float:
    return sum(await _figures(painters, process_time))


async def rows(about: str, painters: WorkerProcesses, before: float) -> list[Row]:
    """The processor time since before, and the memory."""
    spent = await processor_time(painters) - before
    largest = max(await _figures(painters, peak_memory))
    return [
        Row(f"{about}: processor time of the {painters.count} painters", spent, "s"),
        Row(f"{about}: peak memory of the largest painter ({MEASURE})", largest, "MB"),
    ]


async def _figures(painters: WorkerProcesses, ask: Callable[[], float]) -> list[float]:
    """All are asked at once, and again until each has answered."""
    found: dict[int, float] = {}
    while len(found) < painters.count:
        asked = (
            asyncio.to_thread(painters.run, partial(_answer, ask)) for _ in range(painters.count)
        )
        found.update(await asyncio.gather(*asked))
    return list(found.values())


def _answer(ask: Callable[[], float]) -> tuple[int, float]:
    """The answer of this process, and which one it is. It waits, so that it is not asked again
    while another is idle."""
    sleep(WAIT)
    return os.getpid(), ask()
