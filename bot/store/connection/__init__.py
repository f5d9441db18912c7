"""Connection to the database: engines, SQLite's thread, group commit, faults and retries."""
