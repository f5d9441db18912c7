"""Upgrading a schema by running the migrations, with Alembic, which is slow to load."""

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.match.errors import StoreNewer
from bot.store.migration.revisions import MIGRATIONS


def migrations_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def upgrade(connection: Connection, revision: str) -> None:
    config = migrations_config()
    script = ScriptDirectory.from_config(config)
    known = {entry.revision for entry in script.walk_revisions()}
    current = set(MigrationContext.configure(connection).get_current_heads())
    if not current <= known:
        raise StoreNewer(
            f"the database is of version {', '.join(sorted(current))}, newer than this bot",
            "start the newer version of the bot; going back is not possible, restore a backup",
        )
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
