"""How the things of The Castle look, drawn by code from the tile data.

Knows ports, kinds and shapes. Refuses to know a game that is being played: no view, no turn, no
player but the number of a seat.
"""
