"""Texts that every game writes and parses: typed moves, events for the log, records."""
