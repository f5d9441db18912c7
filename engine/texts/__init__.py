"""Texts that every game writes and parses: typed moves, options, events for the log, states."""
