"""Migrating a database to this version's schema, and where the migrations are."""
