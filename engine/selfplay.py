"""Whole games between simple players, from the command line."""
