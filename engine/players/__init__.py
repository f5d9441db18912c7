"""Computer players: pure functions from what a seat can see to a move with its reasons.

They know neither a clock nor a database: their thinking time is given as a number of positions.
"""
