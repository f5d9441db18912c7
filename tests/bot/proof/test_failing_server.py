"""A PostgreSQL server that fails: a clear error, nothing lost, and the game continues afterwards.

The server is really stopped, its tables locked, its database made read-only, its disk full: the
last one only where this process may mount a small one.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import text
from sqlalchemy.engine.url import make_url

from bot.match.errors import StoreFull, StoreLocked, StoreReadOnly, StoreUnreachable
from tests.bot.proof.failing import Playing, fill, playing, says_what_to_do
from tests.bot.proof.playing import opened, started
from tests.bot.proof.postgres import Server

T = TypeVar("T")


def test_a_full_server_stops_the_table_until_there_is_room(
    server: Server, small_disk: Path
) -> None:
    async def run(url: str) -> None:
        async with playing(url) as game:
            ballast = fill(small_disk, but=100_000)
            says_what_to_do(await game.play_until_it_fails(StoreFull))
            await game.nothing_is_lost()
            ballast.unlink()
            await game.goes_on()

    with server.tablespace(small_disk) as name:
        asyncio.run(run(server.new_database(name)))


def test_a_server_that_only_allows_reading_stops_the_table_until_it_does(server: Server) -> None:
    url = server.new_database()
    name = make_url(url).database

    def allow_writing(allowed: bool) -> None:
        reading = "off" if allowed else "on"
        server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {reading}")
        server.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )

    async def run() -> None:
        async with playing(url) as game:
            await asyncio.to_thread(allow_writing, False)
            says_what_to_do(await game.play_until_it_fails(StoreReadOnly))
            await asyncio.to_thread(allow_writing, True)
            await game.goes_on()

    asyncio.run(run())


def test_locked_tables_stop_the_table_until_they_are_let_go(server: Server) -> None:
    url = server.new_database()

    async def run() -> None:
        async with playing(url, busy_timeout=0.5) as game, opened(url) as other:
            async with other.writing() as connection:
                await connection.execute(text("LOCK TABLE moves IN EXCLUSIVE MODE"))
                says_what_to_do(await game.play_until_it_fails(StoreLocked))
            await game.goes_on()

    asyncio.run(run())


def test_a_stopped_server_stops_the_table_until_it_is_back(server: Server) -> None:
    async def run(url: str) -> None:
        async with playing(url) as game:
            await asyncio.to_thread(server.stop)
            try:
                says_what_to_do(await game.play_until_it_fails(StoreUnreachable))
            finally:
                await asyncio.to_thread(server.start)
            await game.goes_on()

    asyncio.run(run(server.new_database()))


def test_a_server_that_crashes_under_many_writers_loses_nothing_it_acknowledged(
    server: Server,
) -> None:
    """A caller that got no answer asks again with the same click, and it counts once."""

    async def insisting(attempt: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await attempt()
            except StoreUnreachable:
                failures.append(1)
                await asyncio.sleep(0.1)

    async def play_on(game: Playing, channel: int) -> None:
        game.game_id = await insisting(lambda: started(game.table, channel))
        for _ in range(12):
            user, move = await insisting(game.choose)
            click = game.next_click(user)
            await insisting(lambda click=click, move=move: game.ask(click, move))  # type: ignore[misc]

    async def crash() -> None:
        await asyncio.sleep(0.3)
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

    async def run(url: str) -> None:
        async with opened(url, 5.0) as database:
            games = [Playing(database, f"{channel}/") for channel in range(20)]
            playing = [play_on(game, channel) for channel, game in enumerate(games)]
            await asyncio.gather(*playing, crash())
            for game in games:
                assert (
                    (await game.table.games.get(game.game_id)).ply == len(game.acknowledged) == 12
                )
            await games[0].nothing_is_lost()

    failures: list[int] = []
    asyncio.run(run(server.new_database()))
    assert failures


@pytest.mark.parametrize("wrong", ["password", "database", "port"])
def test_a_server_that_cannot_be_used_is_told_without_its_password(
    server: Server, wrong: str
) -> None:
    url = make_url(server.new_database())
    changed = {
        "password": url.set(password="hunter2"),
        "database": url.set(database="nowhere"),
        "port": url.set(port=1),
    }[wrong]

    async def run() -> None:
        async with opened(changed.render_as_string(hide_password=False)):
            pass

    with pytest.raises(StoreUnreachable) as told:
        asyncio.run(run())
    says_what_to_do(told.value)
    assert "DATABASE_URL" in told.value.advice
    assert str(changed.password) not in str(told.value)
