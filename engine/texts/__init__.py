"""Texts that every game writes and reads: typed moves, events for the log, records."""
