"""What Alembic runs: the migrations, in the transaction of whoever calls.

The bot runs them by itself when it starts; by hand it is `python -m bot.host upgrade`.
"""

from alembic import context

from bot.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
