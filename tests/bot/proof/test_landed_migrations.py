"""Migrations are never changed after they landed. One was changed once: a later migration adds what
is missing in databases that ran it before it had its final form."""

import asyncio
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import select, text

from bot.process.clock import HOUR
from bot.store.connection.database import Database
from bot.store.migration import migrate, migrations_config
from bot.store.schema import games
from bot.table.table import Table
from tests.bot.proof.frozen import freeze_in

LANDED = {
    "0001": "aee688b7013fd876968ca389367302194906047ea51df7368c509f0431c76402",
    "0002": "410028242dcfcc4aa14c5520204007984d8cd81270e31b75df76030a1299a448",
    "0003": "868ba139e30459154e5ac27dc6e59035273baca8fca09e525a81217670a1e9d2",
    "0004": "e364107703f0f4d6f0cafa11d11952aa8ce555f1f26cad4a2582d91254b9f79e",
    "0005": "2f995c79f25c21b5ed68fdd70b63e60345f32a10423fb0fd39bb7e07ddbf75ea",
    "0006": "a0620c9fcc5cb6309834112b6daf5727e6d91fe2f94bb4244ca23a0036926e0f",
    "0007": "f536e1dc2aa5279b0596d1498568067f7f17c3dc9d8cc74e824a557d976bdf81",
    "0008": "6a9e8cd933e2b0a43a3f93b2442616e4fad41b8b815a9718d24fae905d7bc658",
}
"""The hash of each migration as it landed. Databases have run it: never change one."""
EARLY_0003 = """
DROP INDEX ix_outbox_failed;
DROP INDEX ix_games_to_settle;
DROP INDEX ix_games_due_at;
CREATE INDEX ix_games_due_at ON games (due_at) WHERE due_at IS NOT NULL;
UPDATE games SET due_at = NULL, told = NULL WHERE status = 'running';
UPDATE alembic_version SET version_num = '0003';
"""
"""What became of a database that was migrated to 0003 before that had its final form."""


async def indexes_of(database: Database) -> Mapping[str, str]:
    """The SQL that made each index."""
    found = (
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        if database.on_sqlite
        else "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    )
    async with database.reading() as connection:
        rows = await connection.execute(text(found))
        return {name: " ".join(made.split()) for name, made in rows}


def test_no_migration_is_changed_after_it_landed() -> None:
    there = {
        script.revision: sha256(Path(script.path).read_bytes()).hexdigest()
        for script in ScriptDirectory.from_config(migrations_config()).walk_revisions()
    }
    assert there == LANDED


def test_a_database_from_before_0003_had_its_last_form_gets_what_it_lacks(url: str) -> None:
    async def run() -> None:
        await freeze_in("0003", url)
        database = Database(url)
        try:
            await migrate(database, "0004")
            as_wanted = await indexes_of(database)
            async with database.writing() as connection:
                for statement in EARLY_0003.strip().splitlines():
                    await connection.exec_driver_sql(statement)
            await migrate(database, "0004")
            assert await indexes_of(database) == as_wanted
            await migrate(database)
            running = await Table(database).games.open_in(1)
            assert running is not None
            assert running.reminders.at == running.waiting_since
            due = select(games.c.due_at).where(games.c.id == running.id)
            async with database.reading() as connection:
                moment = (await connection.execute(due)).scalar_one()
            assert moment == running.waiting_since + 24 * HOUR
        finally:
            await database.close()

    asyncio.run(run())
