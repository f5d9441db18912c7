"""A PostgreSQL server that fails: a clear error, nothing lost, and the game continues afterwards.

The server is really stopped, its tables locked, its database made read-only, its disk full: the
last one only where this process may mount a small one.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.engine.url import make_url

from bot.match.actions import NewGame
from bot.match.errors import (
    StaleMove,
    StoreFull,
    StoreInDoubt,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
)
from bot.store.connection.database import Database
from tests.bot.proof import ledger
from tests.bot.proof.failing import Playing, fill, playing, says_what_to_do
from tests.bot.proof.playing import ALICE, BOB, clicked, opened, started
from tests.bot.proof.postgres import Server
from tests.bot.proof.wire import Wire, wire_to

T = TypeVar("T")
# As the driver says it. That it reads what is committed, it says when it begins.
COMMIT = b"COMMIT;"


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


def test_a_read_only_server_stops_the_table_until_writable(server: Server) -> None:
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


def test_a_connection_whose_end_is_on_its_way_is_not_used_again(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's last word has arrived and the end of the connection has not: the driver then
    refuses as if something else were in progress."""
    used: list[Any] = []
    fetch = asyncpg.Connection.fetch

    async def fetch_unless_first(driver: Any, *arguments: object) -> object:
        used.append(driver)
        if driver is used[0]:
            raise asyncpg.InternalClientError("another operation (2) is in progress")
        return await fetch(driver, *arguments)

    async def run(url: str) -> None:
        async with playing(url) as game:
            with monkeypatch.context() as patched:
                patched.setattr(asyncpg.Connection, "fetch", fetch_unless_first)
                says_what_to_do(await game.play_until_it_fails(StoreUnreachable))
                await game.goes_on()
        assert len(set(map(id, used))) > 1

    asyncio.run(run(postgresql_url))


def test_locked_tables_stop_the_table_until_they_are_let_go(postgresql_url: str) -> None:
    async def run() -> None:
        async with (
            playing(postgresql_url, busy_timeout=0.5) as game,
            opened(postgresql_url) as other,
        ):
            async with other.writing() as connection:
                await connection.execute(text("LOCK TABLE moves IN EXCLUSIVE MODE"))
                says_what_to_do(await game.play_until_it_fails(StoreLocked))
            await game.goes_on()

    asyncio.run(run())


def test_a_stopped_server_stops_the_table_until_it_is_back(
    server: Server, postgresql_url: str
) -> None:
    async def run(url: str) -> None:
        async with playing(url) as game:
            await asyncio.to_thread(server.stop)
            try:
                says_what_to_do(await game.play_until_it_fails(StoreUnreachable))
            finally:
                await asyncio.to_thread(server.start)
            await game.goes_on()

    asyncio.run(run(postgresql_url))


