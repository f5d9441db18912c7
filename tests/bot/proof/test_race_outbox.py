"""Several processes deliver from one outbox: every message once, each place in its order."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

from sqlalchemy import text

from bot.match.actions import Play
from bot.store.connection.database import Database
from bot.table.delivery import Delivery, Pace
from bot.table.table import Table
from tests.bot.proof import ledger
from tests.bot.proof.playing import Players, clicked, opened, started, to_act
from tests.bot.proof.posting import FilePoster, read_attempts

PACE = Pace(lease=30.0, look_again=0.02)
CHANNELS = 12


async def play(database: Database, outbox: Delivery, channel: int, plies: int) -> None:
    table = Table(database)
    players = Players(database, Random(channel))
    table._outbox.deliver_by(outbox)
    game_id = await started(table, channel)
    for ply in range(plies):
        game = await table.games.get(game_id)
        move = Play(await players.a_move(game), ply)
        await table.act(clicked(f"{channel}-{ply}", to_act(game)), game_id, move)


async def until_all_is_delivered(database: Database) -> ledger.Ledger:
    while True:
        contents = await ledger.read_database(database)
        if all(row["state"] == "delivered" for row in contents.outbox):
            return contents
        await asyncio.sleep(0.02)


def test_two_outboxes_share_the_work_and_post_nothing_twice(url: str, tmp_path: Path) -> None:
    """While the games continue; no claim expires here, so each message has just one attempt."""

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            posters = [FilePoster(tmp_path / "posts", Random(n), unreliable=False) for n in (1, 2)]
            outboxes = [
                Delivery(own_database, poster, pace=PACE)
                for own_database, poster in zip((database, second), posters, strict=True)
            ]
            delivering = [asyncio.create_task(outbox.worker.run()) for outbox in outboxes]
            await asyncio.gather(
                *(play(database, outboxes[0], channel, 3) for channel in range(CHANNELS))
            )
            contents = await until_all_is_delivered(database)
            for task in delivering:
                task.cancel()
            await asyncio.gather(*delivering, return_exceptions=True)
            attempts = read_attempts(tmp_path / "posts")
            ledger.every_message_was_delivered(contents, attempts)
            nonces = Counter(attempt.nonce for attempt in attempts if attempt.kind != "retire")
            assert set(nonces.values()) == {1}
            assert {row["attempts"] for row in contents.outbox} == {1}

    asyncio.run(asyncio.wait_for(run(), 60))


def test_an_outbox_that_loses_a_deadlock_goes_on(postgresql_url: str, tmp_path: Path) -> None:
    """PostgreSQL aborts one of two transactions that wait for each other; here it is the claim."""

    async def run() -> None:
        async with opened(postgresql_url) as database, opened(postgresql_url) as other:
            for channel in (1, 2):
                await started(Table(database), channel)
            poster = FilePoster(tmp_path / "posts", Random(1), unreliable=False)
            outbox = Delivery(database, poster, pace=PACE)
            async with other.writing() as connection:
                await connection.execute(text("SET LOCAL deadlock_timeout = '60s'"))
                heads = "SELECT min(id) FROM outbox GROUP BY place_id ORDER BY 1"
                first, *_, last = (await connection.execute(text(heads))).scalars()
                touch = "UPDATE outbox SET error = 'touched' WHERE id = {}"
                await connection.execute(text(touch.format(last)))
                delivering = asyncio.create_task(outbox.worker.run())
                await asyncio.sleep(0.3)
                await connection.execute(text(touch.format(first)))
            await asyncio.wait({delivering, waiting(database)}, return_when="FIRST_COMPLETED")
            assert not delivering.done(), "the outbox has ended"
            delivering.cancel()
            await asyncio.gather(delivering, return_exceptions=True)

    def waiting(database: Database) -> asyncio.Task[ledger.Ledger]:
        return asyncio.create_task(until_all_is_delivered(database))

    asyncio.run(asyncio.wait_for(run(), 60))
