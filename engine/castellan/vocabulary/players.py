"""The players: how many can play, and a number for each of them."""

SEATS = (2, 3, 4)
"""K1: how many can play, the usual number first."""

Counts = tuple[int, ...]
"""A number for each seat."""
