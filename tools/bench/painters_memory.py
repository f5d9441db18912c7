"""Measures the memory of painters over thousands of pictures of all games; its growth would show a
leak."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from bot.games.faces import prepare_painting
from bot.process.worker_processes import WorkerProcesses
from tests.bot.games.mixed import mixed_drawings
from tools.bench.row import Row

PAINTERS = 2
# The number of pictures before the first measurement.
EARLY = 5_000
# The number of pictures before the second measurement.
LATE = 20_000
AT_ONCE = 500


def rows() -> Iterator[Row]:
    painters = WorkerProcesses(PAINTERS, prepare_painting)
    drawings = mixed_drawings("painters")
    memory: dict[int, float] = {}
    try:
        with ThreadPoolExecutor(PAINTERS) as threads:
            for painted in range(AT_ONCE, LATE + 1, AT_ONCE):
                paints = [drawing.paint for drawing in islice(drawings, AT_ONCE)]
                list(threads.map(painters.run, paints))
                if painted in (EARLY, LATE):
                    memory[painted] = max(map(proportional_memory, painters.pids()))
    finally:
        painters.close()
    for pictures, size in memory.items():
        yield Row(
            f"memory of the larger painter after {pictures} pictures (PSS)",
            size,
            "MiB",
            "at most 160",
        )
    growth = memory[LATE] / memory[EARLY]
    yield Row(f"the same from {EARLY} to {LATE} pictures", growth, "times", "at most 1.05")


def proportional_memory(pid: int) -> float:
    """Read the memory of a process in MiB; what it shares with others counts in part."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise ValueError("this system does not tell the proportional memory")
