"""Measures what is stored about finished games: statistics, the history, the leaderboard, settling.

One player has a thousand games among ten thousand games of others in the same server; ten thousand
players have a rating. They are in an SQLite file, like those of `tools.bench.table`. Times are
medians.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import count
from json import dumps
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import insert

from bot.match.actions import Actor, Join, NewGame, Play
from bot.match.rules import rules_of
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.store.results import GamesOf
from bot.store.schema import games, ratings, results, seats
from bot.table.table import Table
from engine.castle.choices import legal_moves
from tests.town.clocks import now
from tools.bench.row import Row, time_row

KIND = "castle"
GUILD = 1
# The id of the player with many games.
BUSY_PLAYER = 1
OWN_GAMES = 1_000
OTHER_GAMES = 10_000
PLAYERS = 10_000
RUNS = 30
SETTLED_GAMES = 10
# The number of lines on a page of the history or the leaderboard.
PAGE = 10


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    database = Database(f"sqlite+aiosqlite:///{folder / 'bot.db'}")
    await migrate(database)
    await _fill(database, Random(1))
    table = Table(database, seeds=(f"bench {number}" for number in count()).__next__)
    measured_rows = [
        await _median_time(
            "statistics of a player with 1,000 games",
            lambda: table.statistics.of(GamesOf(KIND, GUILD, BUSY_PLAYER)),
            "at most 100",
        ),
        await _median_time(
            "statistics of that player against one other",
            lambda: table.statistics.of(GamesOf(KIND, GUILD, BUSY_PLAYER, against=2)),
            "at most 100",
        ),
        await _median_time(
            "the last ten games of that player",
            lambda: table.statistics.games_of(GamesOf(KIND, GUILD, BUSY_PLAYER), limit=PAGE),
        ),
        await _median_time(
            "the middle of a leaderboard of 10,000 players, without the picture",
            lambda: table.statistics.leaderboard(KIND, GUILD, PLAYERS // 2, PAGE),
            "at most 50",
        ),
        await _time_settling(table),
    ]
    await database.close()
    return measured_rows


async def _median_time(
    measure: str, work: Callable[[], Awaitable[object]], limit: str | None = None
) -> Row:
    times = []
    for _ in range(RUNS):
        start = now()
        await work()
        times.append(now() - start)
    return time_row(measure, times, "ms", limit)


async def _time_settling(table: Table) -> Row:
    times = []
    for channel in range(1, SETTLED_GAMES + 1):
        game_id = await _play(table, channel)
        start = now()
        await table.look_after(game_id)
        times.append(now() - start)
        assert (await table.games.get(game_id)).settled
    return time_row("settling a game", times, "ms", "at most 500")


async def _play(table: Table, channel: int) -> int:
    """Play a whole game at random."""
    rules = rules_of(KIND)
    rng = Random(channel)
    people = [Actor("", 1, "Anna", frozenset(["start"])), Actor("", 2, "Ben")]
    names = (f"bench {channel} {number}" for number in count())

    def actor(seat: int) -> Actor:
        return Actor(next(names), people[seat].user_id, people[seat].name, people[seat].rights)

    game_id = (await table.open(actor(0), NewGame(KIND, GUILD, channel, first=0))).game_id
    await table.act(actor(1), game_id, Join())
    game = await table.games.get(game_id)
    state, _ = rules.begin(f"bench {channel - 1}", game.options, 0)
    while (seat := rules.to_act(state)) is not None:
        move = rng.choice(list(legal_moves(state)))
        await table.act(actor(seat), game_id, Play(rules.move_text(move)))
        state, _ = rules.apply(state, seat, move)
    return game_id


async def _fill(database: Database, rng: Random) -> None:
    pairs = [(BUSY_PLAYER, rng.randint(2, 20)) for _ in range(OWN_GAMES)]
    pairs += [tuple(rng.sample(range(2, PLAYERS + 2), 2)) for _ in range(OTHER_GAMES)]  # type: ignore[misc]
    rng.shuffle(pairs)
    numbered_pairs = list(enumerate(pairs, 1))
    for first in range(0, len(numbered_pairs), 1000):
        batch = numbered_pairs[first : first + 1000]
        async with database.writing() as connection:
            await connection.execute(insert(games), [_game_row(number) for number, _ in batch])
            for table, row in ((seats, _seat_row), (results, _result_row)):
                new_rows = [
                    row(number, seat, user)
                    for number, users in batch
                    for seat, user in enumerate(users)
                ]
                await connection.execute(insert(table), new_rows)
    async with database.writing() as connection:
        users = range(3, PLAYERS + 3)
        await connection.execute(insert(ratings), [_rating_row(user, rng) for user in users])


def _game_row(number: int) -> dict[str, Any]:
    return {
        "id": number,
        "kind": KIND,
        "guild_id": GUILD,
        "channel_id": 1_000_000 + number,
        "options": dumps(dict(rules_of(KIND).settle_options({}))),
        "status": "finished",
        "first": 0,
        "commitment": f"{number:064d}",
        "secret": "a seed",
        "ply": 62,
        "branch": 0,
        "winners": "[0]",
        "waiting_since": 0,
        "revision": 64,
        "created_at": 0,
        "started_at": 0,
        "ended_at": number,
        "settled_at": number,
        "rated": True,
    }


def _seat_row(number: int, seat: int, user: int) -> dict[str, Any]:
    name = f"Player {user}"
    return {"game_id": number, "seat": seat, "user_id": user, "name": name, "taken": True}


def _result_row(number: int, seat: int, user: int) -> dict[str, Any]:
    return {
        "game_id": number,
        "seat": seat,
        "user_id": user,
        "guild_id": GUILD,
        "kind": KIND,
        "outcome": ("won", "lost")[seat],
        "points": 60 - seat,
        "moves": 31,
        "thought": 10_000_000,
        "rated": True,
        "change": 12.0 - 24 * seat,
        "tally": dumps(_TALLY),
        "ended_at": number,
    }


def _tallies_of_game() -> Sequence[dict[str, int]]:
    rules = rules_of(KIND)
    state, events = rules.begin("a seed", rules.settle_options({}))
    return [dict(tally) for tally in rules.tally([(state, events)])]


_TALLY = _tallies_of_game()[0]


def _rating_row(user: int, rng: Random) -> dict[str, Any]:
    return {
        "guild_id": GUILD,
        "kind": KIND,
        "user_id": user,
        "name": f"Player {user}",
        "mu": 25.0,
        "sigma": 5.0,
        "rating": float(rng.randint(800, 2200)),
        "played": 20,
        "won": 10,
        "shared": 1,
        "changed_at": 0,
    }
