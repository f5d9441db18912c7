"""Measures what the painter processes use; each measures itself."""

import asyncio
import os
from collections.abc import Callable
from functools import partial
from time import process_time, sleep

from bot.process.worker_processes import WorkerProcesses
from tests.memory import MEASURE, peak_memory
from tools.bench.row import Row

# The seconds for which a painter that is asked stays busy.
WAIT = 0.05


async def processor_time(painters: WorkerProcesses) -> float:
    return sum(await _ask_all(painters, process_time))


async def rows(measure: str, painters: WorkerProcesses, earlier: float) -> list[Row]:
    """Return rows of the processor time since `earlier`, and of the memory."""
    processor_seconds = await processor_time(painters) - earlier
    largest = max(await _ask_all(painters, peak_memory))
    return [
        Row(f"{measure}: processor time of the {painters.count} painters", processor_seconds, "s"),
        Row(f"{measure}: peak memory of the largest painter ({MEASURE})", largest, "MB"),
    ]


async def _ask_all(painters: WorkerProcesses, figure: Callable[[], float]) -> list[float]:
    """Collect a figure of all painters. They are asked at once, repeatedly, until each has
    answered."""
    figures: dict[int, float] = {}
    while len(figures) < painters.count:
        answers = (
            asyncio.to_thread(painters.run, partial(_ask_this_process, figure))
            for _ in range(painters.count)
        )
        figures.update(await asyncio.gather(*answers))
    return list(figures.values())


def _ask_this_process(figure: Callable[[], float]) -> tuple[int, float]:
    """Return the figure of this process, with its id. Waits first, so that the next call goes to
    another, idle process."""
    sleep(WAIT)
    return os.getpid(), figure()
