"""Finished games are shortened while somebody in them is erased, on either kind of database."""

import asyncio
from random import Random

from sqlalchemy import select

from bot.host.data.verify import verify
from bot.match.actions import Play, Resign
from bot.process.clock import DAY, system_clock
from bot.store.cleanup import GAMES
from bot.store.schema import moves
from bot.table.housekeeping import KEEP_FOR, Cleanup
from bot.table.table import Table
from tests.bot.proof.playing import ALICE, Players, clicked, opened, started, to_act

ENDED = 8


def test_nobody_comes_back_with_a_game_that_is_shortened(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            table = Table(database)
            players = Players(database, Random(1))
            for channel in range(1, ENDED + 1):
                game_id = await started(table, channel)
                for ply in range(3):
                    game = await table.games.get(game_id)
                    by = clicked(f"{channel}-{ply}", to_act(game))
                    await table.act(by, game_id, Play(await players.a_move(game), ply))
                await table.act(clicked(f"{channel}-end", ALICE), game_id, Resign())
                await table.look_after(game_id)
            tidying = Cleanup(second, lambda: system_clock() + KEEP_FOR + DAY, GAMES)
            erased = table.people.erase(ALICE)
            shortened, _ = await asyncio.gather(tidying.round(), erased)
            assert shortened == ENDED
            async with database.reading() as connection:
                query = select(moves.c.user_id, moves.c.events)
                rows = (await connection.execute(query)).all()
            assert len(rows) == 3 * ENDED
            assert ALICE not in {user for user, _ in rows}
            assert all(events.startswith("sha256:") for _, events in rows)
            assert [line async for line in verify(database)] == []

    asyncio.run(run())
