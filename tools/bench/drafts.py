"""Measures what a draft costs the table, compared with the move it becomes.

Games of Castellan, whose turns are the longest: after each choice the draft is stored again, as the
panel does it, and then the turn is played. The games are in an SQLite file with FULL sync.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.match.actions import Actor, Join, NewGame, Play
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.table.table import Table
from tests.bot.choices import at_random
from tests.town.clocks import Time, now
from tools.bench.row import Row, time_row

KIND = "castellan"
GAMES = 4
PEOPLE = (Actor("open", 1, "Anna", frozenset(["start"])), Actor("join", 2, "Ben"))


@dataclass
class Times:
    drafts: list[Time] = field(default_factory=list)
    moves: list[Time] = field(default_factory=list)


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        times = asyncio.run(_measure(Path(folder)))
    move = time_row("castellan: a turn played at the table, p50", times.moves, "ms")
    yield move
    limit = f"at most {move.value:.4g}"
    yield time_row("castellan: a draft kept at the table, p50", times.drafts, "ms", limit)


async def _measure(folder: Path) -> Times:
    database = Database(f"sqlite+aiosqlite:///{folder / 'bot.db'}")
    await migrate(database)
    table = Table(database)
    rng = Random(1)
    times = Times()
    for number in range(GAMES):
        await _play(table, number, rng, times)
    await database.close()
    return times


async def _play(table: Table, number: int, rng: Random, times: Times) -> None:
    """Play a whole game at random."""
    opener = _actor(0, f"{number} begins")
    game = (await table.open(opener, NewGame(KIND, 1, number, first=0))).game_id
    await table.act(_actor(1, f"{number} begins"), game, Join())
    while (seat := (await table.games.get(game)).to_act) is not None:
        questions = await table.drafts.questions(game, PEOPLE[seat].user_id)
        move = at_random(questions, rng)
        position = questions.position
        tokens = [token for _, token in move]
        for count in range(1, len(tokens) + 1):
            start = now()
            await table.drafts.keep(position, tokens[:count])
            times.drafts.append(now() - start)
        actor = _actor(seat, f"{number}/{position.ply}")
        start = now()
        await table.act(actor, game, Play(questions.text(move)))
        times.moves.append(now() - start)


def _actor(seat: int, name: str) -> Actor:
    person = PEOPLE[seat]
    return Actor(f"{name} {seat}", person.user_id, person.name, person.rights)
