"""Connecting to Discord: the client, its connection, its permissions, its commands by language."""
