"""Carcassonne as it is played in the simulated Discord."""
