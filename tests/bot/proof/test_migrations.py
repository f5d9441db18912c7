"""Migrating a database to this version: from nothing, from every earlier version with its games, by
two processes at once. Never back, and never from a newer version."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command, op
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text

from bot.host.__main__ import main
from bot.host.data.verify import verify
from bot.match.actions import Accept, Done, Join, Play, Resume
from bot.match.due import next_due
from bot.match.errors import StoreNewer, StoreOlder
from bot.match.game import Timeouts
from bot.match.rules import rules_of
from bot.process.clock import HOUR
from bot.store.connection.database import Database
from bot.store.migration import (
    FIRST_REVISION,
    migrate,
    migrations_config,
    newest_revision,
    require_newest_schema,
)
from bot.store.schema import games, metadata, snapshots
from bot.table.delivery import Delivery
from bot.table.table import Table
from tests.bot.proof import ledger
from tests.bot.proof.frozen import Posts, freeze_in, versions
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, opened, started, to_act
from tests.bot.proof.postgres import Server

ROOT = Path(__file__).parent.parent.parent.parent
SCRIPTS = ScriptDirectory.from_config(migrations_config())
NEWEST = SCRIPTS.get_current_head()
STARTER = """
import asyncio, sys
from bot.store.connection.database import Database
from bot.store.migration import migrate

async def start(url):
    database = Database(url)
    await migrate(database)
    await database.close()

while url := sys.stdin.readline().strip():
    print("ready", flush=True)
    sys.stdin.readline()
    asyncio.run(start(url))
    print(f"current, alembic loaded: {'alembic' in sys.modules}", flush=True)
"""
# The hash of each migration as it landed. Databases have run it: never change one.
LANDED = {
    "0012": "b46ff84b9ecd4dd7d8808917fd89c4b02db1b73890731178aef78ce7c807f94c",
    "0013": "4849eb12a6faf0bc8f53f637e03d714963d9af62d3917ad6fe8d95a5f6ae728c",
    "0014": "a95d60af5e54aff2eddac770523672213fe86fc600430673b72669108792a492",
    "0015": "2f65563fe9055145443ffe8113c70964ebaae42363c4d911d97fce6d80e94fe0",
    "0016": "55481477684d795d8740ccadf07296ff6000c9aeb8405d60c5fb3d09e8df5a1a",
    "0017": "60d43e44e105070192538773665dc5ca14541fd85c18ba522d462bcf429de1cc",
    "0018": "d2e53541f73ca9d16adaabb9be344245dddfbc13db96d1ac67946af22b5927a8",
    "0019": "68f4545424118fe3ce2a42c044a97d8a747eca093e9829638b36597ebfedda65",
    "0020": "9aafecbdd5f7463f836f6b2d62b967346a41187237fe4d10088ad76491a2a2e5",
}
Contents = Mapping[str, list[tuple[Any, ...]]]


class Starter:
    """A process that migrates one database after another, each on request."""

    def __init__(self, errors: Path) -> None:
        self._errors = errors
        with errors.open("w") as file:
            self._popen = subprocess.Popen(
                [sys.executable, "-c", STARTER],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            )

    def tell(self, line: str) -> None:
        assert self._popen.stdin is not None
        self._popen.stdin.write(f"{line}\n")
        self._popen.stdin.flush()

    def says(self, line: str) -> None:
        assert self._popen.stdout is not None
        said = self._popen.stdout.readline()
        assert (said, self._errors.read_text()) == (f"{line}\n", "")

    def end(self) -> None:
        self._popen.kill()
        self._popen.communicate()


@pytest.fixture(scope="module")
def starters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Starter]]:
    """Two that migrate, and one that has never had to."""
    folder = tmp_path_factory.mktemp("starters")
    starters = [Starter(folder / name) for name in ("one", "another", "idle")]
    yield starters
    for starter in starters:
        starter.end()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Of a database without any table."""
    return f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}"


