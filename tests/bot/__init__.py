"""The table, its store and its outbox."""
