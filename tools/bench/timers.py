"""Measures the timers: what a scan costs when 100,000 are due, and how many reminders go out per
second.

Where many people are to be reminded at the same moment, such as the end of their quiet hours, that
rate decides how late the last of them is reminded.
"""

from pathlib import Path
from random import Random

from sqlalchemy import insert, update

from bot.process.clock import DAY, Millis
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.store.schema import games, seats
from bot.store.timers import find_due
from bot.table.housekeeping import ROUND_SIZE, Timers
from bot.table.table import Table
from tests.town.clocks import Time, now
from tools.bench.row import Row, rate_row, time_row

TIMERS = 100_000
SCANS = 200
ROUNDS = 10
NOW: Millis = 1_800_000_000_000
PEOPLE = ((101, "Anna"), (102, "Ben"))


async def rows(folder: Path) -> list[Row]:
    """Measure running games in which nothing has been played yet, all of them due on one day."""
    database = Database(f"sqlite+aiosqlite:///{folder / 'timers.db'}")
    await migrate(database)
    await _fill(database)
    all_due = [await _time_scan(database, NOW + DAY) for _ in range(SCANS)]
    none_due = [await _time_scan(database, NOW) for _ in range(SCANS)]
    reminder = await _time_reminder(database)
    await database.close()
    name = "a scan for due timers, 100,000 of them"
    return [
        time_row(f"{name}, all due, p99", all_due, "ms", "at most 20", 0.99),
        time_row(f"{name}, none due, p99", none_due, "ms", "at most 20", 0.99),
        rate_row("reminders one at a time", [reminder], "a second", "at least 60"),
    ]


async def _time_scan(database: Database, moment: Millis) -> Time:
    start = now()
    async with database.reading() as connection:
        await find_due(connection, moment, ROUND_SIZE)
    return now() - start


async def _time_reminder(database: Database) -> Time:
    """Measure the time for one of many reminders: a look at a game, a stored step, and a message in
    the outbox."""
    later = NOW + DAY
    async with database.writing() as connection:
        told_json = f'{{"at":{NOW}}}'
        await connection.execute(update(games).values(waiting_since=NOW, told=told_json))
    timers = Timers(database, Table(database, clock=lambda: later), lambda: later)
    start = now()
    for _ in range(ROUNDS):
        assert await timers.look() == ROUND_SIZE
    return (now() - start) / (ROUNDS * ROUND_SIZE)


async def _fill(database: Database) -> None:
    rng = Random(1)
    for first in range(0, TIMERS, 5000):
        numbers = range(first + 1, first + 5001)
        async with database.writing() as connection:
            due = [NOW + rng.randrange(1, DAY) for _ in numbers]
            game_rows = [
                _game_row(number, due_at) for number, due_at in zip(numbers, due, strict=True)
            ]
            await connection.execute(insert(games), game_rows)
            await connection.execute(
                insert(seats), [row for number in numbers for row in _seat_rows(number)]
            )


def _game_row(number: int, due_at: Millis) -> dict[str, object]:
    return {
        "id": number,
        "kind": "castle",
        "guild_id": 1,
        "channel_id": number,
        "options": "{}",
        "status": "running",
        "first": 0,
        "commitment": "",
        "secret": "",
        "ply": 0,
        "branch": 0,
        "to_act": 0,
        "winners": "[]",
        "waiting_since": NOW,
        "revision": 0,
        "created_at": NOW,
        "due_at": due_at,
    }


def _seat_rows(number: int) -> list[dict[str, object]]:
    return [
        {"game_id": number, "seat": seat, "user_id": user, "name": name, "taken": True}
        for seat, (user, name) in enumerate(PEOPLE)
    ]
