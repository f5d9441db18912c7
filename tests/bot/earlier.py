"""Games as an earlier version of the rules left them: counted less, and with other snapshots."""

from sqlalchemy import delete, select, update

from bot.games.face import ROLE
from bot.match.actions import Resign
from bot.store.connection.database import Database
from bot.store.results import results_of_games, save_tallies
from bot.store.schema import games, replays, snapshots
from tests.bot.kit import ANNA, Seated


async def play_as_before(seated: Seated, count: int) -> list[int]:
    """This many games that are over and counted, and a running one. No replay has begun."""
    ids = []
    for channel in range(100, 100 + count):
        game = await seated.start(channel)
        await seated.play(game.id, 2)
        await seated.act(ANNA, game.id, Resign())
        ids.append(game.id)
    running = await seated.start(99)
    await seated.play(running.id, 3)
    await seated.look()
    await make_earlier(seated.database)
    return [*ids, running.id]


async def make_earlier(database: Database) -> None:
    async with database.writing() as connection:
        ids = (await connection.scalars(select(games.c.id))).all()
        for game_id, results in (await results_of_games(connection, ids)).items():
            fewer = [
                {name: count for name, count in result.tally.items() if not name.startswith(ROLE)}
                for result in results
            ]
            await save_tallies(connection, game_id, fewer)
        await connection.execute(update(snapshots).values(rules_version="castle/0"))
        await connection.execute(delete(replays))
