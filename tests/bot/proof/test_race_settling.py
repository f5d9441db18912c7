"""Games of the same players that two processes count at the same moment."""

import asyncio
from random import Random

from openskill.models import PlackettLuce
from sqlalchemy import text

from bot.match.actions import Play, Resign
from bot.match.results import Skill, shown_rating
from bot.store.connection.database import Database
from bot.table.table import Table
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, opened, started, to_act

GAMES = 10


async def ended_games(table: Table, players: Players) -> list[int]:
    """Each after a move by both; Alice and Bob resign alternately."""
    ids = []
    for channel in range(1, GAMES + 1):
        game_id = await started(table, channel)
        for ply in range(2):
            game = await table.games.get(game_id)
            move = await players.a_move(game)
            await table.act(clicked(f"{channel}-{ply}", to_act(game)), game_id, Play(move, ply))
        loser = (ALICE, BOB)[channel % 2]
        await table.act(clicked(f"{channel}-end", loser), game_id, Resign())
        ids.append(game_id)
    return ids


async def rated_anew(database: Database) -> dict[int, int]:
    """The ratings that follow from the results, in the order in which those were stored."""
    model = PlackettLuce()
    ratings = {user: model.rating() for user in (ALICE, BOB)}
    async with database.reading() as connection:
        found = "SELECT user_id, outcome FROM results ORDER BY id"
        rows = (await connection.execute(text(found))).all()
    assert len(rows) == 2 * GAMES
    for pair in zip(rows[::2], rows[1::2], strict=True):
        ranks = [1.0 if outcome == "won" else 2.0 for _, outcome in pair]
        new = model.rate([[ratings[user]] for user, _ in pair], ranks=ranks)
        ratings |= {user: rated for (user, _), (rated,) in zip(pair, new, strict=True)}
    return {user: shown_rating(Skill(rated.mu, rated.sigma)) for user, rated in ratings.items()}


def test_games_that_are_counted_at_once_are_counted_once_and_one_after_the_other(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            ids = await ended_games(tables[0], Players(database, Random(1)))
            await asyncio.gather(*(table.look_after(one) for one in ids for table in tables))
            lines = await tables[0].statistics.leaderboard("castle", 1)
            assert {line.user_id: line.rating for line in lines} == await rated_anew(database)
            assert [line.played for line in lines] == [GAMES, GAMES]
            assert sum(line.won for line in lines) == GAMES
            for user in (ALICE, BOB):
                assert (await tables[0].statistics.of("castle", 1, user)).games == GAMES

    asyncio.run(run())