def test_a_crashing_server_loses_nothing_it_acknowledged(
    server: Server, postgresql_url: str
) -> None:
    """A caller that got no answer asks again with the same click, and it counts once."""

    async def insist(attempt: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await attempt()
            except (StoreUnreachable, StoreInDoubt):
                failures.append(1)
                await asyncio.sleep(0.1)

    async def play_on(game: Playing, channel: int) -> None:
        game.game_id = await insist(lambda: started(game.table, channel))
        for _ in range(12):
            user, move = await insist(game.choose)
            click = game.next_click(user)
            await insist(lambda click=click, move=move: game.ask(click, move))  # type: ignore[misc]

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
    asyncio.run(run(postgresql_url))
    assert failures


def test_a_crashing_server_stores_nothing_but_what_is_in_doubt(
    server: Server, postgresql_url: str
) -> None:
    async def play_on(game: Playing, channel: int) -> str | None:
        """Returns the click that certainly failed, if it is not in doubt."""
        game.game_id = await started(game.table, channel)
        begun.release()
        while True:
            user, move = await game.choose()
            click = game.next_click(user)
            try:
                await game.ask(click, move)
            except StoreUnreachable:
                return click.interaction_id
            except StoreInDoubt:
                return None

    async def settle(play: Awaitable[str | None]) -> str | None:
        try:
            return await play
        except (StoreUnreachable, StoreInDoubt):  # it failed while it read, or was being opened
            return None

    async def run(url: str) -> None:
        async with opened(url, 5.0) as database:
            games = [Playing(database, f"{channel}/") for channel in range(20)]
            playing = [
                asyncio.create_task(settle(play_on(game, channel)))
                for channel, game in enumerate(games)
            ]
            for _ in games:
                await begun.acquire()
            await asyncio.to_thread(server.stop)
            failed = set(await asyncio.gather(*playing)) - {None}
            await asyncio.to_thread(server.start)
            contents = await ledger.read_database(database)
            assert not failed & {move["interaction_id"] for move in contents.moves}
            await games[0].nothing_is_lost()

    begun = asyncio.Semaphore(0)
    asyncio.run(run(postgresql_url))


# A connection that is cut at the commit.


@asynccontextmanager
async def playing_over_a_wire(url: str) -> AsyncIterator[tuple[Playing, Wire, Database]]:
    """A game whose table reaches the server over a wire, and the database without it."""
    direct = make_url(url)
    assert direct.port is not None
    async with wire_to(direct.port) as wire:
        wired = direct.set(port=wire.port).render_as_string(hide_password=False)
        async with playing(wired) as game, opened(url) as database:
            yield game, wire, database


async def ply_of(database: Database, game_id: int) -> int:
    contents = await ledger.read_database(database)
    return next(int(game["ply"]) for game in contents.games if game["id"] == game_id)


@pytest.mark.parametrize("arrives", [True, False])
def test_a_move_without_a_commit_answer_counts_once(postgresql_url: str, arrives: bool) -> None:
    async def run() -> None:
        async with playing_over_a_wire(postgresql_url) as (game, wire, database):
            user, move = await game.choose()
            click = game.next_click(user)
            wire.cut_at(COMMIT, arrives=arrives)
            with pytest.raises(StoreInDoubt) as raised:
                await game.ask(click, move)
            says_what_to_do(raised.value)
            assert await ply_of(database, game.game_id) == 3 + arrives
            wire.mend()
            assert (await game.ask(click, move)).ply == 4
            await game.goes_on()

    asyncio.run(run())


def test_pressing_again_after_doubt_shows_the_present_position(
    postgresql_url: str,
) -> None:
    async def run() -> None:
        async with playing_over_a_wire(postgresql_url) as (game, wire, _):
            user, move = await game.choose()
            wire.cut_at(COMMIT, arrives=True)
            with pytest.raises(StoreInDoubt):
                await game.ask(game.next_click(user), move)
            wire.mend()
            with pytest.raises(StaleMove):
                await game.ask(game.next_click(user), move)
            assert (await game.table.games.position(game.game_id, None)).game.ply == 4
            await game.goes_on()

    asyncio.run(run())


def test_a_move_in_doubt_is_answered_if_the_server_returns(postgresql_url: str) -> None:
    async def run() -> None:
        async with playing_over_a_wire(postgresql_url) as (game, wire, _):
            wire.cut_at(COMMIT, arrives=True, stays_cut=False)
            assert (await game.play()).ply == 4
            await game.goes_on()

    asyncio.run(run())


def test_a_move_that_fails_before_its_commit_is_not_stored(postgresql_url: str) -> None:
    async def run() -> None:
        async with playing_over_a_wire(postgresql_url) as (game, wire, database):
            user, move = await game.choose()
            wire.cut_at(b"BEGIN", arrives=True)
            with pytest.raises(StoreUnreachable):
                await game.ask(game.next_click(user), move)
            assert await ply_of(database, game.game_id) == 3
            wire.mend()
            await game.goes_on()

    asyncio.run(run())


@pytest.mark.parametrize("arrives", [True, False])
def test_a_game_whose_opening_gets_no_answer_is_in_doubt(
    postgresql_url: str, arrives: bool
) -> None:
    """It is stored with `writing`, which SQLAlchemy commits."""

    async def run() -> None:
        async with playing_over_a_wire(postgresql_url) as (game, wire, database):
            asked = NewGame("castle", guild_id=1, channel_id=2, opponents=((BOB, "Bob"),))
            wire.cut_at(COMMIT, arrives=arrives)
            with pytest.raises(StoreInDoubt):
                await game.table.open(clicked("open", ALICE), asked)
            assert len((await ledger.read_database(database)).games) == 1 + arrives
            wire.mend()
            opened = await game.table.open(clicked("open", ALICE), asked)
            assert len((await ledger.read_database(database)).games) == 2
            assert (await game.table.games.get(opened.game_id)).channel_id == 2

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"password": "hunter2"}, 'password authentication failed for user "bot"'),
        ({"username": "eve"}, 'password authentication failed for user "eve"'),
        ({"database": "nowhere"}, 'database "nowhere" does not exist'),
        ({"port": 1}, "Connection refused: Connect call failed ('127.0.0.1', 1)"),
        ({"host": "127.0.0.1", "query": {"ssl": "require"}}, "rejected SSL upgrade"),
    ],
)
def test_an_unusable_server_is_reported_in_its_words_without_its_password(
    postgresql_url: str, wrong: dict[str, Any], reason: str
) -> None:
    changed = make_url(postgresql_url).set(**wrong)

    async def run() -> None:
        async with opened(changed.render_as_string(hide_password=False)):
            pass

    with pytest.raises(StoreUnreachable) as raised:
        asyncio.run(run())
    says_what_to_do(raised.value)
    assert raised.value.problem.startswith("the database cannot be reached (")
    assert raised.value.problem.endswith(f"{reason})")
    assert "DATABASE_URL" in raised.value.advice
    assert str(changed.password) not in str(raised.value)
