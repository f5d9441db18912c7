"""Importing archives that every earlier version exported, into both kinds of databases."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, select

from bot.host.data.archive import (
    BELONGING,
    LATER,
    OF_A_SEASON,
    export_channel,
    import_channel,
)
from bot.host.data.verify import verify
from bot.match.actions import Done, Join, Play, Resume
from bot.match.due import next_due
from bot.match.errors import StoreRefused
from bot.match.game import Timeouts
from bot.process.clock import DAY
from bot.store.connection.database import Database
from bot.store.migration import FIRST_REVISION, migrate
from bot.store.schema import channels, drafts, games, metadata, seasons
from bot.table.table import Table
from tests.bot.proof.frozen import DATA, versions
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, opened, to_act

NOW = 1_700_000_300_000
ARCHIVES = sorted(path.stem for path in DATA.glob("*.json"))
ARCHIVED = (games, channels, *BELONGING, seasons, *OF_A_SEASON)
# Tables of which an archive has nothing.
LEFT_OUT = {
    "snapshots": "rebuilt by the import",
    "outbox": "what was posted stays where it was posted",
    "reviews": "can be made again",
    "judged_seats": "made with the review",
    "players": "a person's, not a channel's",
    "ratings": "a server's, not a channel's",
    "seat_calls": "a server's, not a channel's",
    "commands": "the application's",
    "emojis": "the application's",
    "leases": "of processes that run now",
    "replays": "of all games of a database",
    "requests": "what a person is asking for in a form",
    "seat_passes": "they open pages of this bot alone",
}


def archive_of(version: str) -> str:
    return (DATA / f"{version}.json").read_text()


def test_every_version_but_the_newest_has_a_frozen_archive() -> None:
    """When this fails: run python -m tests.bot.proof.frozen before the new version is released."""
    assert set(versions()[:-1]) <= set(ARCHIVES) <= set(versions())


@pytest.mark.parametrize("version", ARCHIVES)
def test_an_earlier_archive_keeps_every_row(version: str, url: str) -> None:
    async def run() -> None:
        async with opened(url) as database:
            await import_channel(database, archive_of(version), NOW)
            assert [line async for line in verify(database)] == []
            before = json.loads(archive_of(version))
            after = json.loads(await export_channel(database, 2))
            settings = before["settings"]
            assert {name: after["settings"][name] for name in settings} == settings
            for old, new in zip(before["games"], after["games"], strict=True):
                for table in old:
                    old_rows = rows_of(old[table])
                    new_rows = rows_of(new[table])
                    for old_row, new_row in zip(old_rows, new_rows, strict=True):
                        if table == "results":
                            counts, earlier = (
                                json.loads(row["tally"]) for row in (new_row, old_row)
                            )
                            assert earlier.items() <= counts.items()
                            new_row["tally"] = old_row["tally"]
                        assert {name: new_row[name] for name in old_row} == old_row, table

    asyncio.run(run())


def rows_of(archived: Any) -> list[dict[str, Any]]:
    return archived if isinstance(archived, list) else [archived]


@pytest.mark.parametrize("version", ARCHIVES)
def test_the_games_of_an_earlier_archive_go_on(version: str, url: str) -> None:
    async def run() -> None:
        async with opened(url) as database:
            await import_channel(database, archive_of(version), NOW)
            table = Table(database, clock=lambda: NOW)
            players = Players(database, Random(1))
            running = await table.games.open_in(1)
            lobby = await table.games.open_in(2)
            paused = await table.games.open_in(4)
            assert running is not None
            assert lobby is not None
            assert paused is not None
            assert running.has_hints
            assert next_due(running, Timeouts(), NOW) == (
                running.waiting_since + DAY,
                Done.REMINDED,
            )
            play = Play(await players.a_move(running), running.ply)
            done = await table.act(clicked("on", to_act(running)), running.id, play)
            assert (done.done, done.ply) == (Done.PLAYED, running.ply + 1)
            joined = await table.act(clicked("join", BOB), lobby.id, Join())
            assert joined.done is Done.STARTED
            await table.act(clicked("resume", ALICE), paused.id, Resume(4))
            await table.look_after(2)
            assert (await table.games.get(2)).settled
            assert [line async for line in verify(database)] == []

    asyncio.run(run())


def test_a_draft_of_the_first_release_gets_a_revision(url: str) -> None:
    archive = json.loads(archive_of(FIRST_REVISION))
    game = archive["games"][0]["game"]
    draft = {"seat": 0, "branch": 1, "ply": 3, "kind": "", "chosen": "[]", "changed_at": NOW}
    archive["games"][0]["drafts"].append(draft)

    async def run() -> None:
        async with opened(url) as database:
            await import_channel(database, json.dumps(archive), NOW)
            async with database.reading() as connection:
                [row] = (await connection.execute(select(drafts))).mappings()
            assert dict(row) == {**draft, "game_id": game["id"], "revision": 1}

    asyncio.run(run())


def test_an_archive_from_before_the_first_release_is_refused(url: str) -> None:
    """They had no seasons, and games had other tables."""
    archive = json.loads(archive_of(FIRST_REVISION))
    del archive["seasons"]
    for game in archive["games"]:
        del game["own_notes"]
        game["timers"] = []

    async def run() -> None:
        async with opened(url) as database:
            with pytest.raises(StoreRefused, match=r"before.*: import it with version 1\.0\.0 of"):
                await import_channel(database, json.dumps(archive), NOW)
            assert await Table(database).games.open_in(1) is None

    asyncio.run(run())


def test_a_later_column_is_listed_and_has_a_default(tmp_path: Path) -> None:
    """When this fails: add the new column to LATER, and give it a server default in the schema, the
    same as in the migration, or let it be NULL."""

    def columns(connection: Connection) -> dict[str, set[str]]:
        inspector = inspect(connection)
        return {
            table: {column["name"] for column in inspector.get_columns(table)}
            for table in inspector.get_table_names()
        }

    async def run() -> dict[str, set[str]]:
        database = Database(f"sqlite+aiosqlite:///{tmp_path / 'first.db'}")
        await migrate(database, FIRST_REVISION)
        async with database.reading() as connection:
            first = await connection.run_sync(columns)
        await database.close()
        return first

    first = asyncio.run(run())
    later = [
        column
        for table in ARCHIVED
        for column in table.columns
        if column.name not in first.get(table.name, table.columns)
    ]
    listed = {(table, name) for table, names in LATER.items() for name in names}
    assert {(column.table.name, column.name) for column in later} == listed
    assert all(column.nullable or column.server_default is not None for column in later)


def test_every_table_is_classified_as_archived_or_not() -> None:
    archived = {table.name for table in ARCHIVED}
    assert archived | LEFT_OUT.keys() == metadata.tables.keys()
    assert not archived & LEFT_OUT.keys()
