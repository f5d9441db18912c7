"""Measures the disk space that a whole game of The Castle takes, played and posted as in a channel:
when it ends, and after everything no longer needed has been removed."""

from pathlib import Path
from random import Random

from sqlalchemy import text

from bot.match.actions import Play
from bot.process.clock import DAY, Millis
from bot.store.cleanup import GAMES as ENDED_GAMES
from bot.store.cleanup import MESSAGES
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.table.delivery import Delivery
from bot.table.housekeeping import KEEP_FOR, Cleanup
from bot.table.table import Table
from tests.bot.kit import FakePoster
from tests.bot.proof.playing import Players, clicked, started, to_act
from tools.bench.row import Row

GAMES = 20
# The number of games that run side by side, so that their moves share the same pages.
AT_ONCE = 10
NOW: Millis = 1_800_000_000_000
# The id of the first channel, as long as Discord's.
FIRST_CHANNEL = 1_300_000_000_000_000_000


async def rows(folder: Path) -> list[Row]:
    database = Database(f"sqlite+aiosqlite:///{folder / 'disk.db'}")
    await migrate(database)
    bytes_when_empty = await _used_bytes(database)
    table = Table(database, clock=lambda: NOW)
    outbox = Delivery(database, FakePoster(), clock=lambda: NOW)
    players = Players(database, Random(1))
    for first in range(0, GAMES, AT_ONCE):
        await _play(table, players, [FIRST_CHANNEL + first + number for number in range(AT_ONCE)])
        await outbox.drain()
    bytes_at_end = await _used_bytes(database)
    for removable in (MESSAGES, ENDED_GAMES):
        await Cleanup(database, lambda: NOW + KEEP_FOR + DAY, removable).round()
    after_cleanup = await _used_bytes(database)
    await database.close()
    return [
        Row(
            "a whole game on the disk, with all its messages",
            _kilobytes(bytes_at_end - bytes_when_empty),
            "KB",
        ),
        Row(
            "a whole game on the disk, a week later",
            _kilobytes(after_cleanup - bytes_when_empty),
            "KB",
            "at most 15",
        ),
    ]


async def _play(table: Table, players: Players, channels: list[int]) -> None:
    """Play one move in each game in turn, until all are over and counted."""
    running = {await started(table, channel): channel for channel in channels}
    while running:
        for game_id, channel in list(running.items()):
            game = await table.games.get(game_id)
            if game.to_act is None:
                await table.look_after(game_id)
                del running[game_id]
                continue
            actor = clicked(f"{channel + 1000 * game.ply}", to_act(game))
            await table.act(actor, game_id, Play(await players.a_move(game), game.ply))


async def _used_bytes(database: Database) -> int:
    """Count the bytes of the pages in use; SQLite fills free pages again before it adds new
    ones."""
    await database.checkpoint()
    query = text(
        "SELECT (page_count - freelist_count) * page_size"
        " FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
    )
    async with database.reading() as connection:
        return int((await connection.execute(query)).scalar_one())


def _kilobytes(used: int) -> float:
    return used / GAMES / 1024
