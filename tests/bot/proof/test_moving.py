"""Games moved between SQLite and PostgreSQL: by backup and restore, and channel by channel."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.host.data.archive import export_channel, import_channel
from bot.host.data.backup import back_up, restore
from bot.host.data.verify import verify
from bot.match.actions import Play, Resign
from bot.match.errors import StoreRefused
from bot.store.connection.database import Database
from bot.store.schema import metadata
from bot.table.table import Table
from tests.bot.proof.playing import Players, clicked, opened, started, to_act
from tests.bot.proof.postgres import Server

BOTH_WAYS = [("postgresql", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "postgresql")]


@pytest.fixture(params=BOTH_WAYS, ids=" to ".join)
def addresses(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A database, and a second one."""
    server: Server = request.getfixturevalue("server")
    file = f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}"
    return [file if kind == "sqlite" else server.new_database() for kind in request.param]


async def contents(database: Database) -> dict[str, list[Any]]:
    async with database.viewing() as connection:
        return {
            table.name: [
                tuple(row)
                for row in await connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
        }


async def play_on(database: Database, game_id: int, name: str) -> None:
    table = Table(database)
    players = Players(database, Random(name))
    game = await table.games.get(game_id)
    move = Play(await players.a_move(game), game.ply)
    done = await table.act(clicked(name, to_act(game)), game_id, move)
    assert done.ply == game.ply + 1


async def some_games(database: Database) -> int:
    """A running game after one that has ended; returns the number of the running one."""
    table = Table(database)
    for channel in (1, 2):
        game_id = await started(table, channel)
        await play_on(database, game_id, f"move in {channel}")
    await table.act(clicked("end", to_act(await table.games.get(1))), 1, Resign())
    return game_id


async def works(database: Database, game_id: int) -> None:
    """Everything there is consistent, the game continues, and new rows get numbers of their own."""
    await play_on(database, game_id, "after the move")
    again = await started(Table(database), 3)
    await play_on(database, again, "in a new game")
    assert [line async for line in verify(database)] == []


def test_a_backup_of_one_database_is_restored_into_another(
    addresses: list[str], tmp_path: Path
) -> None:
    async def run() -> None:
        file = tmp_path / "backup.db"
        async with opened(addresses[0]) as database:
            running = await some_games(database)
            assert await back_up(database, file) == 2
            before = await contents(database)
            await play_on(database, running, "after the backup")
        async with opened(addresses[1]) as other:
            assert await restore(other, file) == 2
            assert await contents(other) == before
            await works(other, running)

    asyncio.run(run())


def test_restoring_is_refused_while_a_bot_uses_the_database(url: str, tmp_path: Path) -> None:
    async def run() -> None:
        file = tmp_path / "backup.db"
        async with opened(url) as bot:
            running = await some_games(bot)
            await back_up(bot, file)
            await play_on(bot, running, "after the backup")
            before = await contents(bot)
            async with opened(url) as host:
                with pytest.raises(StoreRefused, match="stop the bot first"):
                    await restore(host, file, overwrite=True)
            assert await contents(bot) == before
            await play_on(bot, running, "after it was refused")
        async with opened(url) as host:
            assert await restore(host, file, overwrite=True) == 2
            await works(host, running)

    asyncio.run(run())


def test_a_channel_of_one_database_is_imported_into_another(addresses: list[str]) -> None:
    async def run() -> None:
        async with opened(addresses[0]) as database:
            await some_games(database)
            archive = await export_channel(database, 2)
        async with opened(addresses[1]) as other:
            (game_id,) = await import_channel(other, archive, now=0)
            await works(other, game_id)

    asyncio.run(run())
