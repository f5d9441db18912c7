"""Computer players: pure functions from what a seat can see to a move with its reasons.

They know neither a clock nor a database: how long they may think is a number of positions.
"""
