"""The land tiles of Carcassonne: catalogue and data."""
