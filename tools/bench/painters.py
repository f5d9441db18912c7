"""What the painter processes use, as each measures itself."""

import asyncio
import os
from collections.abc import Callable
from functools import partial
from time import process_time, sleep

from bot.process.worker_processes import WorkerProcesses
from tests.memory import MEASURE, peak_memory
from tools.bench.row import Row

WAIT = 0.05


async def processor_time(painters: WorkerProcesses) -> float:
    return sum(await _figures(painters, process_time))


async def rows(about: str, painters: WorkerProcesses, before: float) -> list[Row]:
    """The processor time since `before`, and the memory."""
    spent = await processor_time(painters) - before
    largest = max(await _figures(painters, peak_memory))
    return [
        Row(f"{about}: processor time of the {painters.count} painters", spent, "s"),
        Row(f"{about}: peak memory of the largest painter ({MEASURE})", largest, "MB"),
    ]


async def _figures(painters: WorkerProcesses, ask: Callable[[], float]) -> list[float]:
    """The figures of all painters. They are asked at once, repeatedly, until each has answered."""
    found: dict[int, float] = {}
    while len(found) < painters.count:
        asked = (
            asyncio.to_thread(painters.run, partial(_answer, ask)) for _ in range(painters.count)
        )
        found.update(await asyncio.gather(*asked))
    return list(found.values())


def _answer(ask: Callable[[], float]) -> tuple[int, float]:
    """The figure of this process, with its id. Waits first, so that the next call goes to another,
    idle process."""
    sleep(WAIT)
    return os.getpid(), ask()
