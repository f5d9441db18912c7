"""Measures what grows with the number of stored games: the memory of a process, the time of a move,
the backup.

    python -m tools.bench.growth DATABASE TURN

plays one move in each of 500 running games, in a process of its own. All other games have ended and
are shortened: they are copies made by SQL alone, which differ only in their numbers.
"""

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.host.data.backup import back_up
from bot.match.actions import Actor, Play
from bot.process.memory import settle_memory
from bot.store.connection.database import Database
from bot.table.table import Table
from tests.memory import MEASURE, peak_memory
from tests.town.clocks import Time, now
from tools.bench.row import Row, time_row
from tools.bench.table import PLAYED_PLIES, TEMPLATES, USERS, filled, template_of

SIZES = (1_000, 10_000, 100_000)
RUNNING = 500
ROUNDS = 3


class Cost(NamedTuple):
    """Memory and time of one process."""

    memory: float
    """The peak, in MB."""
    move: Time
    """The mean time of a move."""


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        paths = {size: Path(folder) / f"{size}.db" for size in SIZES}
        for size, path in paths.items():
            _fill(path, size)
        rounds = [
            {size: _measure_alone(path, turn) for size, path in paths.items()}
            for turn in range(ROUNDS)
        ]
        yield asyncio.run(_back_up(paths[SIZES[-1]]))
    least = SIZES[0]
    most = SIZES[-1]
    for size in SIZES:
        yield Row(
            f"a process among {size:,} stored games, peak memory ({MEASURE})",
            median(costs[size].memory for costs in rounds),
            "MB",
        )
        moves = [costs[size].move for costs in rounds]
        yield time_row(f"a move among {size:,} stored games, mean", moves, "ms")
    measure = f"{most:,} stored games beside {least:,}"
    memory_ratio = median(costs[most].memory / costs[least].memory for costs in rounds)
    yield Row(f"memory, {measure}", memory_ratio, "ratio", "at most 1.1")
    time_ratio = median(
        costs[most].move.processor / costs[least].move.processor for costs in rounds
    )
    yield Row(f"processor time of a move, {measure}", time_ratio, "ratio", "at most 1.1")


def _fill(path: Path, size: int) -> None:
    asyncio.run(_fill_running(path))
    with closing(sqlite3.connect(path)) as connection:
        copies = (size - RUNNING) // TEMPLATES
        for statement in _copy_statements(connection):
            connection.execute(statement, (TEMPLATES, TEMPLATES, copies))
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def _fill_running(path: Path) -> None:
    templates = [template_of(number) for number in range(TEMPLATES)]
    await (await filled(path, templates, RUNNING)).close()


def _copy_statements(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield one statement per table that copies the first games in the file."""
    number = f"(? * n + {RUNNING})"
    changed_columns = {
        "games": {
            "id": f"id + {number}",
            "channel_id": "channel_id + 100000 * n",
            "status": "'finished'",
            "to_act": "NULL",
            "ended_at": "n",
            "settled_at": "n",
        },
        "seats": {"game_id": f"game_id + {number}"},
        "moves": {
            "id": "NULL",
            "game_id": f"game_id + {number}",
            "interaction_id": "n || ' ' || interaction_id",
            "events": "'sha256:0123456789abcdef'",
        },
    }
    for table, columns in changed_columns.items():
        names = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        selected = ", ".join(columns.get(name, name) for name in names)
        game = "id" if table == "games" else "game_id"
        # In the order of the games, as they would have been written.
        yield (
            f"INSERT INTO {table} SELECT {selected}"
            f" FROM (SELECT * FROM {table} WHERE {game} <= ?),"
            " (WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers"
            " WHERE n + 1 < ?) SELECT n FROM numbers) ORDER BY n"
        )


def _measure_alone(path: Path, turn: int) -> Cost:
    command = [sys.executable, "-m", "tools.bench.growth", str(path), str(turn)]
    process = subprocess.run(command, check=True, capture_output=True, text=True)
    memory, wall, processor = json.loads(process.stdout)
    return Cost(memory, Time(wall, processor))


async def _back_up(path: Path) -> Row:
    """Time a backup; the file is as large as that of 20,000 running games."""
    database = Database(f"sqlite+aiosqlite:///{path}")
    start = now()
    count = await back_up(database, path.with_suffix(".backup"))
    time_taken = now() - start
    await database.close()
    measure = f"a backup of {count:,} games, {path.stat().st_size / 1e6:.0f} MB"
    return time_row(measure, [time_taken], "s", "at most 20")


async def _play_in_all(path: Path, turn: int) -> Cost:
    templates = [template_of(number) for number in range(TEMPLATES)]
    database = Database(f"sqlite+aiosqlite:///{path}")
    table = Table(database)
    settle_memory()
    start = now()
    for number in range(RUNNING):
        seat, notation = templates[number % TEMPLATES].to_come[turn]
        actor = Actor(f"{number}/{turn}", *USERS[seat])
        await table.act(actor, number + 1, Play(notation, PLAYED_PLIES + turn))
    move = (now() - start) / RUNNING
    await database.close()
    return Cost(peak_memory(), move)


if __name__ == "__main__":
    cost = asyncio.run(_play_in_all(Path(sys.argv[1]), int(sys.argv[2])))
    print(json.dumps([cost.memory, cost.move.wall, cost.move.processor]))
