"""The connection to the database: engines, SQLite's thread, faults and retries, migrations."""
