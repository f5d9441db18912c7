"""Two processes find the same digests due at the same moment."""

import asyncio
from collections import Counter
from random import Random

from sqlalchemy import text

from bot.match.actions import Play
from bot.process.clock import DAY
from bot.store.connection.database import Database
from bot.table.table import Table
from tests.bot.kit import TurnedClock
from tests.bot.proof.playing import Players, clicked, opened, started, to_act

CHANNELS = range(1, 7)


async def digests(database: Database) -> list[int]:
    """The channel of each, also of those that a later one has replaced."""
    async with database.reading() as connection:
        query = text("SELECT place_id FROM outbox WHERE kind = 'digest'")
        return list((await connection.scalars(query)).all())


def test_each_digest_is_queued_once(url: str) -> None:
    clock = TurnedClock()

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database, clock=clock), Table(second, clock=clock)
            players = Players(database, Random(1))
            games = {channel: await started(tables[0], channel) for channel in CHANNELS}
            for channel in CHANNELS:
                await tables[0].channels.set(1, channel, {"digest": "9"})
            for day in range(1, 4):
                for game_id in games.values():
                    game = await tables[0].games.get(game_id)
                    play = Play(await players.a_move(game), game.ply)
                    click = clicked(f"{game_id}-{day}", to_act(game))
                    await tables[day % 2].act(click, game_id, play)
                clock.turn(DAY)
                looks = [
                    table.digests.look_after(channel)
                    for _ in range(3)
                    for channel in CHANNELS
                    for table in tables
                ]
                await asyncio.gather(*looks)
                assert Counter(await digests(database)) == dict.fromkeys(CHANNELS, day)

    asyncio.run(run())
