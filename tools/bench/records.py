"""Measures how long a leaderboard of 10,000 players takes, from the database to the picture."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from sqlalchemy import insert

from bot.games.face import AnyFace
from bot.games.faces import FACES
from bot.locale import words_of
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.store.schema import ratings
from bot.table.table import Table
from tests.town.clocks import now
from tools.bench.row import Row, time_row

KIND = "castle"
GUILD = 1
PLAYERS = 10_000
LINES = 10
LOOKS = 100
WORDS = words_of("en")


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder) / "ratings.db", FACES[KIND]))


async def _measure(path: Path, face: AnyFace) -> list[Row]:
    """Show leaderboard pages picked at random, each to somebody who is on another page."""
    database = Database(f"sqlite+aiosqlite:///{path}")
    await migrate(database)
    rng = Random(1)
    async with database.writing() as connection:
        await connection.execute(
            insert(ratings), [_rating(user_id, rng) for user_id in range(PLAYERS)]
        )
    table = Table(database)
    times = []
    for _ in range(LOOKS):
        first = 1 + LINES * rng.randrange(PLAYERS // LINES)
        start = now()
        await _look(table, face, first, rng.randrange(PLAYERS))
        times.append(now() - start)
    await database.close()
    measure = "leaderboard of 10,000 players with its picture"
    return [
        time_row(f"{measure}, p50", times, "ms", "at most 150"),
        time_row(f"{measure}, p95", times, "ms", "at most 150", 0.95),
    ]


async def _look(table: Table, face: AnyFace, first: int, user_id: int) -> None:
    count = await table.statistics.count_rated_players(KIND, GUILD)
    rows = await table.statistics.leaderboard(KIND, GUILD, first, LINES)
    own_rank = await table.statistics.rank_of(KIND, GUILD, user_id)
    assert len(rows) == LINES
    assert own_rank is not None
    assert face.leaderboard(WORDS, "Friends", rows, own_rank, first=first, count=count).paint()


def _rating(user_id: int, rng: Random) -> dict[str, object]:
    name = "".join(rng.choice("abcdefghijklmnop") for _ in range(rng.randint(3, 20)))
    rating = float(round(rng.gauss(1500, 300)))
    identity = {"guild_id": GUILD, "kind": KIND, "user_id": user_id, "name": name}
    skill = {"mu": 25.0, "sigma": 2.0, "rating": rating, "changed_at": 0}
    return identity | skill | {"played": 20, "won": 10, "shared": 1}