@pytest.fixture(scope="module")
def bare_on_server(server: Server) -> str:
    return server.new_database()


@pytest.fixture
def postgresql_url(server: Server, bare_on_server: str) -> str:
    server.clear(bare_on_server, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return bare_on_server


async def contents(database: Database) -> Contents:
    """Every row of every table, after the names of its columns."""

    def read(connection: Connection) -> Contents:
        contents = {}
        for table in inspect(connection).get_table_names():
            rows = connection.execute(text(f"SELECT * FROM {table}"))
            contents[table] = [tuple(rows.keys()), *sorted(map(tuple, rows), key=repr)]
        return contents

    async with database.reading() as connection:
        return await connection.run_sync(read)


async def version_of(database: Database) -> list[str]:
    async with database.reading() as connection:
        rows = await connection.execute(text("SELECT version_num FROM alembic_version"))
        return [version for (version,) in rows]


async def differences_from_schema(database: Database) -> list[Any]:
    def compare(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with database.reading() as connection:
        return await connection.run_sync(compare)


async def works(database: Database) -> None:
    """Whether the schema is the newest, and a game can be played on it."""
    assert await version_of(database) == [NEWEST]
    assert await differences_from_schema(database) == []
    table = Table(database)
    players = Players(database, Random(1))
    game = await table.games.get(await started(table, 99))
    move = await players.a_move(game)
    await table.act(clicked("first move", to_act(game)), game.id, Play(move, 0))


async def only_old_snapshots_differ(database: Database) -> None:
    """Only snapshots made by other rules differ, and are rewritten; after that nothing differs."""
    query = select(games.c.id, games.c.kind, snapshots.c.rules_version)
    async with database.reading() as connection:
        stored = await connection.execute(
            query.join(snapshots, snapshots.c.game_id == games.c.id).order_by(games.c.id)
        )
        old = [game for game, kind, rules in stored if rules != rules_of(kind).rules_version]
    differences = [difference async for difference in verify(database, repair=True)]
    wrong = "the snapshot is missing, old or wrong"
    assert differences == [(f"game {game}: {wrong}", True) for game in old]
    assert [line async for line in verify(database)] == []


# Up.


def test_an_empty_database_is_brought_to_the_newest_version(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database:
            await works(database)

    asyncio.run(run())


def test_a_database_of_the_newest_version_is_left_as_it_is(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database:
            await works(database)
            before = await contents(database)
            await migrate(database)
            assert await contents(database) == before

    asyncio.run(run())


def test_starting_on_the_newest_version_does_not_load_alembic(
    url: str, starters: Sequence[Starter]
) -> None:
    async def run() -> None:
        async with opened(url):
            pass

    asyncio.run(run())
    for step, answer in ((url, "ready"), ("go", "current, alembic loaded: False")):
        starters[2].tell(step)
        starters[2].says(answer)


def test_the_newest_version_is_that_of_the_last_migration() -> None:
    assert newest_revision() == NEWEST


def test_every_version_since_the_first_release_is_upgraded() -> None:
    assert [script.revision for script in SCRIPTS.walk_revisions()][-1] == FIRST_REVISION


def test_every_version_has_its_frozen_database() -> None:
    """When this fails: run python -m tests.bot.proof.frozen before the new version is released."""
    assert versions() == sorted(script.revision for script in SCRIPTS.walk_revisions())


@dataclass(frozen=True)
class Upgraded:
    """A database of an earlier version that was migrated. What a test adds disturbs no other."""

    url: str
    version: str
    before: Contents
    after: Contents


@pytest.fixture(scope="module", params=product(versions(), ("sqlite", "postgresql")), ids="-".join)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Upgraded:
    version, kind = request.param
    if kind == "sqlite":
        url = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp(version) / 'bot.db'}"
    else:
        server: Server = request.getfixturevalue("server")
        url = server.new_database()

    async def upgrade() -> Upgraded:
        await freeze_in(version, url)
        database = Database(url)
        before = await contents(database)
        await migrate(database)
        after = await contents(database)
        await database.close()
        return Upgraded(url, version, before, after)

    return asyncio.run(upgrade())


def test_an_upgrade_does_not_call_players_again(upgraded: Upgraded) -> None:
    async def run() -> None:
        async with opened(upgraded.url) as database:
            running = await Table(database).games.open_in(1)
            assert running is not None
            soon = running.waiting_since + HOUR
            due = next_due(running, Timeouts(), soon)
            assert due == (running.waiting_since + 24 * HOUR, Done.REMINDED)

    asyncio.run(run())


def test_an_earlier_version_keeps_every_row(upgraded: Upgraded) -> None:
    before = upgraded.before
    after = upgraded.after
    for table, (columns, *rows) in before.items():
        if table != "alembic_version":
            kept = [after[table][0].index(column) for column in columns]
            kept_rows = [tuple(row[place] for place in kept) for row in after[table][1:]]
            assert sorted(kept_rows, key=repr) == rows, table


def test_the_games_of_an_earlier_version_go_on(upgraded: Upgraded) -> None:
    async def run() -> None:
        async with opened(upgraded.url) as database:
            await only_old_snapshots_differ(database)
            table = Table(database)
            players = Players(database, Random(1))
            running = await table.games.open_in(1)
            assert running is not None
            assert running.offer is not None
            move = await players.a_move(running)
            play = Play(move, running.ply)
            done = await table.act(clicked("on", to_act(running)), running.id, play)
            assert (done.done, done.ply) == (Done.PLAYED, running.ply + 1)
            lobby = await table.games.open_in(2)
            paused = await table.games.open_in(4)
            assert lobby is not None
            assert paused is not None
            joined = await table.act(clicked("join", BOB), lobby.id, Join())
            assert joined.done is Done.STARTED
            await table.act(clicked("resume", ALICE), paused.id, Resume(4))
            assert (await table.people.missed_notes(ALICE)) != []
            outbox = Delivery(database, Posts())
            await outbox.drain()
            states = {row["state"] for row in (await ledger.read_database(database)).outbox}
            assert states <= {"delivered", "cancelled", "failed"}
            await only_old_snapshots_differ(database)
            await works(database)

    asyncio.run(run())


def test_a_click_from_before_the_upgrade_keeps_its_answer(upgraded: Upgraded) -> None:
    async def run() -> None:
        async with opened(upgraded.url) as database:
            table = Table(database)
            contents = await ledger.read_database(database)
            for note in contents.audit:
                if note["done"] == "agreed":
                    by = clicked(note["interaction_id"], note["user_id"])
                    answer = await table.act(by, note["game_id"], Accept("end", 1))
                    assert (str(answer.done), answer.ply) == ("agreed", note["ply"])
            for move in contents.moves:
                by = clicked(move["interaction_id"], move["user_id"])
                again = Play(move["notation"], move["ply"] - 1)
                answer = await table.act(by, move["game_id"], again)
                assert (answer.done, answer.ply) == (Done.PLAYED, move["ply"])
            assert (await ledger.read_database(database)).moves == contents.moves

    asyncio.run(run())


# Two at once.


@pytest.mark.parametrize("version", [None, *versions()])
def test_two_processes_that_start_at_once_migrate_once(
    version: str | None, url: str, starters: Sequence[Starter]
) -> None:
    if version is not None:
        asyncio.run(freeze_in(version, url))
    for step, answer in ((url, "ready"), ("go", "current, alembic loaded: True")):
        for starter in starters[:2]:
            starter.tell(step)
        for starter in starters[:2]:
            starter.says(answer)

    async def check() -> None:
        async with opened(url) as database:
            await works(database)

    asyncio.run(check())


def test_eight_simultaneous_starts_in_one_process_migrate_once(url: str) -> None:
    async def run() -> None:
        databases = [Database(url, busy_timeout=60) for _ in range(8)]
        await asyncio.gather(*(migrate(database) for database in databases))
        await works(databases[0])
        for database in databases:
            await database.close()

    asyncio.run(run())


# Not all the way.


@pytest.mark.parametrize("tables_made", [1, 5, 9])
def test_a_failed_upgrade_leaves_nothing_and_can_be_repeated(
    url: str, tables_made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_table: Callable[..., Any] = op.create_table
    made: list[str] = []

    def create_or_break(name: str, *columns: Any, **options: Any) -> Any:
        if len(made) == tables_made:
            raise ConnectionError("the process died here")
        made.append(name)
        return create_table(name, *columns, **options)

    async def run() -> None:
        database = Database(url)
        monkeypatch.setattr(op, "create_table", create_or_break)
        with pytest.raises(Exception, match=r"died here|cannot be reached"):
            await migrate(database)
        monkeypatch.undo()
        assert len(made) == tables_made
        assert await contents(database) == {}
        await migrate(database)
        await works(database)
        await database.close()

    asyncio.run(run())


# Never back, and nothing from before 1.0.0.


def test_databases_of_a_newer_version_are_refused_untouched(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def make_newer() -> Contents:
        async with opened(url) as database:
            await works(database)
            async with database.writing() as connection:
                await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
            return await contents(database)

    async def refuse() -> Contents:
        database = Database(url)
        with pytest.raises(StoreNewer) as refused:
            await migrate(database)
        assert "9999" in refused.value.problem
        assert "newer version" in refused.value.advice
        after = await contents(database)
        await database.close()
        return after

    before = asyncio.run(make_newer())
    monkeypatch.setenv("DATABASE_URL", url)
    for asked in ("upgrade", "verify", "backup new.db", "export-game 1 new.json"):
        assert main(asked.split()) == 1
        said = capsys.readouterr().err
        assert "9999, newer than this bot" in said
        assert len(said.splitlines()) == 1
    assert not Path("new.db").exists()
    assert asyncio.run(refuse()) == before


def test_databases_from_before_the_first_release_are_refused_untouched(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run(do: Callable[[Database], Awaitable[Any]]) -> Contents:
        database = Database(url)
        try:
            await do(database)
            return await contents(database)
        finally:
            await database.close()

    async def make_earlier(database: Database) -> None:
        await migrate(database, FIRST_REVISION)
        async with database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '0011'"))

    async def refuse(database: Database) -> None:
        for ask in (migrate, require_newest_schema):
            with pytest.raises(StoreOlder, match="0011"):
                await ask(database)

    before = asyncio.run(run(make_earlier))
    monkeypatch.setenv("DATABASE_URL", url)
    for asked in (
        "upgrade",
        "verify",
        "backup new.db",
        "export-game 1 new.json",
        "import old.json",
    ):
        assert main(asked.split()) == 1
        assert capsys.readouterr().err == (
            "the database is of version 0011, from before 1.0.0; "
            "upgrade it with version 1.0.0 of the bot first\n"
        )
    assert list(Path().glob("*before-upgrade*")) == []
    assert not Path("new.db").exists()
    assert asyncio.run(run(refuse)) == before


def test_a_downgrade_is_refused_and_changes_nothing(url: str) -> None:
    def downgrade(connection: Connection) -> None:
        config = migrations_config()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    async def run() -> None:
        async with opened(url) as database:
            await works(database)
            before = await contents(database)
            with pytest.raises(NotImplementedError, match="restore a backup"):
                async with database.writing() as connection:
                    await connection.run_sync(downgrade)
            assert await contents(database) == before

    asyncio.run(run())


# Landed migrations never change.


def test_no_migration_is_changed_after_it_landed() -> None:
    hashes = {
        script.revision: sha256(Path(script.path).read_bytes()).hexdigest()
        for script in SCRIPTS.walk_revisions()
    }
    assert hashes == LANDED
