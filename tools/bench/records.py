"""Records: how long a leaderboard of 10,000 players takes, from the database to the picture."""

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
        yield from asyncio.run(_measured(Path(folder) / "ratings.db", FACES[KIND]))


async def _measured(path: Path, face: AnyFace) -> list[Row]:
    """Leaderboard pages picked at random, each viewed by somebody who is on another page."""
    database = Database(f"sqlite+aiosqlite:///{path}")
    await migrate(database)
    chance = Random(1)
    async with database.writing() as connection:
        await connection.execute(insert(ratings), [_rating(n, chance) for n in range(PLAYERS)])
    table = Table(database)
    times = []
    for _ in range(LOOKS):
        first = 1 + LINES * chance.randrange(PLAYERS // LINES)
        began = now()
        await _look(table, face, first, chance.randrange(PLAYERS))
        times.append(now() - began)
    await database.close()
    text = "leaderboard of 10,000 players with its picture"
    return [
        time_row(f"{text}, p50", times, "ms", "at most 150"),
        time_row(f"{text}, p95", times, "ms", "at most 150", 0.95),
    ]


async def _look(table: Table, face: AnyFace, first: int, user_id: int) -> None:
    count = await table.statistics.count_rated_players(KIND, GUILD)
    rows = await table.statistics.leaderboard(KIND, GUILD, first, LINES)
    own = await table.statistics.rank_of(KIND, GUILD, user_id)
    assert len(rows) == LINES
    assert own is not None
    assert face.leaderboard(WORDS, "Friends", rows, own, first=first, count=count).paint()


def _rating(user_id: int, chance: Random) -> dict[str, object]:
    name = "".join(chance.choice("abcdefghijklmnop") for _ in range(chance.randint(3, 20)))
    rating = float(round(chance.gauss(1500, 300)))
    row = {"guild_id": GUILD, "kind": KIND, "user_id": user_id, "name": name}
    skill = {"mu": 25.0, "sigma": 2.0, "rating": rating, "changed_at": 0}
    return {**row, **skill, "played": 20, "won": 10, "shared": 1}
