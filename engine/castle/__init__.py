"""Carcassonne: The Castle, for two players."""
