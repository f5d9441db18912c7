"""What a game takes on the disk, played and posted as in a channel: at once, and when the messages
that nothing refers to any more are removed."""

from pathlib import Path
from random import Random

from sqlalchemy import text

from bot.match.actions import Play
from bot.process.clock import DAY, Moment
from bot.store.connection.database import Database
from bot.store.connection.migrating import migrate
from bot.table.background.outbox import Outbox
from bot.table.background.tidying import KEPT_FOR, Tidying
from bot.table.table import Table
from tests.bench.row import Row
from tests.bot.kit import FakePoster
from tests.bot.proof.playing import Players, clicked, started, to_act

GAMES = 60
MOVES = 30
NOW: Moment = 1_800_000_000_000
CHANNELS = 1_300_000_000_000_000_000
"""Numbers as long as Discord's."""


async def rows(folder: Path) -> list[Row]:
    database = Database(f"sqlite+aiosqlite:///{folder / 'disk.db'}")
    await migrate(database)
    empty = await _used(database)
    table = Table(database, clock=lambda: NOW)
    outbox = Outbox(database, FakePoster(), table.pause, clock=lambda: NOW)
    players = Players(database, Random(1))
    for number in range(GAMES):
        await _play(table, players, CHANNELS + number)
        await outbox.drain()
    posted = await _used(database)
    await Tidying(database, lambda: NOW + KEPT_FOR + DAY).round()
    tidied = await _used(database)
    await database.close()
    name = f"a game of {MOVES} moves on the disk"
    return [
        Row(f"{name}, with all its messages", _kilobytes(posted - empty), "KB"),
        Row(f"{name}, a week later", _kilobytes(tidied - empty), "KB"),
    ]


async def _play(table: Table, players: Players, channel: int) -> None:
    game_id = await started(table, channel)
    for ply in range(MOVES):
        game = await table.games.get(game_id)
        by = clicked(f"{channel + 1000 * ply}", to_act(game))
        await table.act(by, game_id, Play(await players.a_move(game), ply))


async def _used(database: Database) -> int:
    """The bytes of the pages that hold something; those that are free are filled again first."""
    await database.tidy()
    pages = "SELECT (page_count - freelist_count) * page_size"
    of = "FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
    async with database.reading() as connection:
        return int((await connection.execute(text(f"{pages} {of}"))).scalar_one())


def _kilobytes(used: int) -> float:
    return round(used / GAMES / 1024, 1)
