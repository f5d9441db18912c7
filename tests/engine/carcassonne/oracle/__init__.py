"""Carcassonne written a second time, as naively as possible, to check the engine against.

Every tile is a picture of five by five squares, and everything is found by flood filling the
squares of the whole table, each time from scratch. Imports nothing from the engine.
"""
