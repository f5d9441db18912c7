"""What Alembic runs: the migrations, in the caller's transaction.

The bot runs them automatically when it starts; `python -m bot.host migrate` runs them by hand.
"""

from alembic import context

from bot.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
