"""What the painters take, each a process of its own: told by themselves, while all are idle."""

import asyncio
from collections.abc import Callable
from time import process_time

from bot.process.worker_processes import WorkerProcesses
from tests.bench.row import Row
from tests.memory import MEASURE, peak_memory


async def processor_time(painters: WorkerProcesses) -> float:
    return sum(await _told(painters, process_time))


async def rows(about: str, painters: WorkerProcesses, before: float) -> list[Row]:
    """The processor time since before, and the memory."""
    spent = await processor_time(painters) - before
    largest = max(await _told(painters, peak_memory))
    return [
        Row(f"{about}: processor time of the {painters.count} painters", spent, "s"),
        Row(f"{about}: peak memory of the largest painter ({MEASURE})", largest, "MB"),
    ]


async def _told(painters: WorkerProcesses, ask: Callable[[], float]) -> list[float]:
    """They take turns, so that each is asked once."""
    return [await asyncio.to_thread(painters.run, ask) for _ in range(painters.count)]
