"""Carcassonne for two to five players, and for six with Inns & Cathedrals."""
